-- A made-up payment is no part of what is kept about a person: like the record that it is for, it names
-- nobody once the account is gone.

alter table public.sandbox_checkout_sessions
  drop constraint sandbox_checkout_sessions_user_id_fkey;
drop index public.sandbox_checkout_sessions_user_id_idx;
comment on column public.sandbox_checkout_sessions.user_id is
  'Whose record it is for. No foreign key, as for the record itself.';
