-- What the second step of a sign-in keeps beside Supabase Auth's factors and challenges.

-- The newest time step whose code was accepted, so that a code seen over a shoulder is of no use.
create table beaconpay_auth.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);

-- Codes that were handed out once and let their owner in without the factor; gone once used. They
-- are long enough to need no slow hash.
create table beaconpay_auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

alter table beaconpay_auth.totp_steps owner to supabase_auth_admin;
alter table beaconpay_auth.totp_steps enable row level security;
alter table beaconpay_auth.recovery_codes owner to supabase_auth_admin;
alter table beaconpay_auth.recovery_codes enable row level security;
