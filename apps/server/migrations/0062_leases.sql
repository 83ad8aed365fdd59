-- Who leads which work. A lease ends unless its holder renews it, so that another process follows one that
-- hangs. After a crash of Postgres no process holds one.
create unlogged table beaconpay_shared.leases (
  name text primary key,
  -- Of one term of leadership. Unique, so that a takeover waits for `for key share` and a renewal does not.
  holder uuid not null unique,
  expires_at timestamptz not null
);
grant select, insert, update, delete on beaconpay_shared.leases to beaconpay_shared;

create function beaconpay_shared.require_lease(name text, holder uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from beaconpay_shared.leases as l
  where l.name = require_lease.name and l.holder = require_lease.holder
  for key share;
  if not found then
    raise exception 'This process no longer leads %.', name using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;
comment on function beaconpay_shared.require_lease(text, uuid) is
  'Fails unless the holder has the lease; no other process takes it until the transaction ends.';
revoke all on function beaconpay_shared.require_lease(text, uuid) from public;
grant usage on schema beaconpay_shared to supabase_realtime_admin;
grant execute on function beaconpay_shared.require_lease(text, uuid)
  to beaconpay_shared, supabase_realtime_admin;

-- A change that is stored is announced by the same statement: the process that stored it may hang after it.
create function beaconpay_realtime.announce_changes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from added) then
    perform pg_catalog.pg_notify('beaconpay', '{"topic":"realtime:changes","message":{}}');
  end if;
  return null;
end
$$;
create trigger announce_changes after insert on beaconpay_realtime.changes
referencing new table as added
for each statement execute function beaconpay_realtime.announce_changes();
