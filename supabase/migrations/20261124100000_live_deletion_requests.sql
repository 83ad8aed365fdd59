-- Administrators see at once who asks for the deletion of their account, or takes it back. Of a row that
-- goes every subscriber of its table is told the primary key, so that must not be who it was.

alter table public.account_deletion_requests
  drop constraint account_deletion_requests_pkey,
  add column id uuid not null default gen_random_uuid(),
  add constraint account_deletion_requests_pkey primary key (id),
  add constraint account_deletion_requests_user_id_key unique (user_id);

alter publication supabase_realtime add table public.account_deletion_requests;
