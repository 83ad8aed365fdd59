-- The audit log: every change of a profile, an account type, a status or a setting, with the user who made
-- it. Only triggers write here. No API role has a right on the table.

create table private.audit_log (
  id bigint primary key generated always as identity,
  recorded_at timestamptz not null default now(),
  -- The signed-in user. Null for a change with the service key or in a maintenance session.
  actor_id uuid,
  actor_role text not null,
  table_name text not null,
  record_id uuid not null,
  action text not null check (action in ('update', 'delete')),
  -- Only the changed columns. For a deletion, before is the whole row and after is null.
  before jsonb not null,
  after jsonb
);
comment on table private.audit_log is 'Append-only. No foreign keys, because an entry outlives its record.';
create index audit_log_record_id_idx on private.audit_log (record_id, id);

alter table private.audit_log enable row level security;
revoke all on private.audit_log from anon, authenticated, service_role;

-- The trigger of each audited table calls this function.
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

-- The log is append-only. The erasure of an account is the one exception: see erasure.sql.
create function private.refuse_rewriting() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('private.erasing_account', true) = 'yes' then
    return null;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    hint = 'audit_log.append_only',
    message = 'The audit log is append-only.';
end
$$;

create trigger append_only
  before update or delete or truncate on private.audit_log
  for each statement execute function private.refuse_rewriting();

-- A new password or email address of a sign-in account: who changed it and when, without the values.
create function private.record_account_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := '{}';
  changed_after jsonb := '{}';
begin
  if old.email is distinct from new.email then
    changed_before := changed_before || '{"email": null}';
    changed_after := changed_after || '{"email": "changed"}';
  end if;
  -- A sign-in may hash the same password again. It also sets last_sign_in_at.
  if old.encrypted_password is distinct from new.encrypted_password
    and old.last_sign_in_at is not distinct from new.last_sign_in_at
  then
    changed_before := changed_before || '{"password": null}';
    changed_after := changed_after || '{"password": "changed"}';
  end if;
  if changed_after <> '{}' then
    insert into private.audit_log
      (actor_id, actor_role, table_name, record_id, action, before, after)
    values (
      auth.uid(), coalesce(auth.role(), session_user), 'auth.users', new.id, 'update',
      changed_before, changed_after
    );
  end if;
  return null;
end
$$;

-- Not for a deletion: it removes both.
create trigger record_account_change
  after update of email, encrypted_password on auth.users
  for each row
  when (
    new.deleted_at is null
    and (
      old.email is distinct from new.email
      or old.encrypted_password is distinct from new.encrypted_password
    )
  )
  execute function private.record_account_change();

revoke execute on all functions in schema private from public;
