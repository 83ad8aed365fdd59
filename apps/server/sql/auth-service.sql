-- The tables of the auth service beside those of Supabase Auth, whose shape does not change.

create schema backend_auth authorization supabase_auth_admin;
revoke all on schema backend_auth from public;

-- Codes and links ----------------------------------------------------------------------------------

-- One-time codes and links sent by email or SMS. One slot may have several tokens for a moment: an older one
-- works until the mail server has accepted the newer one.
create table backend_auth.one_time_tokens (
  id uuid primary key,
  sequence bigint generated always as identity,
  user_id uuid not null references auth.users on delete cascade,
  slot text not null check (slot in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication',
    'phone_change', 'factor'
  )),
  -- The recipient; part of the code's hash.
  address text not null,
  -- The address that an email change leads to.
  new_email text,
  code_hash text not null,
  link_hash text not null unique,
  -- Wrong attempts for the code. A link cannot be guessed, so its attempts are not counted.
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user_id_slot_idx on backend_auth.one_time_tokens (user_id, slot);
create index one_time_tokens_address_idx on backend_auth.one_time_tokens (address);
create index one_time_tokens_expires_at_idx on backend_auth.one_time_tokens (expires_at);

-- Messages to send after a commit, encrypted. A message is deleted with its account or its token.
create table backend_auth.outbox (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  token_id uuid references backend_auth.one_time_tokens on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null
);
create index outbox_user_id_idx on backend_auth.outbox (user_id);
create index outbox_token_id_idx on backend_auth.outbox (token_id);

-- Devices and wrong passwords ----------------------------------------------------------------------

-- The devices that signed in to an account, as hashes.
create table backend_auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);

-- Stable, because convert_to() is. Postgres does not inline an immutable function that calls a stable one.
create function backend_auth.device_of(user_agent text, ip inet) returns bytea
language sql stable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    coalesce(user_agent, '') || E'\n' ||
    coalesce(network(set_masklen(ip, case family(ip) when 4 then 24 else 64 end))::text, ''),
    'UTF8'
  ))
$$;
comment on function backend_auth.device_of(text, inet) is
  'What a device is recognised by: its user agent and the network it comes from (/24 or /64).';

-- Wrong passwords per email address, whether or not an account has it. The subject is a hash: of the address,
-- or of address and device for a device that signed in before.
create table backend_auth.sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_last_failed_at_idx
  on backend_auth.sign_in_failures (last_failed_at);

create function backend_auth.failure_subject(email text, device bytea) returns bytea
language sql stable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    email || coalesce(E'\n' || encode(device, 'hex'), ''), 'UTF8'
  ))
$$;

-- Second factors -----------------------------------------------------------------------------------

-- The newest accepted time step of a factor, so that a code works once.
create table backend_auth.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);

-- Recovery codes replace the factor once. They are long enough to need no slow hash.
create table backend_auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Other identity providers (OAuth 2, OpenID Connect, SAML) -----------------------------------------

-- A sign-in that was sent to a provider. The row stays for a while after its use, so that the server can distinguish
-- a repeated state from a forged one.
create table backend_auth.provider_flows (
  state_hash bytea primary key,
  -- The hash of a cookie in the browser that started the flow. Only that browser can finish it.
  browser_hash bytea not null,
  provider text not null,
  -- Encrypted: what the response is checked with, and the address that the browser returns to.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index provider_flows_expires_at_idx on backend_auth.provider_flows (expires_at);

-- Signed assertions of providers. Each is accepted once.
create table backend_auth.used_assertions (
  assertion_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_assertions_expires_at_idx on backend_auth.used_assertions (expires_at);

-- The end of a session that the identity provider requires, whatever our own limits are. It belongs to the flow
-- until the app has exchanged its code.
create table backend_auth.session_ends (
  session_id uuid unique references auth.sessions on delete cascade,
  flow_state_id uuid unique references auth.flow_state on delete cascade,
  ends_at timestamptz not null,
  check (num_nonnulls(session_id, flow_state_id) = 1)
);

-- Passkeys -----------------------------------------------------------------------------------------

create table backend_auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- The device counts its signatures. A counter that goes back means a copied key.
  counter bigint not null,
  transports jsonb not null,
  friendly_name text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id_idx on backend_auth.passkeys (user_id);

create table backend_auth.passkey_challenges (
  id uuid primary key,
  -- The owner of a new key. Null for a sign-in, whose user is not known yet.
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id_idx on backend_auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on backend_auth.passkey_challenges (expires_at);

-- Rights -------------------------------------------------------------------------------------------

do $$
declare
  own record;
begin
  for own in
    select relname from pg_class
    where relnamespace = 'backend_auth'::regnamespace and relkind = 'r'
  loop
    execute format('alter table backend_auth.%I owner to supabase_auth_admin', own.relname);
    execute format('alter table backend_auth.%I enable row level security', own.relname);
  end loop;
end
$$;
alter function backend_auth.device_of(text, inet) owner to supabase_auth_admin;
alter function backend_auth.failure_subject(text, bytea) owner to supabase_auth_admin;

-- Export -------------------------------------------------------------------------------------------

-- The data export calls this function as the role that runs the product's migrations, which has no access to the
-- tables. It returns no secret: no hash, no key, no token and nothing sealed.
create function backend_auth.account_data(account_id uuid) returns jsonb
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
      from backend_auth.passkeys where user_id = account_id
    ),
    'recovery_codes', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at) order by created_at), '[]')
      from backend_auth.recovery_codes where user_id = account_id
    ),
    'known_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('last_seen_at', last_seen_at) order by last_seen_at), '[]')
      from backend_auth.known_devices where user_id = account_id
    ),
    'sent_codes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'purpose', slot, 'sent_to', address, 'new_email', new_email, 'tries', tries,
          'created_at', created_at, 'expires_at', expires_at
        ) order by sequence
      ), '[]')
      from backend_auth.one_time_tokens where user_id = account_id
    ),
    'unsent_messages', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at) order by created_at, id), '[]')
      from backend_auth.outbox where user_id = account_id
    ),
    'session_ends', (
      select coalesce(jsonb_agg(
        jsonb_build_object('session', planned.session_id, 'ends_at', planned.ends_at) order by planned.ends_at
      ), '[]')
      from backend_auth.session_ends as planned
      join auth.sessions as session on session.id = planned.session_id
      where session.user_id = account_id
    ),
    'failed_logins', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'failures', failures, 'last_failed_at', last_failed_at, 'blocked_until', blocked_until
        ) order by last_failed_at
      ), '[]')
      from backend_auth.sign_in_failures
      where subject in (
        select backend_auth.failure_subject(login.address, device.hash)
        from auth.users as account
        cross join lateral (values (account.email::text), (account.phone)) as login (address)
        cross join lateral (
          select null::bytea as hash
          union all
          select device from backend_auth.known_devices where user_id = account.id
        ) as device
        where account.id = account_id
      )
    )
  )
$$;
comment on function backend_auth.account_data(uuid) is
  'What the auth service keeps about an account beside the auth schema, without secrets.';
alter function backend_auth.account_data(uuid) owner to supabase_auth_admin;
revoke all on function backend_auth.account_data(uuid) from public;
grant usage on schema backend_auth to postgres;
grant execute on function backend_auth.account_data(uuid) to postgres;
