-- The realtime schema of a hosted project: policies on realtime.messages decide who joins a private channel,
-- realtime.send() broadcasts from SQL, and the publication lists the tables whose changes are sent.

create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

create type realtime.equality_op as enum ('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in');
create type realtime.user_defined_filter as (
  column_name text,
  op realtime.equality_op,
  value text
);

create table realtime.subscription (
  id bigint primary key generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role text generated always as (claims ->> 'role') stored not null,
  created_at timestamp not null default timezone('utc', now())
);
create unique index subscription_subscription_id_entity_filters_key
  on realtime.subscription (subscription_id, entity, filters);
create index ix_realtime_subscription_entity on realtime.subscription (entity);

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
-- A message has a JSON payload or a binary one. Not valid: rows from before the constraint are not checked.
alter table realtime.messages
  add constraint messages_payload_exclusive
    check (payload is null or binary_payload is null) not valid;
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

alter table realtime.messages enable row level security;
alter table realtime.messages owner to postgres;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel whose policies are being checked.';

-- As on a hosted project: the payload gets an id, and an error here does not abort the caller's transaction.
create function realtime.send(
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
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts payload as event on topic when the transaction commits.';

create function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
)
returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (
    send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast'
  );
exception when others then
  -- An error here must not abort the caller's transaction.
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts binary payload as event on topic when the transaction commits.';

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

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- Only the owner can add tables to a publication.
  alter publication supabase_realtime owner to postgres;
end
$$;
