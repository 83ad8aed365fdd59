-- What the services keep about one user in schemas of their own, for the data export. The role that runs
-- the product's migrations has no access to these tables; it may call the two functions below. They
-- return no secret: no hash, no key, no token and nothing sealed.

create function beaconpay_auth.account_data(account_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'passkeys', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', id, 'name', friendly_name, 'transports', transports, 'times_used', counter,
          'created_at', created_at, 'last_used_at', last_used_at
        ) order by created_at, id
      ), '[]')
      from beaconpay_auth.passkeys where user_id = account_id
    ),
    'recovery_codes', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at) order by created_at), '[]')
      from beaconpay_auth.recovery_codes where user_id = account_id
    ),
    'known_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('last_seen_at', last_seen_at) order by last_seen_at), '[]')
      from beaconpay_auth.known_devices where user_id = account_id
    ),
    'sent_codes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'purpose', slot, 'sent_to', address, 'new_email', new_email, 'tries', tries,
          'created_at', created_at, 'expires_at', expires_at
        ) order by sequence
      ), '[]')
      from beaconpay_auth.one_time_tokens where user_id = account_id
    ),
    'unsent_messages', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at) order by created_at, id), '[]')
      from beaconpay_auth.outbox where user_id = account_id
    ),
    'session_ends', (
      select coalesce(jsonb_agg(
        jsonb_build_object('session', planned.session_id, 'ends_at', planned.ends_at) order by planned.ends_at
      ), '[]')
      from beaconpay_auth.session_ends as planned
      join auth.sessions as session on session.id = planned.session_id
      where session.user_id = account_id
    ),
    'failed_logins', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'failures', failures, 'last_failed_at', last_failed_at, 'blocked_until', blocked_until
        ) order by last_failed_at
      ), '[]')
      from beaconpay_auth.sign_in_failures
      where subject in (
        select beaconpay_auth.failure_subject(login.address, device.hash)
        from auth.users as account
        cross join lateral (values (account.email::text), (account.phone)) as login (address)
        cross join lateral (
          select null::bytea as hash
          union all
          select device from beaconpay_auth.known_devices where user_id = account.id
        ) as device
        where account.id = account_id
      )
    )
  )
$$;
comment on function beaconpay_auth.account_data(uuid) is
  'What the auth service keeps about an account beside the auth schema, without secrets.';
alter function beaconpay_auth.account_data(uuid) owner to supabase_auth_admin;

create function beaconpay_storage.account_data(account_id uuid) returns jsonb
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
      from beaconpay_storage.resumable_uploads
      where uploader in ('authenticated:' || account_id, 'service_role:' || account_id)
    )
  )
$$;
comment on function beaconpay_storage.account_data(uuid) is
  'What the storage service keeps about an account beside the storage schema.';

revoke all on function beaconpay_auth.account_data(uuid) from public;
revoke all on function beaconpay_storage.account_data(uuid) from public;
grant usage on schema beaconpay_auth, beaconpay_storage to postgres;
grant execute on function beaconpay_auth.account_data(uuid) to postgres;
grant execute on function beaconpay_storage.account_data(uuid) to postgres;

-- The export also finds what others did to an account.
create index audit_log_entries_subject_id_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'))
  where payload -> 'traits' ->> 'user_id' is not null;
