-- The last check of an upload, for a transaction that takes one round trip: the server checked the bytes by the
-- rules that it passes here.
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
  select * into admission
  from backend_storage.admit_upload(person, session, needs_account, bucket, at);
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
  'Fails unless an upload is admitted and the rules of its bucket are the expected ones. Locks like admit_upload.';

revoke execute on function
  backend_storage.confirm_upload(uuid, uuid, boolean, text, timestamptz, bigint, jsonb) from public;
grant execute on function
  backend_storage.confirm_upload(uuid, uuid, boolean, text, timestamptz, bigint, jsonb) to authenticator;
