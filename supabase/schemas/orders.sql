-- Orders of virtual cards.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- Restrict: an account that has ordered cannot be deleted together with its records.
  user_id uuid not null references public.profiles on delete restrict,
  status text not null default 'pending_manual_verification' check (status in (
    'pending_manual_verification', 'manual_payment_approved', 'manual_payment_rejected', 'completed'
  )),
  amount numeric not null check (amount > 0),
  currency text not null default 'USD' check (currency = 'USD'),
  card_details jsonb not null,
  payment_method text not null check (payment_method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  transaction_reference text not null check (length(transaction_reference) between 1 and 400),
  admin_notes text check (length(admin_notes) <= 2000),
  stripe_session_id text check (length(stripe_session_id) between 1 and 255),
  -- The client's id of one submission: sending it twice makes one order.
  idempotency_key uuid,
  -- No foreign key: with a second one to profiles, embedding profiles would be ambiguous.
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null where the customer saw placeholders.
  payment_details jsonb,
  payment_code text
);
comment on column public.orders.admin_notes is 'Written by the reviewer, readable by the customer.';
comment on column public.orders.reviewed_by is 'The administrator (auth.users.id) who decided.';
comment on column public.orders.payment_code is
  'The code that the customer reserved for this payment. Null: the customer used none.';
comment on column public.orders.payment_details is
  'The payment details that the customer saw: {instruction, details}. Set by the database.';

create index orders_user_id_created_at_idx on public.orders (user_id, created_at desc);
-- The administrators' pending page and its count. Not a partial index: the API sends the status as a
-- parameter, and a generic plan cannot use an index for one status. user_id is included because the policies
-- read it, so the count does not visit the table.
create index orders_status_created_at_idx on public.orders (status, created_at) include (user_id);
create unique index orders_user_id_idempotency_key_key
  on public.orders (user_id, idempotency_key) where idempotency_key is not null;
-- One payment session pays for one order.
create unique index orders_stripe_session_id_key
  on public.orders (stripe_session_id) where stripe_session_id is not null;
-- Finds a reused reference. The reference of a card payment describes the card, and a card may pay again.
create index orders_reference_created_at_idx
  on public.orders (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';
-- Counts the undecided records of one customer. A reviewer or a payment session decides a record. With a
-- filter on the status, Postgres might choose the index of the whole queue.
create index orders_undecided_user_id_idx on public.orders (user_id)
  where reviewed_at is null and stripe_session_id is null;

-- Postgres can inline it.
create function private.card_tier_price(tier text) returns numeric
language sql immutable parallel safe
as $$
  select case tier
    when 'standard' then 5::numeric when 'premium' then 15::numeric when 'metal' then 50::numeric
  end
$$;
comment on function private.card_tier_price(text) is
  'The price of a card in USD; null for an unknown tier. Equal to packages/domain/src/card-tiers.ts.';

create function private.prepare_order() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  details constant jsonb := new.card_details;
  tier constant text := details ->> 'tier';
  price constant numeric := private.card_tier_price(tier);
begin
  if new.status is distinct from 'pending_manual_verification' then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.status',
      message = 'A new order starts pending manual verification.';
  end if;
  if price is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.tier',
      message = 'Please choose one of the available cards.';
  end if;
  if details - array['tier', 'cardName'] <> '{}'
    or coalesce(jsonb_typeof(details -> 'cardName'), 'null') not in ('string', 'null')
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.card_details',
      message = 'Card details may hold only the tier and the card name.';
  end if;
  if new.amount is distinct from price or new.currency is distinct from 'USD' then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.price',
      detail = json_build_object('tier', tier, 'price', price, 'currency', 'USD'),
      message = format('The price of a %s card is %s USD.', initcap(tier), price);
  end if;

  new.amount := price;
  new.card_details := jsonb_build_object(
    'tier', tier,
    'cardName', coalesce(private.safe_text(details ->> 'cardName', 'card name', 60), 'My Virtual Card')
  );
  new.transaction_reference :=
    private.payment_reference(new.payment_method, new.transaction_reference);
  new.idempotency_key := coalesce(private.request_idempotency_key(), new.idempotency_key);
  return new;
end
$$;

create trigger prepare_order
  before insert on public.orders
  for each row execute function private.prepare_order();

create trigger keep_payment_details
  before insert on public.orders
  for each row execute function private.keep_payment_details();

create trigger limit_waiting_records
  before insert on public.orders
  for each row execute function private.limit_waiting_records();

create trigger record_change
  after update or delete on public.orders
  for each row execute function private.record_change();

alter table public.orders enable row level security;

create policy "Orders are visible to their owner and administrators"
  on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers insert their own orders"
  on public.orders for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Administrators review orders"
  on public.orders for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.orders as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.orders from anon, authenticated, service_role;
grant select on public.orders to authenticated, service_role;
grant insert (
  user_id, status, amount, currency, card_details, payment_method, transaction_reference,
  payment_code
) on public.orders to authenticated;
grant update (status, admin_notes, updated_at) on public.orders to authenticated;
grant update (status, stripe_session_id, updated_at) on public.orders to service_role;

revoke execute on all functions in schema private from public;
