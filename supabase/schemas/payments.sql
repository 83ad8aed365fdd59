-- What card orders and mobile recharges share: the customer pays outside the product and enters a reference
-- of that payment. Administrators enter where to pay.

create function private.request_idempotency_key() returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  key constant text := nullif(
    nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', ''
  );
begin
  if key !~* '^[0-9a-f]{4}(-?[0-9a-f]{4}){7}$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'request.idempotency_key',
      message = 'The Idempotency-Key header must be a UUID.';
  end if;
  return key;
end
$$;
comment on function private.request_idempotency_key() is
  'The Idempotency-Key header of the current request; null without one.';

-- References ---------------------------------------------------------------------------------------

-- The details of a card payment have the form of a prefixed JSON text and hold only card holder, brand, last
-- four digits and expiry. The function builds the text again from these four values, so that it drops
-- everything else, repeated keys too.
create function private.card_reference(reference text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  prefix constant text := 'CARD_PAYMENT_DETAILS:';
  details jsonb;
begin
  if reference is null or not starts_with(reference, prefix) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.card_details_required',
      message = 'Please fill all card payment details.';
  end if;

  begin
    details := substr(reference, length(prefix) + 1)::jsonb;
  exception
    when others then
      details := null;
  end;

  if details is null
    or jsonb_typeof(details) <> 'object'
    or exists (
      select
      from jsonb_each(details) as detail (name, value)
      where name not in ('cardHolder', 'brand', 'last4', 'expiry') or jsonb_typeof(value) <> 'string'
    )
    or not details ?& array['cardHolder', 'brand', 'last4', 'expiry']
    or details ->> 'brand' !~ '^[a-z]{2,20}$'
    or details ->> 'last4' !~ '^[0-9]{4}$'
    or details ->> 'expiry' !~ '^(0[1-9]|1[0-2])/20[0-9]{2}$'
    or btrim(details ->> 'cardHolder') = ''
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.card_details',
      message = 'Card payment details may hold only the card holder, brand, last four digits and expiry.';
  end if;
  -- A name of twelve digits and the last four digits together would be a card number.
  perform private.refuse_card_secret(
    concat_ws(' ', details ->> 'cardHolder', details ->> 'last4'), 'name on the card'
  );

  return prefix || json_build_object(
    'cardHolder', private.safe_text(details ->> 'cardHolder', 'name on the card', 100),
    'brand', details ->> 'brand',
    'last4', details ->> 'last4',
    'expiry', details ->> 'expiry'
  );
end
$$;

create function private.payment_reference(payment_method text, reference text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy text;
begin
  if payment_method is null or payment_method not in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.method',
      message = 'Please choose one of the available payment methods.';
  end if;
  if payment_method = 'card_payment' then
    return private.card_reference(reference);
  end if;

  tidy := private.safe_text(reference, 'transaction reference', 200);
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.reference_required',
      message = 'Please provide a transaction reference for your payment.';
  end if;
  return tidy;
end
$$;
comment on function private.payment_reference(text, text) is
  'The reference as it is stored for this payment method. Raises when it is not valid.';

-- Where to pay -------------------------------------------------------------------------------------

create function private.are_payment_details(details jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select case
    when details is null then true
    when jsonb_typeof(details) <> 'array' then false
    else jsonb_array_length(details) between 1 and 12 and not exists (
      select
      from jsonb_array_elements(details) as line
      where jsonb_typeof(line) <> 'object'
        or line - array['label', 'value'] <> '{}'
        or coalesce(jsonb_typeof(line -> 'label'), '') <> 'string'
        or coalesce(jsonb_typeof(line -> 'value'), '') <> 'string'
        or length(btrim(line ->> 'label')) not between 1 and 60
        or length(btrim(line ->> 'value')) not between 1 and 300
    )
  end
$$;
comment on function private.are_payment_details(jsonb) is
  'Whether this is a list of one to twelve lines, each a label and a value; null is allowed.';

create table public.payment_method_settings (
  id uuid primary key default gen_random_uuid(),
  method text not null unique check (method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  is_offered boolean not null default true,
  instruction text check (length(instruction) <= 500),
  details jsonb,
  updated_at timestamptz not null default now()
);
comment on table public.payment_method_settings is 'One row for each method of a manual payment.';
comment on column public.payment_method_settings.details is
  'Lines of {label, value}, in order. Null: pages show the placeholders of packages/domain/src/payment-methods.ts.';
comment on column public.payment_method_settings.instruction is
  'A sentence for the customer. Null: pages show the one of packages/domain/src/payment-methods.ts.';

insert into public.payment_method_settings (method)
values ('bank_transfer'), ('binance_pay'), ('card_payment'), ('manual_cash'), ('other_external');

create function private.prepare_payment_method_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.are_payment_details(new.details) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_method.details',
      message = 'Enter 1 to 12 lines, each with a label and a value.';
  end if;
  perform private.refuse_card_secret(private.json_marks(new.details), 'payment details');
  new.instruction := private.safe_text(new.instruction, 'instruction', 500);
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_payment_method_settings
  before insert or update on public.payment_method_settings
  for each row execute function private.prepare_payment_method_settings();

create trigger record_change
  after update or delete on public.payment_method_settings
  for each row execute function private.record_change();

alter table public.payment_method_settings enable row level security;

create policy "Everyone reads the payment methods"
  on public.payment_method_settings for select to anon, authenticated
  using (true);

create policy "Administrators change the payment methods"
  on public.payment_method_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.payment_method_settings as restrictive for update to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_method_settings from anon, authenticated, service_role;
grant select on public.payment_method_settings to anon, authenticated, service_role;
grant update (is_offered, instruction, details, updated_at)
  on public.payment_method_settings to authenticated;

-- Triggers on orders and recharges -----------------------------------------------------------------

-- A record keeps the details that the customer saw, so that a later change of the settings does not alter
-- them.
create function private.keep_payment_details() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  shown_instruction text;
  shown_details jsonb;
  offered boolean;
begin
  select is_offered, instruction, details into offered, shown_instruction, shown_details
  from public.payment_method_settings where method = new.payment_method;
  if not offered then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.method_not_offered',
      message = 'This payment method isn''t available right now. Please choose another one.';
  end if;
  if shown_instruction is not null or shown_details is not null then
    new.payment_details := jsonb_strip_nulls(
      jsonb_build_object('instruction', shown_instruction, 'details', shown_details)
    );
  end if;
  return new;
end
$$;

-- One customer cannot fill the reviewers' queue.
create function private.waiting_records_limit() returns integer
language sql immutable
as $$
  select 20
$$;
comment on function private.waiting_records_limit() is
  'The maximum number of orders and recharges of one customer that wait for review.';

create function private.limit_waiting_records() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  max_pending constant integer := private.waiting_records_limit();
  key uuid;
begin
  -- Without a request, an operator imports records or loads demo data.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or private.belongs_to_another_user(new.user_id)
  then
    return new;
  end if;

  -- The second of two concurrent submissions waits here and then counts the first. An advisory lock
  -- writes nothing, unlike a lock of the profile's row.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 20));
  if (
    select count(*)
    from (
      (
        select from public.orders
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit max_pending
      )
      union all
      (
        select from public.recharges
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit max_pending
      )
    ) as waiting
  ) < max_pending then
    return new;
  end if;

  -- A repeated submission passes, so that the unique index reports its record.
  key := private.request_idempotency_key();
  if tg_table_name = 'orders' and exists (
    select from public.orders where user_id = new.user_id and idempotency_key = key
  ) or tg_table_name = 'recharges' and exists (
    select from public.recharges where user_id = new.user_id and idempotency_key = key
  ) then
    return new;
  end if;
  raise exception using
    errcode = 'check_violation',
    hint = 'payment.pending_limit',
    detail = json_build_object('limit', max_pending),
    message = format(
      'You have %s orders and recharges awaiting review. Please wait until one has been reviewed.',
      max_pending
    );
end
$$;

revoke execute on all functions in schema private from public;
