-- Which sessions are over although access tokens of theirs have not expired. Triggers keep it, so that
-- whatever ends a session, now or later, cannot forget to say so.

create table beaconpay_shared.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now(),
  -- Tokens of the session count for nothing before this moment; a ban may end.
  until timestamptz not null
);
create index ended_sessions_ended_at_idx on beaconpay_shared.ended_sessions (ended_at);
grant select, delete on beaconpay_shared.ended_sessions to beaconpay_shared;

-- Tells all processes, in the shape of their notices. A notice holds less than 8,000 bytes.
create function beaconpay_shared.tell_ended_sessions(session_ids uuid[], until timestamptz)
returns void
language sql
set search_path = ''
as $$
  select pg_catalog.pg_notify('beaconpay', pg_catalog.json_build_object(
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

create function beaconpay_shared.note_deleted_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into beaconpay_shared.ended_sessions (session_id, until)
  select id, 'infinity' from deleted
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array_agg(id), 'infinity') from deleted
  having count(*) > 0;
  return null;
end
$$;
create trigger note_deleted_sessions
after delete on auth.sessions
referencing old table as deleted
for each statement execute function beaconpay_shared.note_deleted_sessions();

-- A session that is closed but kept, so that its retired tokens are still recognized.
create function beaconpay_shared.note_closed_session() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into beaconpay_shared.ended_sessions (session_id, until) values (new.id, 'infinity')
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array[new.id], 'infinity');
  return null;
end
$$;
-- The moment is set by the clock of a server, which may be a little ahead of this one.
create trigger note_closed_session
after update of not_after on auth.sessions
for each row when (
  old.not_after is distinct from new.not_after and new.not_after <= now() + interval '5 seconds'
)
execute function beaconpay_shared.note_closed_session();

-- A ban ends nothing for good: the sessions live again when it is over or lifted.
create function beaconpay_shared.note_ban() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  banned_until timestamptz := coalesce(new.banned_until, '-infinity');
begin
  insert into beaconpay_shared.ended_sessions (session_id, until)
  select id, banned_until from auth.sessions where user_id = new.id
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array_agg(id), greatest(banned_until, 'epoch'))
  from auth.sessions where user_id = new.id
  having count(*) > 0;
  return null;
end
$$;
create trigger note_ban
after update of banned_until on auth.users
for each row when (old.banned_until is distinct from new.banned_until)
execute function beaconpay_shared.note_ban();

revoke all on function
  beaconpay_shared.tell_ended_sessions(uuid[], timestamptz),
  beaconpay_shared.note_deleted_sessions(),
  beaconpay_shared.note_closed_session(),
  beaconpay_shared.note_ban()
from public;
