-- Keys that devices keep for this site, and what they are asked to sign.

create table beaconpay_auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of the device's signatures; one that goes back was copied.
  counter bigint not null,
  transports jsonb not null,
  friendly_name text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id_idx on beaconpay_auth.passkeys (user_id);

create table beaconpay_auth.passkey_challenges (
  id uuid primary key,
  -- Whose new key it is for; null: somebody signs in, and nobody knows yet who.
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id_idx on beaconpay_auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on beaconpay_auth.passkey_challenges (expires_at);

alter table beaconpay_auth.passkeys owner to supabase_auth_admin;
alter table beaconpay_auth.passkeys enable row level security;
alter table beaconpay_auth.passkey_challenges owner to supabase_auth_admin;
alter table beaconpay_auth.passkey_challenges enable row level security;
