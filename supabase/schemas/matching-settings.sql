-- What administrators decide about payment codes and bank lines.

create table public.matching_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  auto_approve jsonb not null default '{
    "bank_transfer": false, "binance_pay": false, "card_payment": false, "manual_cash": false,
    "other_external": false
  }',
  expiry_days jsonb not null default '{
    "bank_transfer": null, "binance_pay": null, "card_payment": null, "manual_cash": null,
    "other_external": null
  }',
  qr jsonb not null default '{
    "bank_transfer": true, "binance_pay": true, "card_payment": true, "manual_cash": true,
    "other_external": true
  }',
  bank_line_retention_days integer not null default 730
    check (bank_line_retention_days between 30 and 3650),
  accounts text[] not null default '{}',
  updated_at timestamptz not null default now()
);
comment on table public.matching_settings is 'One row.';
comment on column public.matching_settings.auto_approve is
  'Whether an exact payment approves its record without an administrator, by payment method.';
comment on column public.matching_settings.expiry_days is
  'Days after which a record without a payment is rejected, by payment method. Null: never.';
comment on column public.matching_settings.qr is 'Whether customers see a QR code, by payment method.';
comment on column public.matching_settings.bank_line_retention_days is
  'Days until the names, accounts and texts of bank lines are deleted.';
comment on column public.matching_settings.accounts is
  'The accounts of the operator. Lines of other accounts are refused. Empty: lines of every account are accepted.';

insert into public.matching_settings default values;

-- Whether this is an object with one entry for each payment method, true or false.
create function private.are_switches(entries jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_typeof(entries) is not distinct from 'object'
    and entries - array['bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'] = '{}'
    and not exists (
      select from jsonb_each(entries) as entry (key, value) where jsonb_typeof(value) <> 'boolean'
    )
$$;

create function private.are_expiry_days(entries jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_typeof(entries) is not distinct from 'object'
    and entries - array['bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'] = '{}'
    and not exists (
      select from jsonb_each(entries) as entry (key, value)
      where case jsonb_typeof(value)
        when 'null' then false
        when 'number' then value::numeric not between 1 and 365 or value::numeric % 1 <> 0
        else true
      end
    )
$$;

create function private.prepare_matching_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  problem text;
begin
  problem := case
    when not private.are_switches(new.auto_approve) then 'auto_approve'
    when not private.are_switches(new.qr) then 'qr'
    when not private.are_expiry_days(new.expiry_days) then 'expiry_days'
    when new.bank_line_retention_days not between 30 and 3650 then 'bank_line_retention_days'
    when cardinality(new.accounts) > 50 or exists (
      select from unnest(new.accounts) as account where account is null or length(account) not between 1 and 70
    ) then 'accounts'
  end;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'matching_settings.value',
      detail = json_build_object('field', problem),
      message = format('The setting %s is not valid.', problem);
  end if;
  new.accounts := array(
    select distinct upper(regexp_replace(account, '\s+', '', 'g')) from unnest(new.accounts) as account
  );
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_matching_settings
  before update on public.matching_settings
  for each row execute function private.prepare_matching_settings();

create trigger record_change
  after update or delete on public.matching_settings
  for each row execute function private.record_change();

alter table public.matching_settings enable row level security;

create policy "Administrators read the matching settings"
  on public.matching_settings for select to authenticated
  using ((select private.is_admin()));

create policy "Administrators change the matching settings"
  on public.matching_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.matching_settings as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.matching_settings from anon, authenticated, service_role;
grant select on public.matching_settings to authenticated, service_role;
grant update (auto_approve, expiry_days, qr, bank_line_retention_days, accounts)
  on public.matching_settings to authenticated;

create function public.payment_options() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('qr', qr, 'expiry_days', expiry_days) from public.matching_settings
$$;
comment on function public.payment_options() is
  'For everyone: {qr, expiry_days}, each by payment method, from the matching settings.';
revoke execute on function public.payment_options() from public, anon, authenticated, service_role;
grant execute on function public.payment_options() to anon, authenticated, service_role;

revoke execute on all functions in schema private from public;
