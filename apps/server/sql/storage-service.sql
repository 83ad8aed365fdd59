-- The bytes of an object are stored under the version in its row. Bytes without a row are listed here, before
-- their row exists and after it is gone, and a scheduled job deletes them. So rows and bytes agree even if a
-- server stops in between.

create schema backend_storage;
revoke all on schema backend_storage from public;

create table backend_storage.orphaned_blobs (
  version text primary key,
  remove_after timestamptz not null
);
comment on table backend_storage.orphaned_blobs is
  'Bytes that no row of storage.objects names: not yet, or no longer.';
create index orphaned_blobs_remove_after on backend_storage.orphaned_blobs (remove_after);

create table backend_storage.resumable_uploads (
  -- The version under which the bytes are stored.
  id text primary key,
  -- The user who started the upload. Only this user can continue it.
  uploader text not null,
  -- The object that a finished upload becomes.
  target jsonb not null,
  -- The state of the tus protocol, for back ends that do not store it.
  upload jsonb,
  -- One request at a time writes.
  locked_by uuid,
  locked_until timestamptz,
  remove_after timestamptz not null
);
comment on table backend_storage.resumable_uploads is
  'Resumable uploads. A finished one is kept while its client can request its state.';
create index resumable_uploads_remove_after on backend_storage.resumable_uploads (remove_after);

-- The server logs in as authenticator. The callers' roles have no access.
grant usage on schema backend_storage to authenticator;
grant select, insert, update, delete on backend_storage.orphaned_blobs,
  backend_storage.resumable_uploads to authenticator;

create function backend_storage.follow_versions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.version is not null
    and (tg_op = 'DELETE' or old.version is distinct from new.version)
  then
    -- Not at once: a backup that began a moment ago still copies them.
    insert into backend_storage.orphaned_blobs (version, remove_after)
    values (old.version, now() + interval '1 hour')
    on conflict (version) do nothing;
  end if;
  if tg_op <> 'DELETE' and new.version is not null
    and (tg_op = 'INSERT' or old.version is distinct from new.version)
  then
    delete from backend_storage.orphaned_blobs where version = new.version;
    if not found then
      raise exception 'There are no bytes of version %.', new.version using errcode = 'PT410';
    end if;
  end if;
  return null;
end;
$$;
revoke execute on function backend_storage.follow_versions() from public;

create trigger follow_versions
  after insert or delete or update of version on storage.objects
  for each row execute function backend_storage.follow_versions();

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

-- Lists are sorted by the bytes of the names, whatever the locale of the database is.
create index objects_by_bucket_and_name on storage.objects (bucket_id, name collate "C");

-- For the data export, as in auth-service.sql.
create function backend_storage.account_data(account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'unfinished_uploads', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', target ->> 'bucketId', 'name', target ->> 'name', 'type', target ->> 'type',
          'metadata', target -> 'userMetadata', 'removed_after', remove_after
        ) order by remove_after, id
      ), '[]')
      from backend_storage.resumable_uploads
      where uploader in ('authenticated:' || account_id, 'service_role:' || account_id)
    )
  )
$$;
comment on function backend_storage.account_data(uuid) is
  'What the storage service keeps about an account beside the storage schema.';
revoke all on function backend_storage.account_data(uuid) from public;
grant usage on schema backend_storage to postgres;
grant execute on function backend_storage.account_data(uuid) to postgres;
