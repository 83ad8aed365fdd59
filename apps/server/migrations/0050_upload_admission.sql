-- An upload may take hours. The transaction that makes its row checks again what was checked before its first
-- byte. It holds what it checked until it commits, so that a change of the account, the session or the bucket
-- either waits for the row or is seen here.

create function beaconpay_storage.admit_upload(
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
language plpgsql security definer
set search_path = ''
as $$
declare
  account record;
begin
  select u.deleted_at, u.banned_until into account from auth.users as u where u.id = person for share;
  is_admitted := case
    when not found then not needs_account
    else account.deleted_at is null and coalesce(account.banned_until <= at, true)
  end;
  if is_admitted and session is not null then
    perform from auth.sessions as s
    where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > at)
    for share;
    is_admitted := found;
  end if;
  select b.file_size_limit, to_jsonb(b.allowed_mime_types)
  into file_size_limit, allowed_mime_types
  from storage.buckets as b where b.id = bucket for share;
  has_bucket := found;
end;
$$;
comment on function beaconpay_storage.admit_upload(uuid, uuid, boolean, text, timestamptz) is
  'Whether the account and the session of an upload still live, and the current rules of its bucket.';

revoke execute on function beaconpay_storage.admit_upload(uuid, uuid, boolean, text, timestamptz) from public;
grant execute on function beaconpay_storage.admit_upload(uuid, uuid, boolean, text, timestamptz) to authenticator;
