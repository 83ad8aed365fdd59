-- A record is decided once: an administrator approves or rejects the payment, or the service completes it for
-- a card provider. Both start from pending_manual_verification. No status leads back.

-- Runs with the rights of the caller, because the role decides what is allowed. A second reviewer waits for
-- the row lock and then finds the record decided.
create function private.guard_decision() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  reviewing constant boolean :=
    new.status in ('manual_payment_approved', 'manual_payment_rejected');
begin
  if old.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      hint = 'review.already_decided',
      detail = json_build_object('status', old.status),
      message = case
        when old.status = 'completed' and new.status = 'completed' then 'already confirmed'
        else 'already reviewed'
      end;
  end if;
  if current_user = 'authenticated' and not reviewing then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.decision',
      message = 'A review approves or rejects the payment.';
  end if;
  if reviewing and old.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  if current_user = 'service_role' and new.status is distinct from 'completed' then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.completion_only',
      message = 'The service only completes a payment.';
  end if;
  if not reviewing and (new.status is distinct from 'completed' or new.stripe_session_id is null) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.completion_session',
      message = 'A payment is completed with the session of its card provider.';
  end if;

  new.admin_notes := private.safe_text(new.admin_notes, 'admin notes', 2000);
  new.reviewed_by := case when reviewing then auth.uid() end;
  new.reviewed_at := case when reviewing then now() end;
  new.updated_at := now();
  return new;
end
$$;

-- The erasure of an account and a correction (record-work.sql) may change a decided record. No API role can skip
-- this trigger.
create trigger guard_decision
  before update on public.orders
  for each row
  when (
    current_user in ('authenticated', 'service_role')
    or current_setting('private.erasing_account', true) is distinct from 'yes'
      and current_setting('private.correcting_record', true) is distinct from old.id::text
  )
  execute function private.guard_decision();

create trigger guard_decision
  before update on public.recharges
  for each row
  when (
    current_user in ('authenticated', 'service_role')
    or current_setting('private.erasing_account', true) is distinct from 'yes'
      and current_setting('private.correcting_record', true) is distinct from old.id::text
  )
  execute function private.guard_decision();

-- One decision per statement: a missing or wide filter must not decide a whole queue.
create function private.refuse_decisions_in_bulk() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role')
    and (select count(*) from (select from decided limit 2) as decisions) > 1
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.one_record',
      message = 'A review decides one record at a time.';
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

-- For the reviewer: whether an earlier record has the same reference. Security definer, for administrators
-- only: under a policy Postgres cannot use the index on lower(…), because lower() is not leakproof.
create function public.reused_references(record_ids uuid[])
returns table (
  record_id uuid, earlier_id uuid, earlier_status text, earlier_created_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select record.id, earlier.id, earlier.status, earlier.created_at
  from (
    select id, lower(transaction_reference) as reference, created_at
    from public.orders
    where id = any (record_ids) and payment_method <> 'card_payment'
    union all
    select id, lower(transaction_reference), created_at
    from public.recharges
    where id = any (record_ids) and payment_method <> 'card_payment'
  ) as record
  cross join lateral (
    (
      select orders.id, orders.status, orders.created_at
      from public.orders
      where lower(orders.transaction_reference) = record.reference
        and orders.payment_method <> 'card_payment'
        and orders.created_at < record.created_at
      order by orders.created_at
      limit 1
    )
    union all
    (
      select recharges.id, recharges.status, recharges.created_at
      from public.recharges
      where lower(recharges.transaction_reference) = record.reference
        and recharges.payment_method <> 'card_payment'
        and recharges.created_at < record.created_at
      order by recharges.created_at
      limit 1
    )
    order by created_at
    limit 1
  ) as earlier
  where (select private.is_admin());
$$;
comment on function public.reused_references(uuid[]) is
  'For administrators: the given orders and recharges whose reference an earlier record has, with the earliest such record.';

revoke execute on function public.reused_references(uuid[]) from public, anon;
grant execute on function public.reused_references(uuid[]) to authenticated;

revoke execute on all functions in schema private from public;
