-- The audit log of the auth service. The service adds entries and cannot change the rules: it owns neither the
-- table nor the schema.

create policy "The auth service reads and adds entries" on auth.audit_log_entries
  to supabase_auth_admin using (true) with check (true);
create index audit_log_entries_actor_id_idx on auth.audit_log_entries ((payload ->> 'actor_id'));
-- The export also finds what other users did to an account.
create index audit_log_entries_subject_id_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'))
  where payload -> 'traits' ->> 'user_id' is not null;

-- The only allowed change of an entry removes the name and the network address.
create function backend_auth.keep_audit_entries() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and new.id = old.id
    and new.instance_id is not distinct from old.instance_id
    and new.created_at is not distinct from old.created_at
    and new.payload::jsonb = old.payload::jsonb || '{"actor_username": ""}'
    and new.ip_address = ''
  then
    return new;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    message = 'The audit log is append-only.';
end
$$;

create trigger keep_entries
  before update or delete on auth.audit_log_entries
  for each row execute function backend_auth.keep_audit_entries();
create trigger keep_all_entries
  before truncate on auth.audit_log_entries
  for each statement execute function backend_auth.keep_audit_entries();

create function backend_auth.forget_audit_names(account_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  update auth.audit_log_entries
  set payload = (payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
  where payload ->> 'actor_id' = account_id::text
$$;
comment on function backend_auth.forget_audit_names(uuid) is
  'Takes the name and the network addresses of a deleted account out of its entries; what was done and when stays.';
revoke all on function backend_auth.forget_audit_names(uuid) from public;
grant execute on function backend_auth.forget_audit_names(uuid) to supabase_auth_admin;
