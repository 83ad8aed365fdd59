-- Whether the reference of a payment was used before, for whoever reviews it. Card payments are left
-- out: their reference describes the card, and a card may pay more than once.

create index orders_reference_created_at_idx
  on public.orders (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';
create index recharges_reference_created_at_idx
  on public.recharges (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';

-- Looks past row level security on purpose, and only for administrators, who see all records anyway:
-- under a policy no index on lower(…) could be used, since lower() is not leakproof.
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
  'For administrators: of these orders and recharges, those whose reference an earlier record has, with the first of them.';

revoke execute on function public.reused_references(uuid[]) from public, anon;
grant execute on function public.reused_references(uuid[]) to authenticated;
