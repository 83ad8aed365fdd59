-- What Realtime needs from the database: policies on realtime.messages decide who may join a private
-- channel, realtime.send() broadcasts from SQL, the publication names the tables whose changes go out.

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
  primary key (id, inserted_at)
);
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

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
begin
  insert into realtime.messages (payload, event, topic, private, extension)
  values (send.payload, send.event, send.topic, send.private, 'broadcast');
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts payload as event on topic when the transaction commits.';

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- Only its owner may add tables to a publication.
  alter publication supabase_realtime owner to postgres;
end
$$;
