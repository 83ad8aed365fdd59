-- A new password or e-mail address of an account is in the audit log too: that it changed, when and
-- through whom, and never from what to what.

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
  -- A sign-in may store the same password in a newer way; it says so by its time.
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

-- A deletion takes both away and is no change of either.
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

revoke execute on function private.record_account_change() from public;
