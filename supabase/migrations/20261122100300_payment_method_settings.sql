-- How to pay by hand: the operator's own bank, account, pay-ID and the like for each method, and whether
-- the method is offered. Everybody may read it; only an administrator changes it; every change is in the
-- audit log.

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
comment on table public.payment_method_settings is 'One row for each way of paying by hand.';
comment on column public.payment_method_settings.details is
  'Lines of {label, value}, in their order. Null: nothing was entered yet, and the placeholders of packages/domain/src/payment-methods.ts are shown.';
comment on column public.payment_method_settings.instruction is
  'What to do, in a sentence. Null: that of packages/domain/src/payment-methods.ts.';

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
      message = 'Payment details are one to twelve lines, each with a label and a value.';
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

create policy "Everybody reads how to pay"
  on public.payment_method_settings for select to anon, authenticated
  using (true);

create policy "Administrators change how to pay"
  on public.payment_method_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.payment_method_settings from anon, authenticated, service_role;
grant select on public.payment_method_settings to anon, authenticated, service_role;
grant update (is_offered, instruction, details, updated_at)
  on public.payment_method_settings to authenticated;

-- What a customer was shown stays with the record, so that a later change confuses nobody. Null where
-- placeholders were shown, and in records older than this column.
alter table public.orders add column payment_details jsonb;
alter table public.recharges add column payment_details jsonb;
comment on column public.orders.payment_details is
  'Where to pay as it was shown with this order: {instruction, details}. Kept by the database.';
comment on column public.recharges.payment_details is
  'Where to pay as it was shown with this recharge: {instruction, details}. Kept by the database.';

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
      message = 'This payment method is not offered at the moment. Please choose another one.';
  end if;
  if shown_instruction is not null or shown_details is not null then
    new.payment_details := jsonb_strip_nulls(
      jsonb_build_object('instruction', shown_instruction, 'details', shown_details)
    );
  end if;
  return new;
end
$$;

create trigger keep_payment_details
  before insert on public.orders
  for each row execute function private.keep_payment_details();

create trigger keep_payment_details
  before insert on public.recharges
  for each row execute function private.keep_payment_details();

-- Whoever has the page open learns that a method was switched off.
alter publication supabase_realtime add table public.payment_method_settings;

revoke execute on all functions in schema private from public;
