-- Tables whose changes are sent to subscribers; row level security decides who hears of which row.
alter publication supabase_realtime
  add table public.profiles, public.orders, public.recharges, public.transactions;
