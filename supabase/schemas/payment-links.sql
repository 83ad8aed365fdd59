-- Links between bank lines and the records that they pay, and what the customer sees of them.

create table public.payment_links (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references public.bank_lines,
  -- The id of an order or a recharge, so no foreign key.
  record_id uuid not null,
  amount numeric not null check (amount > 0),
  kind text not null check (kind in ('exact', 'under', 'over', 'manual')),
  matched_by text not null check (matched_by in ('code', 'reference', 'manual')),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'undone')),
  is_automatic boolean not null default false,
  -- Null: the system.
  created_by uuid,
  created_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  undone_by uuid,
  undone_at timestamptz
);
comment on table public.payment_links is 'Which bank line pays which record, and how much of it.';
comment on column public.payment_links.is_automatic is
  'A job confirms a proposed link without an administrator.';
create unique index payment_links_line_id_record_id_key on public.payment_links (line_id, record_id)
  where state <> 'undone';
create index payment_links_line_id_idx on public.payment_links (line_id);
create index payment_links_record_id_idx on public.payment_links (record_id);
create index payment_links_automatic_idx on public.payment_links (created_at, id)
  where state = 'proposed' and is_automatic;

create table public.payment_states (
  record_id uuid primary key,
  user_id uuid not null references public.profiles on delete restrict,
  state text not null check (state in ('partial', 'received')),
  received_amount numeric not null check (received_amount >= 0),
  amount numeric not null,
  currency text not null,
  paid_on date,
  bank_reference text,
  updated_at timestamptz not null default now()
);
comment on table public.payment_states is
  'For customers: how much of a record was received. A record without a payment has no row.';
comment on column public.payment_states.paid_on is 'The value date of the last payment.';
create index payment_states_user_id_idx on public.payment_states (user_id);

-- What follows from links --------------------------------------------------------------------------

-- The lock makes transactions that link the same line wait for each other.
create function private.limit_linked_money(line_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.bank_lines where id = any (line_ids) order by id for update;
  if exists (
    select from public.payment_links as link
    join public.bank_lines as line on line.id = link.line_id
    where link.line_id = any (line_ids) and link.state <> 'undone'
    group by line.id
    having sum(link.amount) > line.amount
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.exceeds_line',
      message = 'The linked amounts are higher than the bank line.';
  end if;
end
$$;

-- An administrator decides that an amount in another currency covers the record.
create function private.booked_amount(
  link_amount numeric, line_currency text, due numeric, record_currency text
) returns numeric
language sql immutable parallel safe
as $$
  select case when line_currency = record_currency then link_amount else due end
$$;

-- A reference can be the one of another customer, so a proposal by reference shows the customer nothing.
create function private.refresh_payment_states(record_ids uuid[]) returns void
language sql security definer
set search_path = ''
as $$
  insert into public.payment_states
    (record_id, user_id, state, received_amount, amount, currency, paid_on, bank_reference)
  select
    record.id, record.user_id, case when paid.received < record.amount then 'partial' else 'received' end,
    paid.received, record.amount, record.currency, paid.paid_on, paid.bank_reference
  from public.records as record
  join lateral (
    select
      coalesce(
        sum(private.booked_amount(link.amount, line.currency, record.amount, record.currency))
          filter (where link.state <> 'undone'),
        0
      ) as received,
      max(coalesce(line.value_date, line.booking_date)) filter (where link.state <> 'undone') as paid_on,
      (array_agg(line.bank_reference order by line.booking_date desc, line.id)
        filter (where link.state <> 'undone'))[1] as bank_reference
    from public.payment_links as link
    join public.bank_lines as line on line.id = link.line_id
    where link.record_id = record.id and (link.state <> 'proposed' or link.matched_by = 'code')
    having count(*) > 0
  ) as paid on true
  where record.id = any (record_ids)
  on conflict (record_id) do update
  set
    state = excluded.state, received_amount = excluded.received_amount, paid_on = excluded.paid_on,
    bank_reference = excluded.bank_reference, updated_at = now()
  where (payment_states.received_amount, payment_states.paid_on, payment_states.bank_reference)
    is distinct from (excluded.received_amount, excluded.paid_on, excluded.bank_reference)
$$;

create function private.follow_payment_links() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  request_origin constant jsonb := private.request_origin();
begin
  perform private.limit_linked_money(array(select distinct line_id from changed));
  insert into public.record_events (record_id, kind, actor_id, detail)
  select
    record_id, 'matched', case state when 'undone' then undone_by when 'confirmed' then confirmed_by end,
    jsonb_build_object(
      'link_id', id, 'line_id', line_id, 'amount', amount, 'kind', kind, 'by', matched_by, 'state', state
    )
  from changed order by id;
  insert into private.audit_log
    (actor_id, actor_role, table_name, record_id, action, before, after, origin)
  select
    auth.uid(), coalesce(auth.role(), session_user), 'payment_links', id, lower(tg_op), '{}',
    jsonb_build_object(
      'line_id', line_id, 'record_id', record_id, 'amount', amount, 'kind', kind, 'state', state
    ),
    request_origin
  from changed order by id;
  perform private.refresh_payment_states(array(select distinct record_id from changed));
  return null;
end
$$;

create trigger follow_new_links
  after insert on public.payment_links
  referencing new table as changed
  for each statement execute function private.follow_payment_links();

create trigger follow_changed_links
  after update on public.payment_links
  referencing new table as changed
  for each statement execute function private.follow_payment_links();

-- Locks --------------------------------------------------------------------------------------------

-- Every change of links takes its locks in this order, so that none waits in a circle: the lines, the orders, the
-- recharges, each by id. A decision locks one order or recharge.
create function private.lock_payments(line_ids uuid[], record_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.bank_lines
  where id = any (
    line_ids || array(
      select link.line_id from public.payment_links as link
      where link.record_id = any (record_ids) and link.state <> 'undone'
    )
  )
  order by id for update;
  perform from public.orders where id = any (record_ids) order by id for update;
  perform from public.recharges where id = any (record_ids) order by id for update;
end
$$;

-- Access -------------------------------------------------------------------------------------------

alter table public.payment_links enable row level security;

create policy "Payment links are visible to administrators"
  on public.payment_links for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.payment_links as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_links from anon, authenticated, service_role;
grant select on public.payment_links to authenticated, service_role;

alter table public.payment_states enable row level security;

create policy "Payment states are visible to their customer and administrators"
  on public.payment_states for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.payment_states as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_states from anon, authenticated, service_role;
grant select on public.payment_states to authenticated, service_role;

revoke execute on all functions in schema private from public;
