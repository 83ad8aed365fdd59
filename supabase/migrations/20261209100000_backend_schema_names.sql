-- The data export calls the backend's functions by their new names.

create or replace function private.exported_service_data(person uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  service_data jsonb;
begin
  if to_regprocedure('backend_auth.account_data(uuid)') is not null then
    execute 'select backend_auth.account_data($1) || backend_storage.account_data($1)'
      into service_data using person;
    return service_data;
  end if;
  return jsonb_build_object(
    'passkeys', private.optional_rows(
      'auth.webauthn_credentials', 'user_id',
      array['id', 'friendly_name', 'transports', 'created_at', 'updated_at', 'last_used_at'], person
    ),
    'app_consents', private.optional_rows(
      'auth.oauth_consents', 'user_id', array['client_id', 'scopes', 'granted_at', 'revoked_at'], person
    ),
    'unfinished_uploads', private.optional_rows(
      'storage.s3_multipart_uploads', 'owner_id',
      array['bucket_id', 'key', 'created_at', 'user_metadata'], person
    )
  );
end
$$;
