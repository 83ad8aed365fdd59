-- What all processes and machines on one database share, beside the jobs of the next file.

-- Logs in for everything that is shared: it counts limits, works on jobs, listens and leads. It
-- reaches nothing that belongs to a customer.
do $$
begin
  if not exists (select from pg_roles where rolname = 'beaconpay_shared') then
    create role beaconpay_shared login noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database was quicker
end
$$;

create schema beaconpay_shared;
grant usage on schema beaconpay_shared to beaconpay_shared;

-- Limits may be forgotten when Postgres crashes, so their counts need not be written to the log.
-- The columns and their order are those of rate-limiter-flexible.
create unlogged table beaconpay_shared.rate_limits (
  -- A hash, so that no address is kept here.
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire_idx on beaconpay_shared.rate_limits (expire);
grant select, insert, update, delete on beaconpay_shared.rate_limits to beaconpay_shared;
