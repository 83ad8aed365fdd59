-- One customer cannot fill the reviewers' queue, a review is one decision about somebody else's record,
-- and a refusal tells nobody about records that are not theirs.

-- The count below asks for one customer's undecided records among all that were ever decided. A record
-- is decided by a reviewer or by a payment session. Asked by status instead, Postgres could take the
-- index of the whole queue for it, and every submission would read everybody's.
create index orders_undecided_user_id_idx on public.orders (user_id)
  where reviewed_at is null and stripe_session_id is null;
create index recharges_undecided_user_id_idx on public.recharges (user_id)
  where reviewed_at is null and stripe_session_id is null;

create function private.waiting_records_limit() returns integer
language sql immutable
as $$
  select 20
$$;
comment on function private.waiting_records_limit() is
  'How many orders and recharges of one customer may wait for a review.';

-- Triggers run before the policies are asked. What they say about a row for somebody else must not
-- depend on that person's records, so they say nothing and leave the refusal to the policies. Without a
-- search path of its own, so that it is folded into what calls it.
create function private.is_for_somebody_else(owner_id uuid) returns boolean
language sql stable
as $$
  select auth.role() in ('anon', 'authenticated') and owner_id is distinct from auth.uid()
$$;

create function private.limit_waiting_records() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant integer := private.waiting_records_limit();
  key uuid;
begin
  -- Outside a request it is the operator who brings in records, from elsewhere or for a demonstration.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or private.is_for_somebody_else(new.user_id)
  then
    return new;
  end if;

  -- Of two submissions at one moment the second waits here for the first and then counts it. Not a
  -- lock of the profile's row, which every submission would have to write.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 20));
  if (
    select count(*)
    from (
      (
        select from public.orders
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit most
      )
      union all
      (
        select from public.recharges
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit most
      )
    ) as waiting
  ) < most then
    return new;
  end if;

  -- A submission that was sent again finds its record by the unique key, however many wait.
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
    message = format(
      'You have %s orders and recharges waiting for review. Please wait until one of them is decided.',
      most
    );
end
$$;

create trigger limit_waiting_records
  before insert on public.orders
  for each row execute function private.limit_waiting_records();

create trigger limit_waiting_records
  before insert on public.recharges
  for each row execute function private.limit_waiting_records();

-- One decision a statement: a filter that is missing or too wide must not decide a whole queue.
create function private.refuse_decisions_in_bulk() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role')
    and (select count(*) from (select from decided limit 2) as decisions) > 1
  then
    raise exception using
      errcode = 'check_violation', message = 'A review decides one record at a time.';
  end if;
  return null;
end
$$;

create trigger refuse_decisions_in_bulk
  after update on public.orders
  referencing new table as decided
  for each statement execute function private.refuse_decisions_in_bulk();

create trigger refuse_decisions_in_bulk
  after update on public.recharges
  referencing new table as decided
  for each statement execute function private.refuse_decisions_in_bulk();

create or replace function private.guard_decision() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  reviewing constant boolean :=
    new.status in ('manual_payment_approved', 'manual_payment_rejected');
begin
  if old.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      message = case
        when old.status = 'completed' and new.status = 'completed' then 'already confirmed'
        else 'already reviewed'
      end,
      detail = format('The status is %s.', replace(old.status, '_', ' ')),
      hint = 'Reload to see the decision.';
  end if;
  if current_user = 'authenticated' and not reviewing then
    raise exception using
      errcode = 'check_violation', message = 'A review approves or rejects the payment.';
  end if;
  if reviewing and old.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation', message = 'Another administrator has to review your own record.';
  end if;
  if current_user = 'service_role' and new.status is distinct from 'completed' then
    raise exception using
      errcode = 'check_violation', message = 'The service only completes a payment.';
  end if;
  if not reviewing and (new.status is distinct from 'completed' or new.stripe_session_id is null) then
    raise exception using
      errcode = 'check_violation',
      message = 'A payment is completed with the session of its card provider.';
  end if;

  new.admin_notes := private.safe_text(new.admin_notes, 'admin notes', 2000);
  new.reviewed_by := case when reviewing then auth.uid() end;
  new.reviewed_at := case when reviewing then now() end;
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.prepare_transaction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  record_amount numeric;
  record_currency text;
  record_status text;
begin
  new.description := private.safe_text(new.description, 'description', 200);
  if private.is_for_somebody_else(new.user_id) then
    return new;
  end if;
  if new.type = 'card_order' then
    select amount, currency, status
    into record_amount, record_currency, record_status
    from public.orders
    where id = new.related_order_id and user_id = new.user_id;
  elsif new.type = 'recharge' then
    select amount, currency, status
    into record_amount, record_currency, record_status
    from public.recharges
    where id = new.related_order_id and user_id = new.user_id;
  else
    return new;
  end if;

  if record_status is null then
    raise exception using
      errcode = 'check_violation', message = 'A transaction belongs to an order or a recharge of yours.';
  end if;
  if new.amount is distinct from record_amount
    or new.currency is distinct from record_currency
    or new.status is distinct from record_status
      and new.status is distinct from 'pending_manual_verification'
  then
    raise exception using
      errcode = 'check_violation',
      message = 'A transaction has the amount, currency and status of its order or recharge.';
  end if;
  new.amount := record_amount;
  new.status := record_status;
  return new;
end
$$;

revoke execute on all functions in schema private from public;
