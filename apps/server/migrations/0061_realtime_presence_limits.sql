-- What each client keeps in the database of what it tracks, so that all processes limit it together.
alter table beaconpay_realtime.presences
  -- A hash of the user or of the address of an anonymous caller; null where there is no limit.
  add column limit_key text,
  add column size_bytes integer not null default 0;
create index presences_limit_key_idx on beaconpay_realtime.presences (limit_key) include (size_bytes);
