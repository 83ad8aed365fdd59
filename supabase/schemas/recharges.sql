-- Mobile recharges.

create table public.recharges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete restrict,
  operator text not null check (operator in (
    'Glo Mobile', 'MTN', 'Airtel', '9mobile', 'Vodafone', 'O2', 'AT&T', 'Verizon'
  )),
  phone_number text not null check (length(phone_number) between 4 and 30),
  amount numeric not null check (amount in (5, 10, 20, 50)),
  currency text not null default 'USD' check (currency = 'USD'),
  status text not null default 'pending_manual_verification' check (status in (
    'pending_manual_verification', 'manual_payment_approved', 'manual_payment_rejected', 'completed'
  )),
  recharge_details jsonb not null,
  payment_method text not null check (payment_method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  transaction_reference text not null check (length(transaction_reference) between 1 and 400),
  admin_notes text check (length(admin_notes) <= 2000),
  stripe_session_id text check (length(stripe_session_id) between 1 and 255),
  idempotency_key uuid,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_details jsonb,
  payment_code text
);
comment on column public.recharges.operator is 'The operator''s name, as in packages/domain/src/operators.ts.';
comment on column public.recharges.admin_notes is 'Written by the reviewer, readable by the customer.';
comment on column public.recharges.idempotency_key is
  'The client''s id of one submission: sending it twice makes one recharge.';
comment on column public.recharges.reviewed_by is
  'The administrator (auth.users.id) who decided. No foreign key, as in orders.';
comment on column public.recharges.payment_code is
  'The code that the customer reserved for this payment. Null: the customer used none.';
comment on column public.recharges.payment_details is
  'The payment details that the customer saw: {instruction, details}. Set by the database.';

-- The same indexes as on orders, for the same reasons.
create index recharges_user_id_created_at_idx on public.recharges (user_id, created_at desc);
create index recharges_status_created_at_idx on public.recharges (status, created_at) include (user_id);
create unique index recharges_user_id_idempotency_key_key
  on public.recharges (user_id, idempotency_key) where idempotency_key is not null;
create unique index recharges_stripe_session_id_key
  on public.recharges (stripe_session_id) where stripe_session_id is not null;
create index recharges_reference_created_at_idx
  on public.recharges (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';
create index recharges_undecided_user_id_idx on public.recharges (user_id)
  where reviewed_at is null and stripe_session_id is null;

-- A number with a plus sign is a phone number, unless it is as long as an Amex or Diners card number.
create function private.recharge_phone_number(value text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy constant text := btrim(value);
  digits constant text := regexp_replace(tidy, '[^0-9]', '', 'g');
begin
  if tidy is null
    or tidy !~ '^\+?[0-9 ()./-]{4,29}$'
    or length(digits) not between 4 and 15
    or private.contains_card_number(tidy)
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.phone_number',
      message = 'Please enter a valid phone number.';
  end if;
  return tidy;
end
$$;

create function private.prepare_recharge() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  details constant jsonb := new.recharge_details;
  recharge_type constant text := details ->> 'type';
begin
  if new.status is distinct from 'pending_manual_verification' then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.status',
      message = 'A new recharge starts pending manual verification.';
  end if;
  if new.operator is null or new.operator not in (
    'Glo Mobile', 'MTN', 'Airtel', '9mobile', 'Vodafone', 'O2', 'AT&T', 'Verizon'
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.operator',
      message = 'Please choose one of the available operators.';
  end if;
  if new.amount is null or new.amount not in (5, 10, 20, 50)
    or new.currency is distinct from 'USD'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.amount',
      message = 'Choose an amount of 5, 10, 20 or 50 USD.';
  end if;
  if recharge_type is null
    or recharge_type not in ('talktime', 'data', 'bundle')
    or details - 'type' <> '{}'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.type',
      message = 'Choose talktime, data or bundle.';
  end if;

  new.amount := trim_scale(new.amount);
  new.recharge_details := jsonb_build_object('type', recharge_type);
  new.phone_number := private.recharge_phone_number(new.phone_number);
  new.transaction_reference :=
    private.payment_reference(new.payment_method, new.transaction_reference);
  new.idempotency_key := coalesce(private.request_idempotency_key(), new.idempotency_key);
  return new;
end
$$;

create trigger prepare_recharge
  before insert on public.recharges
  for each row execute function private.prepare_recharge();

create trigger keep_payment_details
  before insert on public.recharges
  for each row execute function private.keep_payment_details();

create trigger limit_waiting_records
  before insert on public.recharges
  for each row execute function private.limit_waiting_records();

create trigger record_change
  after update or delete on public.recharges
  for each row execute function private.record_change();

alter table public.recharges enable row level security;

create policy "Recharges are visible to their owner and administrators"
  on public.recharges for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers insert their own recharges"
  on public.recharges for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Administrators review recharges"
  on public.recharges for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.recharges as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.recharges from anon, authenticated, service_role;
grant select on public.recharges to authenticated, service_role;
grant insert (
  user_id, operator, phone_number, amount, currency, status, recharge_details, payment_method,
  transaction_reference, payment_code
) on public.recharges to authenticated;
grant update (status, admin_notes, updated_at) on public.recharges to authenticated;
grant update (status, stripe_session_id, updated_at) on public.recharges to service_role;

revoke execute on all functions in schema private from public;
