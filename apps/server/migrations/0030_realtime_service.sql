-- What sockets of several processes share, and broadcasts that begin in the database.

-- Logs in for the realtime service. It reads messages and keeps who is present; nobody's records.
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin login noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database was quicker
end
$$;

create schema beaconpay_realtime;
grant usage on schema beaconpay_realtime to supabase_realtime_admin, authenticator;

-- Whatever a crash of Postgres takes of these, the processes that live write again.
create unlogged table beaconpay_realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table beaconpay_realtime.presences (
  ref text primary key,
  process uuid not null references beaconpay_realtime.processes (id) on delete cascade,
  -- public:name or private:name
  topic text not null,
  key text not null,
  meta jsonb not null
);
create index presences_topic_idx on beaconpay_realtime.presences (topic);
create index presences_process_idx on beaconpay_realtime.presences (process);
grant select, insert, update, delete
  on beaconpay_realtime.processes, beaconpay_realtime.presences to supabase_realtime_admin;

-- Policies that let a caller hear are tried on messages that stay only for as long as that takes: the
-- transaction is always taken back. Never callable by an API role.
create function beaconpay_realtime.put_probes(topic text, broadcast uuid, presence uuid)
returns void
language sql security definer
set search_path = ''
as $$
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values
    (put_probes.broadcast, put_probes.topic, 'broadcast', 'probe', '{}', true),
    (put_probes.presence, put_probes.topic, 'presence', 'probe', '{}', true)
$$;
revoke all on function beaconpay_realtime.put_probes(text, uuid, uuid) from public;
grant execute on function beaconpay_realtime.put_probes(text, uuid, uuid) to authenticator;

grant usage on schema realtime to supabase_realtime_admin;
grant select, delete on realtime.messages to supabase_realtime_admin;
create policy "the realtime service reads and forgets messages"
  on realtime.messages to supabase_realtime_admin using (true);

-- Tells all processes of a message that was committed, in the shape of their notices.
create function beaconpay_realtime.tell_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('beaconpay', pg_catalog.json_build_object(
    'topic', 'realtime:messages',
    'message', pg_catalog.json_build_object(
      'id', new.id, 'topic', pg_catalog.left(new.topic, 1000), 'private', coalesce(new.private, false)
    )
  )::text);
  return null;
end
$$;
create trigger tell_message after insert on realtime.messages
for each row when (new.extension = 'broadcast')
execute function beaconpay_realtime.tell_message();

-- As on a hosted project: the payload gets an id, and who sends is bothered by no failure.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
)
returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  begin
    perform set_config('realtime.topic', send.topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      message_id,
      case
        when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
        then jsonb_set(send.payload, '{id}', to_jsonb(message_id))
        else send.payload
      end,
      send.event, send.topic, send.private, 'broadcast'
    );
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new,
      'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For triggers: broadcasts what a statement did to a row.';
