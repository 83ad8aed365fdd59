-- A payment code for each order and recharge: reserved by a form, bound by the submission, found by searches.

alter table public.orders add payment_code text;
comment on column public.orders.payment_code is
  'The code that the customer reserved for this payment. Null: the customer used none.';
grant insert (payment_code) on public.orders to authenticated;
alter table public.recharges add payment_code text;
comment on column public.recharges.payment_code is
  'The code that the customer reserved for this payment. Null: the customer used none.';
grant insert (payment_code) on public.recharges to authenticated;

-- payment-codes.sql --------------------------------------------------------------------------------

create function private.payment_code_alphabet() returns text
language sql immutable parallel safe
as $$
  select '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
$$;

create function private.payment_code_double(sum integer) returns integer
language sql immutable parallel safe
as $$
  select case when sum > 15 then (sum << 1) # 37 else sum << 1 end
$$;

-- Takes characters of the alphabet only.
create function private.payment_code_sum(characters text) returns integer
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  sum integer := 25;
begin
  for place in 1 .. length(characters) loop
    sum := sum << 1;
    if sum > 31 then
      sum := sum # 37;
    end if;
    sum := sum # (strpos(alphabet, substr(characters, place, 1)) - 1);
  end loop;
  return sum;
end
$$;
comment on function private.payment_code_sum(text) is
  'The checksum of the eight characters of a payment code: 0 if the code is valid.';

