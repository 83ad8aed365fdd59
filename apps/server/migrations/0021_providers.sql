-- What signing in through another service (OAuth 2, OpenID Connect) keeps beside Supabase Auth's own
-- tables.

-- A way to a provider and back that somebody set out on. The row stays a while after it was used, so
-- that a second use can be told from an address that somebody made up.
create table beaconpay_auth.provider_flows (
  state_hash bytea primary key,
  -- What the browser that set out holds in a cookie: no other one may come back.
  browser_hash bytea not null,
  provider text not null,
  -- Encrypted: what the answer is checked with and where it leads.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index provider_flows_expires_at_idx on beaconpay_auth.provider_flows (expires_at);

-- Signed statements of others about who somebody is; each is taken once.
create table beaconpay_auth.used_assertions (
  assertion_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_assertions_expires_at_idx on beaconpay_auth.used_assertions (expires_at);

alter table beaconpay_auth.provider_flows owner to supabase_auth_admin;
alter table beaconpay_auth.provider_flows enable row level security;
alter table beaconpay_auth.used_assertions owner to supabase_auth_admin;
alter table beaconpay_auth.used_assertions enable row level security;
