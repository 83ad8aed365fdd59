-- The bytes of an object are kept under the version that its row names, and under nothing else. What is
-- written without a row yet, and what a row has let go of, is listed here, and a scheduled job removes
-- it: rows and bytes agree whenever a server stops in between.

create schema beaconpay_storage;
revoke all on schema beaconpay_storage from public;

create table beaconpay_storage.unattached_versions (
  version text primary key,
  remove_after timestamptz not null
);
comment on table beaconpay_storage.unattached_versions is
  'Bytes that no row of storage.objects names: not yet, or no longer.';
create index unattached_versions_remove_after on beaconpay_storage.unattached_versions (remove_after);

create table beaconpay_storage.resumable_uploads (
  -- The version under which its bytes are kept.
  id text primary key,
  -- Who began it; nobody else goes on with it.
  uploader text not null,
  -- What its bytes become when they are complete.
  target jsonb not null,
  -- What the protocol keeps of it, where the back end does not.
  upload jsonb,
  -- One request at a time writes to it.
  locked_by uuid,
  locked_until timestamptz,
  remove_after timestamptz not null
);
comment on table beaconpay_storage.resumable_uploads is
  'Uploads in parts. A finished one is kept for as long as somebody may ask whether it is.';
create index resumable_uploads_remove_after on beaconpay_storage.resumable_uploads (remove_after);

-- What the server logs in as; those who call it become other roles, which see nothing of this.
grant usage on schema beaconpay_storage to authenticator;
grant select, insert, update, delete on beaconpay_storage.unattached_versions,
  beaconpay_storage.resumable_uploads to authenticator;

create function beaconpay_storage.follow_versions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.version is not null
    and (tg_op = 'DELETE' or old.version is distinct from new.version)
  then
    -- Not at once: a backup that began a moment ago still copies them.
    insert into beaconpay_storage.unattached_versions (version, remove_after)
    values (old.version, now() + interval '1 hour')
    on conflict (version) do nothing;
  end if;
  if tg_op <> 'DELETE' and new.version is not null
    and (tg_op = 'INSERT' or old.version is distinct from new.version)
  then
    delete from beaconpay_storage.unattached_versions where version = new.version;
    if not found then
      raise exception 'There are no bytes of version %.', new.version using errcode = 'PT410';
    end if;
  end if;
  return null;
end;
$$;
revoke execute on function beaconpay_storage.follow_versions() from public;

create trigger follow_versions
  after insert or delete or update of version on storage.objects
  for each row execute function beaconpay_storage.follow_versions();

-- Lists go by the names' bytes, whatever the database's language is.
create index objects_by_bucket_and_name on storage.objects (bucket_id, name collate "C");
