-- What all processes and machines on one database share, beside the jobs (jobs.sql).

create schema backend_shared;
grant usage on schema backend_shared to backend_shared;

-- Rate limits. Unlogged: a crash of Postgres may reset them. rate-limiter-flexible prescribes the columns and
-- their order.
create unlogged table backend_shared.rate_limits (
  -- A hash, so that no address is stored.
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire_idx on backend_shared.rate_limits (expire);
grant select, insert, update, delete on backend_shared.rate_limits to backend_shared;

-- Leases -------------------------------------------------------------------------------------------

-- Which process leads which work. A lease expires unless its holder renews it, so that another process can take
-- over from one that hangs. Unlogged: after a crash of Postgres no process holds one.
create unlogged table backend_shared.leases (
  name text primary key,
  -- The id of one term of leadership. Unique, so that a takeover waits for `for key share` and a renewal does not.
  holder uuid not null unique,
  expires_at timestamptz not null
);
grant select, insert, update, delete on backend_shared.leases to backend_shared;

create function backend_shared.require_lease(name text, holder uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from backend_shared.leases as l
  where l.name = require_lease.name and l.holder = require_lease.holder
  for key share;
  if not found then
    raise exception 'This process no longer leads %.', name using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;
comment on function backend_shared.require_lease(text, uuid) is
  'Fails unless the holder has the lease; no other process takes it until the transaction ends.';
revoke all on function backend_shared.require_lease(text, uuid) from public;
grant usage on schema backend_shared to supabase_realtime_admin;
grant execute on function backend_shared.require_lease(text, uuid)
  to backend_shared, supabase_realtime_admin;

-- Ended sessions -----------------------------------------------------------------------------------

-- Sessions that ended before their access tokens expired. Triggers write the rows, so that no code that ends a
-- session can forget it.
create table backend_shared.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now(),
  -- The tokens of the session are invalid before this time. A ban may end.
  until timestamptz not null
);
create index ended_sessions_ended_at_idx on backend_shared.ended_sessions (ended_at);
grant select, delete on backend_shared.ended_sessions to backend_shared;

-- Notifies all processes. The payload of a notification holds less than 8,000 bytes, so long lists are split.
create function backend_shared.notify_ended_sessions(session_ids uuid[], until timestamptz)
returns void
language sql
set search_path = ''
as $$
  select pg_catalog.pg_notify('backend', pg_catalog.json_build_object(
    'topic', 'identity:ended-sessions',
    'message', pg_catalog.json_build_object(
      'sessions', pg_catalog.json_agg(part.id),
      'until', case when pg_catalog.isfinite(until) then extract(epoch from until) * 1000 end
    )
  )::text)
  from (
    select id, (place - 1) / 100 as chunk
    from pg_catalog.unnest(session_ids) with ordinality as listed (id, place)
  ) part
  group by part.chunk
$$;

create function backend_shared.note_deleted_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into backend_shared.ended_sessions (session_id, until)
  select id, 'infinity' from deleted
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform backend_shared.notify_ended_sessions(array_agg(id), 'infinity') from deleted
  having count(*) > 0;
  return null;
end
$$;
create trigger note_deleted_sessions
after delete on auth.sessions
referencing old table as deleted
for each statement execute function backend_shared.note_deleted_sessions();

-- A closed session whose row stays, so that its revoked tokens are still recognized.
create function backend_shared.note_closed_session() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into backend_shared.ended_sessions (session_id, until) values (new.id, 'infinity')
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform backend_shared.notify_ended_sessions(array[new.id], 'infinity');
  return null;
end
$$;
-- A server's clock sets the time, and it may be ahead of the clock of Postgres.
create trigger note_closed_session
after update of not_after on auth.sessions
for each row when (
  old.not_after is distinct from new.not_after and new.not_after <= now() + interval '5 seconds'
)
execute function backend_shared.note_closed_session();

-- A ban suspends the sessions. They are valid again when it ends.
create function backend_shared.note_ban() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  banned_until timestamptz := coalesce(new.banned_until, '-infinity');
begin
  insert into backend_shared.ended_sessions (session_id, until)
  select id, banned_until from auth.sessions where user_id = new.id
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform backend_shared.notify_ended_sessions(array_agg(id), greatest(banned_until, 'epoch'))
  from auth.sessions where user_id = new.id
  having count(*) > 0;
  return null;
end
$$;
create trigger note_ban
after update of banned_until on auth.users
for each row when (old.banned_until is distinct from new.banned_until)
execute function backend_shared.note_ban();

revoke all on function
  backend_shared.notify_ended_sessions(uuid[], timestamptz),
  backend_shared.note_deleted_sessions(),
  backend_shared.note_closed_session(),
  backend_shared.note_ban()
from public;

-- Signing keys -------------------------------------------------------------------------------------

-- The keys that sign access tokens, in the order in which they sign. All servers on this database use the same
-- keys and switch to a new one together.
create table backend_shared.signing_keys (
  key_id text primary key,
  -- Encrypted with a key derived from the server's secret key. Null after the last token of the key has expired.
  -- The row stays, so that a key file that still has the key does not add it again.
  sealed_jwk bytea,
  -- The key is published before this time, so that every verifier knows it by then.
  signs_from timestamptz not null
);
grant select, insert, update on backend_shared.signing_keys to backend_shared;

create function backend_shared.notify_signing_keys() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('backend', '{"topic":"identity:signing-keys","message":{}}');
  return null;
end
$$;
revoke all on function backend_shared.notify_signing_keys() from public;
create trigger notify_signing_keys
after insert or update or delete on backend_shared.signing_keys
for each statement execute function backend_shared.notify_signing_keys();
