-- Every change of a profile, an account type or a status, with who made it. Only triggers write here;
-- no API role has any right on the table, and nobody changes what is written.

create table private.audit_log (
  id bigint primary key generated always as identity,
  recorded_at timestamptz not null default now(),
  -- The signed-in user; null when the service key or a maintenance session made the change.
  actor_id uuid,
  actor_role text not null,
  table_name text not null,
  record_id uuid not null,
  action text not null check (action in ('update', 'delete')),
  -- Only the columns that changed; for a deletion, before is the whole row and after is null.
  before jsonb not null,
  after jsonb
);
comment on table private.audit_log is 'Append-only. No foreign keys: an entry outlives what it tells of.';
create index audit_log_record_id_idx on private.audit_log (record_id, id);

create function private.record_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := to_jsonb(old);
  changed_after jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(column_name, old_value), jsonb_object_agg(column_name, to_jsonb(new) -> column_name)
    into changed_before, changed_after
    from jsonb_each(to_jsonb(old)) as old_columns (column_name, old_value)
    where column_name <> 'updated_at'
      and old_value is distinct from to_jsonb(new) -> column_name;
    if changed_before is null then
      return null;
    end if;
  end if;

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), tg_table_name, old.id, lower(tg_op),
    changed_before, changed_after
  );
  return null;
end
$$;

create function private.refuse_rewriting() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using
    errcode = 'insufficient_privilege',
    message = 'The audit log is append-only.';
end
$$;

create trigger append_only
  before update or delete or truncate on private.audit_log
  for each statement execute function private.refuse_rewriting();

create trigger record_change
  after update or delete on public.profiles
  for each row execute function private.record_change();

alter table private.audit_log enable row level security;
revoke all on private.audit_log from anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
