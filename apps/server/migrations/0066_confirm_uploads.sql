drop function backend_storage.admit_upload(uuid, uuid, boolean, text, timestamptz);

-- An upload may take hours. What it was checked by before its first byte is checked again when its row is inserted.
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
  select
    coalesce(
      (
        select u.deleted_at is null and coalesce(u.banned_until <= at, true)
        from auth.users as u where u.id = person
      ),
      not needs_account
    ) and (
      session is null or exists (
        select from auth.sessions as s
        where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > at)
      )
    ),
    b.id is not null, b.file_size_limit, to_jsonb(b.allowed_mime_types)
  into is_admitted, has_bucket, file_size_limit, allowed_mime_types
  from (values (bucket)) as wanted (id) left join storage.buckets as b on b.id = wanted.id;
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
  admission record;
begin
  if person is not null then
    perform from auth.users as u where u.id = person for share;
  end if;
  if session is not null then
    perform from auth.sessions as s where s.id = session for share;
  end if;
  perform from storage.buckets as b where b.id = bucket for share;
  select * into admission
  from backend_storage.read_admission(person, session, needs_account, bucket, at);
  if not admission.is_admitted or not admission.has_bucket
    or admission.file_size_limit is distinct from expected_size_limit
    or admission.allowed_mime_types is distinct from expected_mime_types
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
