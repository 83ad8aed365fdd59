-- Internal notes of administrators about a customer. Customers never read them.

create table public.account_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  author_id uuid not null default auth.uid(),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table public.account_notes is
  'Internal notes about a customer. Only administrators read them. A note does not change.';
create index account_notes_user_id_idx on public.account_notes (user_id, created_at);

create function private.prepare_account_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.body := private.safe_text(new.body, 'note', 2000);
  if new.body is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_note.body',
      message = 'Enter a note.';
  end if;
  return new;
end
$$;

create trigger prepare_account_note
  before insert on public.account_notes
  for each row execute function private.prepare_account_note();

-- A note about a customer may identify the customer.
create function private.erase_account_notes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.account_notes where user_id = new.id;
  return null;
end
$$;

create trigger erase_account_notes
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_account_notes();

-- Access -------------------------------------------------------------------------------------------

alter table public.account_notes enable row level security;

-- An administrator does not read what others write about the administrator's own account.
create policy "Administrators read the notes about other users"
  on public.account_notes for select to authenticated
  using ((select private.is_admin()) and user_id <> (select auth.uid()));

create policy "Administrators write notes about other users"
  on public.account_notes for insert to authenticated
  with check (
    (select private.is_admin())
    and author_id = (select auth.uid()) and user_id <> (select auth.uid())
  );

create policy "Rows require the second factor of the user"
  on public.account_notes as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.account_notes from anon, authenticated, service_role;
grant select on public.account_notes to authenticated, service_role;
grant insert (user_id, body) on public.account_notes to authenticated;

revoke execute on all functions in schema private from public;
