drop function backend_storage.admit_upload(uuid, uuid, boolean, text, timestamptz);

-- An upload may take hours. What it was checked by before its first byte is checked again when its row is inserted.
-- Statements of one table each, because Postgres plans a join again at every call.
create function backend_storage.read_admission(
  person uuid,
  session uuid,
  -- An operator may sign tokens for subjects without an account.
  needs_account boolean,
  bucket text,
  at timestamptz,
  out is_admitted boolean,
  out has_bucket boolean,
  out file_size_limit bigint,
  out allowed_mime_types jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  is_admitted := not needs_account;
  if person is not null then
    select u.deleted_at is null and coalesce(u.banned_until <= at, true) into is_admitted
    from auth.users as u where u.id = person;
    is_admitted := coalesce(is_admitted, not needs_account);
  end if;
  if is_admitted and session is not null then
    perform from auth.sessions as s
    where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > at);
    is_admitted := found;
  end if;
  select b.file_size_limit, to_jsonb(b.allowed_mime_types)
  into file_size_limit, allowed_mime_types
  from storage.buckets as b where b.id = bucket;
  has_bucket := found;
end;
$$;
comment on function backend_storage.read_admission(uuid, uuid, boolean, text, timestamptz) is
  'Whether the account and the session of an upload still live, and the current rules of its bucket.';

revoke execute on function backend_storage.read_admission(uuid, uuid, boolean, text, timestamptz) from public;
grant execute on function backend_storage.read_admission(uuid, uuid, boolean, text, timestamptz) to authenticator;

-- Locks what it checks until the commit, so that it sees a concurrent change of the account, the session or the
-- bucket, or the change waits for the row. The server has checked the bytes by the rules that it passes.
create function backend_storage.confirm_upload(
  person uuid,
  session uuid,
  needs_account boolean,
  bucket text,
  at timestamptz,
  expected_size_limit bigint,
  expected_mime_types jsonb
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  is_admitted boolean := not needs_account;
  size_limit bigint;
  mime_types jsonb;
begin
  if person is not null then
    select u.deleted_at is null and coalesce(u.banned_until <= at, true) into is_admitted
    from auth.users as u where u.id = person for share;
    is_admitted := coalesce(is_admitted, not needs_account);
  end if;
  if is_admitted and session is not null then
    perform from auth.sessions as s
    where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > at)
    for share;
    is_admitted := found;
  end if;
  select b.file_size_limit, to_jsonb(b.allowed_mime_types) into size_limit, mime_types
  from storage.buckets as b where b.id = bucket for share;
  if not found or not is_admitted
    or size_limit is distinct from expected_size_limit
    or mime_types is distinct from expected_mime_types
  then
    raise exception 'The upload is not admitted under the rules it was checked by.'
      using errcode = 'PT412';
  end if;
end;
$$;
comment on function
  backend_storage.confirm_upload(uuid, uuid, boolean, text, timestamptz, bigint, jsonb) is
  'Fails unless an upload is admitted and the rules of its bucket are the expected ones.';

revoke execute on function backend_storage.confirm_upload(uuid, uuid, boolean, text, timestamptz, bigint, jsonb) from public;
grant execute on function backend_storage.confirm_upload(uuid, uuid, boolean, text, timestamptz, bigint, jsonb) to authenticator;