create function private.is_payment_code(characters text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  -- The letters keep digits around a code from making a card number.
  return characters ~ '^(?=[0-9]{0,3}[A-Z])[0-9A-HJKMNP-TV-Z]{7}[A-HJKMNP-TV-Z]$'
    and private.payment_code_sum(characters) = 0;
end
$$;
comment on function private.is_payment_code(text) is
  'Whether these are the eight characters of a valid payment code, without prefix and separators.';

create function private.format_payment_code(characters text) returns text
language sql immutable parallel safe
as $$
  select 'BP-' || left(characters, 4) || '-' || substr(characters, 5)
$$;

-- Capitals and digits without separators, with the characters that lookalikes stand for.
create function private.compact_reference(value text) returns text
language sql immutable parallel safe
as $$
  select translate(
    regexp_replace(upper(private.fold_digits(value)), '[^0-9A-Z]+', '', 'g'), 'OIL', '011'
  )
$$;

create function private.normalize_payment_code(typed text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  characters text := private.compact_reference(left(typed, 200));
begin
  if characters ~ '^BP.{8}$' then
    characters := substr(characters, 3);
  end if;
  return case when private.is_payment_code(characters) then private.format_payment_code(characters) end;
end
$$;
comment on function private.normalize_payment_code(text) is
  'The code in its canonical form. Null: the text is not exactly one payment code.';

-- About a third of the attempts make no code.
create function private.create_payment_code() returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  alphabet constant text := private.payment_code_alphabet();
  drawn bytea;
  characters text;
begin
  loop
    drawn := extensions.gen_random_bytes(7);
    characters := '';
    for place in 0 .. 6 loop
      characters := characters || substr(alphabet, get_byte(drawn, place) % 32 + 1, 1);
    end loop;
    characters := characters || substr(
      alphabet, private.payment_code_double(private.payment_code_sum(characters)) + 1, 1
    );
    if private.is_payment_code(characters) then
      return private.format_payment_code(characters);
    end if;
  end loop;
end
$$;

-- Reservations -------------------------------------------------------------------------------------

create table private.payment_codes (
  code text primary key check (code ~ '^BP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- The row outlives the account, so that no code is used twice.
  user_id uuid references public.profiles on delete set null,
  reserved_at timestamptz not null default now(),
  -- The id of an order or a recharge, so no foreign key.
  record_id uuid unique,
  bound_at timestamptz,
  check ((record_id is null) = (bound_at is null))
);
comment on table private.payment_codes is
  'Every payment code that a form has shown, and the record that it belongs to. A row is never deleted.';
create index payment_codes_user_id_reserved_at_idx on private.payment_codes (user_id, reserved_at)
  where record_id is null;
alter table private.payment_codes enable row level security;
revoke all on private.payment_codes from anon, authenticated, service_role;

create function private.reserved_codes_limit() returns integer
language sql immutable
as $$
  select 50
$$;
comment on function private.reserved_codes_limit() is
  'The maximum number of codes that a customer has reserved and not used.';

create function public.reserve_payment_code() returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  reserved text;
begin
  if caller is null or not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'payment_code.login_required',
      message = 'Please log in to get a payment code.';
  end if;
  -- Two forms that open at once count the reservations of each other.
  perform pg_advisory_xact_lock(hashtextextended(caller::text, 26));
  if (
    select count(*) from private.payment_codes where user_id = caller and record_id is null
  ) >= private.reserved_codes_limit() then
    update private.payment_codes set reserved_at = clock_timestamp()
    where code = (
      select oldest.code from private.payment_codes as oldest
      where oldest.user_id = caller and oldest.record_id is null
      order by oldest.reserved_at
      limit 1
    )
    returning code into reserved;
    return reserved;
  end if;
  loop
    insert into private.payment_codes (code, user_id, reserved_at)
    values (private.create_payment_code(), caller, clock_timestamp())
    on conflict do nothing
    returning code into reserved;
    if reserved is not null then
      return reserved;
    end if;
  end loop;
end
$$;
comment on function public.reserve_payment_code() is
  'A payment code for a form of the caller. A customer with 50 unused codes gets the oldest of them again.';
revoke execute on function public.reserve_payment_code() from public, anon, authenticated, service_role;
grant execute on function public.reserve_payment_code() to authenticated;

-- Binding ------------------------------------------------------------------------------------------

-- A repeated submission passes, so that the unique index reports its record.
create function private.is_repeated_submission(record_id uuid, submission uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.orders where orders.id = record_id and orders.idempotency_key = submission
  ) or exists (
    select from public.recharges where recharges.id = record_id and recharges.idempotency_key = submission
  )
$$;

create function private.bind_payment_code() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  normalized constant text := private.normalize_payment_code(new.payment_code);
  reservation private.payment_codes;
begin
  if private.belongs_to_another_user(new.user_id) then
    return new;
  end if;
  select * into reservation from private.payment_codes
  where code = normalized and user_id = new.user_id for update;
  -- One error for a code that does not exist and for one of another customer.
  if reservation.code is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_code.not_reserved',
      message = 'This payment code is not valid. Please reload the page to get a new one.';
  end if;
  if reservation.record_id is null then
    update private.payment_codes set record_id = new.id, bound_at = now() where code = reservation.code;
  elsif not private.is_repeated_submission(
    reservation.record_id, coalesce(private.request_idempotency_key(), new.idempotency_key)
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_code.used',
      message = 'This payment code already belongs to another order or recharge. Please reload the page to get a new one.';
  end if;
  new.payment_code := reservation.code;
  return new;
end
$$;

create trigger bind_payment_code
  before insert on public.orders
  for each row
  when (new.payment_code is not null)
  execute function private.bind_payment_code();

create trigger bind_payment_code
  before insert on public.recharges
  for each row
  when (new.payment_code is not null)
  execute function private.bind_payment_code();

revoke execute on all functions in schema private from public;

-- records.sql --------------------------------------------------------------------------------------

alter table public.records add payment_code text;
create unique index records_payment_code_key on public.records (payment_code)
  where payment_code is not null;
grant select (payment_code) on public.records to authenticated, service_role;

drop function private.record_search(uuid, text, text, text, text, text);

create function private.record_search(
  record_id uuid, reference text, full_name text, email text, profile_phone text, recharge_phone text,
  payment_code text
) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_to_tsvector(
    private.reference_tokens(reference)
      || private.search_tokens(full_name)
      || private.search_tokens(email)
      || private.phone_tokens(profile_phone)
      || private.phone_tokens(recharge_phone)
      || private.search_tokens(payment_code)
      || replace(record_id::text, '-', '')
  );
end
$$;

create or replace function private.add_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  recharge_phone text;
begin
  if tg_table_name = 'recharges' then
    recharge_phone := new.phone_number;
  end if;
  insert into public.records (
    id, kind, user_id, status, amount, currency, payment_method, transaction_reference, country,
    created_at, decided_at, decided_by, search, payment_code
  )
  select
    new.id, case tg_table_name when 'orders' then 'card_order' else 'mobile_recharge' end,
    new.user_id, new.status, new.amount, new.currency, new.payment_method,
    new.transaction_reference, profiles.country, new.created_at,
    case when new.status <> 'pending_manual_verification' then new.reviewed_at end,
    new.reviewed_by,
    private.record_search(
      new.id, new.transaction_reference, profiles.full_name, users.email, profiles.phone_number,
      recharge_phone, new.payment_code
    ),
    new.payment_code
  from public.profiles
  join public.users on users.id = profiles.id
  where profiles.id = new.user_id;
  return null;
end
$$;

create or replace function private.follow_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_decided constant boolean := new.status <> 'pending_manual_verification';
  recharge_phone text;
begin
  if tg_table_name = 'recharges' then
    recharge_phone := new.phone_number;
  end if;
  update public.records
  set
    status = new.status,
    decided_at = case when is_decided then coalesce(new.reviewed_at, new.updated_at) end,
    decided_by = new.reviewed_by,
    corrected_at = case
      when current_setting('private.correcting_record', true) = new.id::text then now()
      else corrected_at
    end,
    held_until = case when not is_decided then held_until end,
    hold_reason = case when not is_decided then hold_reason end
  where id = new.id;
  if old.transaction_reference is distinct from new.transaction_reference
    or to_jsonb(old) -> 'phone_number' is distinct from to_jsonb(new) -> 'phone_number'
  then
    update public.records
    set
      transaction_reference = new.transaction_reference,
      search = private.record_search(
        new.id, new.transaction_reference, profiles.full_name, users.email, profiles.phone_number,
        recharge_phone, new.payment_code
      )
    from public.profiles
    join public.users on users.id = profiles.id
    where records.id = new.id and profiles.id = new.user_id;
  end if;
  return null;
end
$$;

create or replace function private.follow_customer() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.records
  set
    country = profiles.country,
    search = private.record_search(
      records.id, records.transaction_reference, profiles.full_name, users.email,
      profiles.phone_number,
      (select recharges.phone_number from public.recharges where recharges.id = records.id),
      records.payment_code
    )
  from public.profiles
  join public.users on users.id = profiles.id
  where records.user_id = new.id and profiles.id = new.id;
  return null;
end
$$;

-- export.sql ---------------------------------------------------------------------------------------

create or replace function private.exported_records(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) order by created_at, id), '[]')
      from public.orders where user_id = person
    ),
    'recharges', (
      select coalesce(jsonb_agg(to_jsonb(recharges) order by created_at, id), '[]')
      from public.recharges where user_id = person
    ),
    'payment_codes', (
      select coalesce(jsonb_agg(to_jsonb(payment_code) order by reserved_at, code), '[]')
      from private.payment_codes as payment_code where user_id = person
    ),
    'transactions', (
      select coalesce(jsonb_agg(to_jsonb(transactions) order by created_at, id), '[]')
      from public.transactions where user_id = person
    ),
    'deliveries', (
      select coalesce(jsonb_agg(
        to_jsonb(delivery) - private.internal_columns() order by created_at, record_id
      ), '[]')
      from public.deliveries as delivery where user_id = person
    ),
    'sandbox_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) - 'id' order by created_at, id), '[]')
      from public.sandbox_checkout_sessions as payment where user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', bucket_id, 'name', name, 'metadata', metadata, 'user_metadata', user_metadata,
          'created_at', created_at, 'updated_at', updated_at, 'last_accessed_at', last_accessed_at
        ) order by created_at, id
      ), '[]')
      from storage.objects where owner_id = person::text
    ),
    'buckets', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'created_at', created_at) order by created_at, id
      ), '[]')
      from storage.buckets where owner_id = person::text
    )
  )
$$;

revoke execute on all functions in schema private from public;
