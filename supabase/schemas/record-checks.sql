-- Checks beside a record: what a reviewer should look at, each with a grade. A check never decides.

-- Origins ------------------------------------------------------------------------------------------

-- Where a record was sent from, as keyed hashes. The address and the device themselves are not stored.
create table private.record_origins (
  record_id uuid primary key,
  user_id uuid not null,
  address_hash bytea,
  device_hash bytea,
  created_at timestamptz not null default now()
);
comment on table private.record_origins is 'Kept for 90 days: see private.delete_old_origins().';
create index record_origins_address_hash_idx on private.record_origins (address_hash)
  where address_hash is not null;
create index record_origins_device_hash_idx on private.record_origins (device_hash)
  where device_hash is not null;
create index record_origins_created_at_idx on private.record_origins using brin (created_at);

create table private.record_origin_keys (
  is_only_row boolean primary key default true check (is_only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.record_origin_keys is 'The key of the hashes. Without it, a hash does not lead to an address.';
insert into private.record_origin_keys default values;

alter table private.record_origins enable row level security;
alter table private.record_origin_keys enable row level security;
revoke all on private.record_origins, private.record_origin_keys from anon, authenticated, service_role;

-- The address of the client. On a hosted project, Cloudflare overwrites its header. BeaconPay's server removes
-- that header and sets x-forwarded-for. Only the last entry is not the client's own text. One customer has
-- many IPv6 addresses, so the network counts.
create function private.client_address(headers json) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address inet;
begin
  address := coalesce(
    nullif(headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(split_part(headers ->> 'x-forwarded-for', ',', -1)), '')
  );
  return case family(address)
    when 6 then text(network(set_masklen(address, 64)))
    else host(address)
  end;
exception
  when invalid_text_representation then
    return null;
end
$$;

-- A random id that the web app keeps in the browser and sends with a submission.
create function private.client_device(headers json) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when headers ->> 'x-device-id' ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      then lower(headers ->> 'x-device-id')
  end
$$;

create function private.add_record_origin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  address constant text := private.client_address(headers);
  device constant text := private.client_device(headers);
begin
  if address is null and device is null then
    return null;
  end if;
  insert into private.record_origins (record_id, user_id, address_hash, device_hash)
  select
    new.id, new.user_id,
    extensions.hmac(convert_to('address ' || address, 'UTF8'), key, 'sha256'),
    extensions.hmac(convert_to('device ' || device, 'UTF8'), key, 'sha256')
  from private.record_origin_keys;
  return null;
end
$$;

create trigger add_record_origin
  after insert on public.orders
  for each row execute function private.add_record_origin();

create trigger add_record_origin
  after insert on public.recharges
  for each row execute function private.add_record_origin();

create function private.delete_old_origins() returns void
language sql security definer
set search_path = ''
as $$
  delete from private.record_origins where created_at < now() - interval '90 days'
$$;

-- The checks ---------------------------------------------------------------------------------------

-- The method whose references have this form, for forms that belong to one method.
create function private.method_of_reference(reference text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when starts_with(reference, 'CARD_PAYMENT_DETAILS:') then 'card_payment'
    -- An order id of Binance Pay.
    when reference ~ '^[0-9]{17,19}$' then 'binance_pay'
    -- The hash of a blockchain transaction.
    when reference ~* '^(0x)?[0-9a-f]{64}$' then 'other_external'
    when reference ~* ('^' || private.iban_shape() || '$') then 'bank_transfer'
    -- Prefixes of bank transfers: a Faster Payment, SEPA, a UTR, Fedwire.
    when reference ~* '^(FT|FP|SEPA|UTR|TRF|IMAD)[ -]?[0-9]' then 'bank_transfer'
  end
$$;

-- The functions of checks are in plpgsql, because it keeps the plans of their statements.
create function private.reference_checks(record public.records)
returns table (check_key text, grade smallint, detail jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select
      'reference_reused',
      case
        when earlier.id is null then 0
        when earlier.user_id <> record.user_id or earlier.status in ('manual_payment_approved', 'completed')
          then 3
        else 2
      end::smallint,
      case
        when earlier.id is null then '{}'
        else jsonb_build_object(
          'record_id', earlier.id, 'status', earlier.status, 'created_at', earlier.created_at,
          'same_customer', earlier.user_id = record.user_id
        )
      end
    from (select) as one_row
    left join lateral (
      select found.id, found.user_id, found.status, found.created_at
      from (
        select orders.id, orders.user_id, orders.status, orders.created_at
        from public.orders
        where lower(orders.transaction_reference) = lower(record.transaction_reference)
          and orders.payment_method <> 'card_payment'
        union all
        select recharges.id, recharges.user_id, recharges.status, recharges.created_at
        from public.recharges
        where lower(recharges.transaction_reference) = lower(record.transaction_reference)
          and recharges.payment_method <> 'card_payment'
      ) as found
      where record.payment_method <> 'card_payment' and record.transaction_reference <> 'erased'
        and found.created_at <= record.created_at and found.id <> record.id
      order by found.user_id = record.user_id, found.created_at
      limit 1
    ) as earlier on true
    union all
    select
      'reference_form',
      case when form.method <> record.payment_method then 2 else 0 end::smallint,
      case
        when form.method <> record.payment_method
          then jsonb_build_object('looks_like', form.method, 'method', record.payment_method)
        else '{}'
      end
    from (select private.method_of_reference(record.transaction_reference) as method) as form;
end
$$;

create function private.customer_checks(record public.records, thresholds jsonb)
returns table (check_key text, grade smallint, detail jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with customer as (
      select
        (thresholds ->> 'records_per_hour')::numeric as hour_limit,
        (thresholds ->> 'records_per_day')::numeric as day_limit,
        (thresholds ->> 'new_account_days')::numeric as new_account_days,
        (thresholds ->> 'rejections')::numeric as rejection_limit,
        (thresholds ->> 'unusual_amount_factor')::numeric as amount_factor,
        history.*,
        person.created_at as joined_at,
        account.email_confirmed_at,
        request.requested_at as deletion_requested_at
      from (
        select
          count(*) filter (
            where records.created_at > record.created_at - interval '1 hour'
              and records.created_at <= record.created_at
          ) as in_hour,
          count(*) filter (
            where records.created_at > record.created_at - interval '1 day'
              and records.created_at <= record.created_at
          ) as in_day,
          count(*) filter (
            where records.status = 'manual_payment_rejected' and records.id <> record.id
          ) as rejections,
          max(records.decided_at) filter (
            where records.status = 'manual_payment_rejected' and records.id <> record.id
          ) as last_rejected_at,
          count(*) filter (
            where records.status in ('manual_payment_approved', 'completed') and records.id <> record.id
          ) as accepted,
          percentile_cont(0.5) within group (order by records.amount) filter (
            where records.status in ('manual_payment_approved', 'completed') and records.id <> record.id
          ) as usual_amount
        from (
          select id, status, amount, created_at, decided_at from public.records
          where records.user_id = record.user_id
          order by created_at desc
          limit 1000
        ) as records
      ) as history
      left join public.users as person on person.id = record.user_id
      left join auth.users as account on account.id = record.user_id
      left join public.account_deletion_requests as request on request.user_id = record.user_id
    )
    select
      'many_records',
      case
        when in_hour > 2 * hour_limit or in_day > 2 * day_limit then 3
        when in_hour > hour_limit or in_day > day_limit then 2
        else 0
      end::smallint,
      jsonb_build_object(
        'in_hour', in_hour, 'hour_limit', hour_limit, 'in_day', in_day, 'day_limit', day_limit
      )
    from customer
    union all
    select
      'new_account',
      case when joined_at > record.created_at - new_account_days * interval '1 day' then 1 else 0 end::smallint,
      jsonb_build_object('joined_at', joined_at, 'days', new_account_days)
    from customer
    union all
    select
      'email_unconfirmed', case when email_confirmed_at is null then 2 else 0 end::smallint,
      jsonb_build_object('confirmed_at', email_confirmed_at)
    from customer
    union all
    select
      'earlier_rejections',
      case
        when rejections >= 3 * rejection_limit then 2
        when rejections >= rejection_limit then 1
        else 0
      end::smallint,
      jsonb_build_object('count', rejections, 'last_at', last_rejected_at)
    from customer
    union all
    -- Less than three accepted records do not show what is usual.
    select
      'unusual_amount',
      case when accepted >= 3 and record.amount > amount_factor * usual_amount then 2 else 0 end::smallint,
      jsonb_build_object(
        'amount', record.amount, 'usual', case when accepted >= 3 then usual_amount end,
        'currency', record.currency, 'factor', amount_factor
      )
    from customer
    union all
    select
      'deletion_requested', case when deletion_requested_at is null then 0 else 2 end::smallint,
      jsonb_build_object('requested_at', deletion_requested_at)
    from customer;
end
$$;

-- A shared address is a weaker sign than the same browser. Rejections of the same customer are a check of their
-- own.
create function private.origin_checks(record public.records)
returns table (check_key text, grade smallint, detail jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with own as (
      select origin.address_hash, origin.device_hash
      from private.record_origins as origin where origin.record_id = record.id
    ),
    rejected as (
      select
        other.record_id, rejected_record.decided_at,
        case when other.device_hash = own.device_hash then 'device' else 'address' end as same
      from own
      join private.record_origins as other
        on other.device_hash = own.device_hash or other.address_hash = own.address_hash
      join public.records as rejected_record on rejected_record.id = other.record_id
      where other.user_id <> record.user_id
        and rejected_record.status = 'manual_payment_rejected'
        and other.created_at > now() - interval '90 days'
    )
    select
      'same_origin_as_rejected',
      case when found.same = 'device' then 3 when found.same = 'address' then 2 else 0 end::smallint,
      case
        when found.same is null then jsonb_build_object('is_known', exists (select from own))
        else jsonb_build_object(
          'same', found.same, 'record_id', found.record_id, 'rejected_at', found.decided_at,
          'count', (select count(*) from rejected), 'is_known', true
        )
      end
    from (select) as one_row
    left join (
      select * from rejected order by same desc, decided_at desc limit 1
    ) as found on true;
end
$$;

create function private.checks_of(record public.records)
returns table (check_key text, grade smallint, detail jsonb)
language sql stable
set search_path = ''
as $$
  select * from private.reference_checks(record)
  union all
  select checked.*
  from public.back_office_settings as settings
  cross join lateral private.customer_checks(record, settings.thresholds) as checked
  union all
  select * from private.origin_checks(record)
$$;

create function public.record_checks(record_id uuid)
returns table (check_key text, grade smallint, detail jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select checked.check_key, checked.grade, checked.detail
    from public.records as record
    cross join lateral private.checks_of(record) as checked
    where record.id = record_id
    order by checked.grade desc, checked.check_key;
end
$$;
comment on function public.record_checks(uuid) is
  'For administrators: each check of a record with its grade (0 none, 1 notice, 2 warning, 3 alarm) and its values.';

revoke execute on function public.record_checks(uuid) from public, anon, authenticated, service_role;
grant execute on function public.record_checks(uuid) to authenticated;

-- Flags --------------------------------------------------------------------------------------------

-- A table of its own, because subscribers receive each change of a column of records.
create table private.record_flag_times (
  record_id uuid primary key,
  checked_at timestamptz not null
);
comment on table private.record_flag_times is 'When the checks of a pending record last set its flag.';
alter table private.record_flag_times enable row level security;
revoke all on private.record_flag_times from anon, authenticated, service_role;

-- New records first, then those with the oldest check.
create function private.refresh_record_flags(max_records integer default 500) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  candidate record;
  highest smallint;
  refreshed integer := 0;
begin
  delete from private.record_flag_times as flag_time
  where not exists (
    select from public.records
    where records.id = flag_time.record_id and records.status = 'pending_manual_verification'
  );
  for candidate in
    select record.id, record as row_value
    from public.records as record
    left join private.record_flag_times as flag_time on flag_time.record_id = record.id
    where record.status = 'pending_manual_verification'
    order by flag_time.checked_at nulls first, record.created_at
    limit max_records
  loop
    select max(checked.grade) into highest from private.checks_of(candidate.row_value) as checked;
    update public.records set flag = highest
    where records.id = candidate.id and records.flag <> highest
      and records.status = 'pending_manual_verification';
    insert into private.record_flag_times (record_id, checked_at)
    values (candidate.id, now())
    on conflict (record_id) do update set checked_at = excluded.checked_at;
    refreshed := refreshed + 1;
  end loop;
  return refreshed;
end
$$;
comment on function private.refresh_record_flags(integer) is
  'Sets the flag of pending records from their checks. A scheduled job calls it.';

revoke execute on all functions in schema private from public;
