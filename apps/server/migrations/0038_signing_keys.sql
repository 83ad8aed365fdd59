-- The keys that sign access tokens, in the order in which they sign. All servers on this database have
-- the same ones, and change to a new one together.

create table beaconpay_shared.signing_keys (
  key_id text primary key,
  -- Encrypted, with a key derived from the server's secret key. Null once no token of it is valid any
  -- more; the row stays, so that a file that still holds the key does not bring it back.
  sealed_jwk bytea,
  -- It is published before that, so that everybody who verifies tokens knows it by then.
  signs_from timestamptz not null
);
grant select, insert, update on beaconpay_shared.signing_keys to beaconpay_shared;

create function beaconpay_shared.tell_signing_keys() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('beaconpay', '{"topic":"identity:signing-keys","message":{}}');
  return null;
end
$$;
revoke all on function beaconpay_shared.tell_signing_keys() from public;
create trigger tell_signing_keys
after insert or update or delete on beaconpay_shared.signing_keys
for each statement execute function beaconpay_shared.tell_signing_keys();
