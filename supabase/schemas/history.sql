-- The customer's history: one row per order or recharge, with the status of that record.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete restrict,
  type text not null check (type in (
    'card_order', 'recharge', 'payment_sent', 'payment_received', 'wire_transfer'
  )),
  description text not null,
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  status text not null check (length(status) between 1 and 60),
  -- The id of an order or a recharge, so no foreign key. The trigger checks that the record exists.
  related_order_id uuid,
  created_at timestamptz not null default now(),
  constraint transactions_related_order_id_key unique (related_order_id),
  constraint transactions_related_order_id_check
    check ((type in ('card_order', 'recharge')) = (related_order_id is not null))
);
create index transactions_user_id_created_at_idx on public.transactions (user_id, created_at desc);

-- The row of an order or a recharge exists since its insert. A client that inserts it again changes nothing.
create function private.prepare_transaction() returns trigger
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

create trigger prepare_transaction
  before insert on public.transactions
  for each row execute function private.prepare_transaction();

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

create function private.follow_record_status() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.transactions set status = new.status where related_order_id = new.id;
  return null;
end
$$;

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

alter table public.transactions enable row level security;

create policy "Transactions are visible to their owner and administrators"
  on public.transactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers log their own orders and recharges"
  on public.transactions for insert to authenticated
  with check (user_id = (select auth.uid()) and type in ('card_order', 'recharge'));

create policy "Rows require the second factor of the user"
  on public.transactions as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.transactions from anon, authenticated, service_role;
grant select on public.transactions to authenticated, service_role;
grant insert (
  user_id, type, description, amount, currency, status, related_order_id
) on public.transactions to authenticated;

revoke execute on all functions in schema private from public;
