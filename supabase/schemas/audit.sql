-- The audit log: every change of a profile, an account type, a status or a setting, with the user who made
-- it. Only triggers write here. No API role has a right on the table. audit-chain.sql seals the entries.

-- The address is the one that private.client_address() trusts, or that of the session. Only its network is kept: it
-- shows a change from an unusual place and identifies no household. The user agent is a claim of the client.
create function private.request_origin() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '');
  session_id constant uuid := auth.jwt() ->> 'session_id';
  address inet := private.client_address(headers);
  agent text := headers ->> 'user-agent';
begin
  if session_id is not null and (address is null or agent is null) then
    select coalesce(address, ip), coalesce(agent, user_agent) into address, agent
    from auth.sessions where id = session_id;
  end if;
  return nullif(
    jsonb_strip_nulls(jsonb_build_object(
      'network', network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text,
      'user_agent', left(agent, 200)
    )),
    '{}'
  );
end
$$;
comment on function private.request_origin() is
  'Where the current request comes from: {network, user_agent}. Null outside of a request.';

create table private.audit_log (
  id bigint primary key generated always as identity,
  recorded_at timestamptz not null default now(),
  -- The signed-in user. Null for a change with the service key or in a maintenance session.
  actor_id uuid,
  actor_role text not null,
  table_name text not null,
  record_id uuid not null,
  action text not null
    constraint audit_log_action_check check (action in ('insert', 'update', 'delete', 'erase')),
  -- Only the changed columns. A new row has an empty before. For a deletion, before is the whole row and after
  -- is null. An erasure lists the entries that lost their personal values in after.
  before jsonb not null,
  after jsonb,
  origin jsonb default private.request_origin()
);
comment on table private.audit_log is 'Append-only. No foreign keys, because an entry outlives its record.';
comment on column private.audit_log.origin is 'Where the request came from: {network, user_agent}.';
create index audit_log_record_id_idx on private.audit_log (record_id, id);
create index audit_log_actor_id_idx on private.audit_log (actor_id, id) where actor_id is not null;
create index audit_log_table_name_idx on private.audit_log (table_name, id);
create index audit_log_erasures_idx on private.audit_log (id) where action = 'erase';
-- Entries are stored nearly in the order of their time.
create index audit_log_recorded_at_idx on private.audit_log using brin (recorded_at)
  with (pages_per_range = 16, autosummarize = on);

alter table private.audit_log enable row level security;
revoke all on private.audit_log from anon, authenticated, service_role;

-- The trigger of each audited table calls this function.
create function private.record_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed_before jsonb := '{}';
  changed_after jsonb;
begin
  if tg_op = 'INSERT' then
    changed_after := changed_row;
  elsif tg_op = 'DELETE' then
    changed_before := changed_row;
  else
    select jsonb_object_agg(column_name, old_value), jsonb_object_agg(column_name, changed_row -> column_name)
    into changed_before, changed_after
    from jsonb_each(to_jsonb(old)) as old_columns (column_name, old_value)
    where column_name <> 'updated_at'
      and old_value is distinct from changed_row -> column_name;
    if changed_before is null then
      return null;
    end if;
  end if;

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), tg_table_name,
    -- Some tables have the id of their user or of their record as the primary key.
    coalesce(changed_row ->> 'id', changed_row ->> 'record_id', changed_row ->> 'user_id')::uuid,
    lower(tg_op), changed_before, changed_after
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

-- Skips the deletion of a user, which removes the email address and the password.
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

-- A lock, with its end, and a new phone number, without the number.
create function private.record_account_lock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := '{}';
  changed_after jsonb := '{}';
begin
  if old.phone is distinct from new.phone then
    changed_before := '{"phone": null}';
    changed_after := '{"phone": "changed"}';
  end if;
  if old.banned_until is distinct from new.banned_until then
    changed_before := changed_before || jsonb_build_object('banned_until', old.banned_until);
    changed_after := changed_after || jsonb_build_object('banned_until', new.banned_until);
  end if;
  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), 'auth.users', new.id, 'update',
    changed_before, changed_after
  );
  return null;
end
$$;

create trigger record_account_lock
  after update of banned_until, phone on auth.users
  for each row
  when (
    new.deleted_at is null
    and (
      old.banned_until is distinct from new.banned_until
      or old.phone is distinct from new.phone
    )
  )
  execute function private.record_account_lock();

revoke execute on all functions in schema private from public;
