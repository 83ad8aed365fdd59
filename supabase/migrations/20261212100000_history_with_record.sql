-- The database writes the history row of an order or a recharge with the record.

-- history.sql -------------------------------------------------------------------------------------

create or replace function private.prepare_transaction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  record_amount numeric;
  record_currency text;
  record_status text;
begin
  if pg_trigger_depth() > 1 then
    -- Written by log_record.
    return new;
  end if;
  new.description := private.safe_text(new.description, 'description', 200);
  if private.belongs_to_another_user(new.user_id) then
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
      errcode = 'check_violation',
      hint = 'transaction.record',
      message = 'A transaction belongs to an order or a recharge of yours.';
  end if;
  if new.amount is distinct from record_amount
    or new.currency is distinct from record_currency
    or new.status is distinct from record_status
      and new.status is distinct from 'pending_manual_verification'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'transaction.values',
      message = 'A transaction has the amount, currency and status of its order or recharge.';
  end if;
  -- A caller without the required factors gets the error of the policy.
  if private.has_required_factors() and exists (
    select from public.transactions as logged where logged.related_order_id = new.related_order_id
  ) then
    return null;
  end if;
  new.amount := record_amount;
  new.status := record_status;
  return new;
end
$$;

create or replace function private.follow_record_status() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.transactions set status = new.status where related_order_id = new.id;
  return null;
end
$$;

drop trigger follow_record_status on public.orders;
drop trigger follow_record_status on public.recharges;

create trigger follow_record_status
  after update on public.orders
  for each row
  when (old.status is distinct from new.status)
  execute function private.follow_record_status();

create trigger follow_record_status
  after update on public.recharges
  for each row
  when (old.status is distinct from new.status)
  execute function private.follow_record_status();

-- Records whose client never sent the row.
insert into public.transactions (
  user_id, type, description, amount, currency, status, related_order_id, created_at
)
select
  user_id,
  'card_order',
  format('%s virtual card order', initcap(card_details ->> 'tier')),
  amount,
  currency,
  status,
  id,
  created_at
from public.orders
where not exists (select from public.transactions where related_order_id = orders.id)
union all
select
  user_id, 'recharge', format('Mobile recharge: %s', operator), amount, currency, status, id, created_at
from public.recharges
where not exists (select from public.transactions where related_order_id = recharges.id);

-- Writes the row of a new order or recharge.
create function private.log_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  type text := 'card_order';
  description text;
begin
  if tg_table_name = 'orders' then
    description := format('%s virtual card order', initcap(new.card_details ->> 'tier'));
  else
    type := 'recharge';
    description := format('Mobile recharge: %s', new.operator);
  end if;
  insert into public.transactions (
    user_id, type, description, amount, currency, status, related_order_id, created_at
  )
  values (
    new.user_id, type, description, new.amount, new.currency, new.status, new.id, new.created_at
  );
  return null;
end
$$;

create trigger log_record
  after insert on public.orders
  for each row execute function private.log_record();

create trigger log_record
  after insert on public.recharges
  for each row execute function private.log_record();

revoke execute on all functions in schema private from public;
