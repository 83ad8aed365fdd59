-- Presence, broadcasts from SQL, and changes on their way to subscribers.

create schema backend_realtime;
grant usage on schema backend_realtime to supabase_realtime_admin, authenticator;

-- Presence -----------------------------------------------------------------------------------------

-- Unlogged: after a crash of Postgres the processes write these rows again.
create unlogged table backend_realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table backend_realtime.presences (
  ref text primary key,
  process uuid not null references backend_realtime.processes (id) on delete cascade,
  -- public:name or private:name
  topic text not null,
  key text not null,
  meta jsonb not null,
  -- All processes limit a client together: a hash of the user, or of the address of an anonymous caller. Null
  -- where there is no limit.
  limit_key text,
  size_bytes integer not null default 0
);
create index presences_limit_key_idx on backend_realtime.presences (limit_key) include (size_bytes);
create index presences_topic_idx on backend_realtime.presences (topic);
create index presences_process_idx on backend_realtime.presences (process);
grant select, insert, update, delete
  on backend_realtime.processes, backend_realtime.presences to supabase_realtime_admin;

-- Messages -----------------------------------------------------------------------------------------

-- Checks whether a caller may join a private channel: inserts messages to which the policies are applied. The
-- transaction is always rolled back. API roles cannot call it.
create function backend_realtime.put_probes(topic text, broadcast uuid, presence uuid)
returns void
language sql security definer
set search_path = ''
as $$
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values
    (put_probes.broadcast, put_probes.topic, 'broadcast', 'probe', '{}', true),
    (put_probes.presence, put_probes.topic, 'presence', 'probe', '{}', true)
$$;
revoke all on function backend_realtime.put_probes(text, uuid, uuid) from public;
grant execute on function backend_realtime.put_probes(text, uuid, uuid) to authenticator;

grant usage on schema realtime to supabase_realtime_admin;
grant select, delete on realtime.messages to supabase_realtime_admin;
create policy "the realtime service reads and forgets messages"
  on realtime.messages to supabase_realtime_admin using (true);

-- Notifies all processes of a committed message.
create function backend_realtime.tell_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('backend', pg_catalog.json_build_object(
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
execute function backend_realtime.tell_message();

-- Changes ------------------------------------------------------------------------------------------

-- One process reads the changes of the publication supabase_realtime from the write-ahead log and stores them
-- here. Every process with subscribers reads them from here.

-- The processes with subscribers to changes.
create unlogged table backend_realtime.listeners (
  process uuid primary key references backend_realtime.processes (id) on delete cascade
);

-- Kept for a few minutes. The bodies hold rows of customers, so only the realtime service reads them.
create table backend_realtime.changes (
  position bigint primary key generated always as identity,
  stored_at timestamptz not null default now(),
  body json not null
);
create index changes_stored_at_idx on backend_realtime.changes (stored_at);

-- The position in the log. It is updated together with the stored changes, so that each is stored once.
create table backend_realtime.reader (
  is_only boolean primary key default true check (is_only),
  -- The commit, and how many of its changes are stored.
  commit_lsn pg_lsn not null default '0/0',
  stored integer not null default 0
);
insert into backend_realtime.reader default values;

grant select, insert, delete on backend_realtime.listeners, backend_realtime.changes
  to supabase_realtime_admin;
grant select, update on backend_realtime.reader to supabase_realtime_admin;

-- The statement that stores changes also announces them: the process may hang right after it.
create function backend_realtime.announce_changes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from added) then
    perform pg_catalog.pg_notify('backend', '{"topic":"realtime:changes","message":{}}');
  end if;
  return null;
end
$$;
create trigger announce_changes after insert on backend_realtime.changes
referencing new table as added
for each statement execute function backend_realtime.announce_changes();

-- Which of the changed rows each viewer may see, in one statement with the rights of each viewer. It reads rows
-- by their keys, however large the table, and resets the settings of one viewer before the next one.
--
-- `keys` are the primary keys of the rows. `shared` are the caller settings that all viewers have in common. A
-- viewer has its other settings, and either a few keys of its own, each with its `.place` in `keys`, or null for
-- all of them. Without policies on the table, or for a viewer that may not read its keys, nothing is checked and
-- `visible` is null.
--
-- Plans are made once per role, so the viewers of one role follow each other.
create function backend_realtime.visible_rows(
  entity oid, keys jsonb, shared jsonb, viewers jsonb
)
returns table (
  viewer integer, visible integer[], readable text[], key_columns text[], has_rls boolean,
  problem text
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  own_role constant text := current_setting('role');
  undo constant text := 'BKUND';
  table_name text;
  schema_oid oid;
  key_types text;
  matches_few text;
  match_all text;
  subscriber jsonb;
  role_name text;
  can_read_keys boolean;
  prepared text;
  has_few boolean := false;
  has_all boolean := false;
begin
  select format('%I.%I', n.nspname, c.relname), n.oid, c.relrowsecurity
  into table_name, schema_oid, has_rls
  from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where c.oid = entity;
  if table_name is null then
    return;
  end if;

  with key_column as (
    select a.attname::text as name, a.attnum as place,
      format_type(a.atttypid, a.atttypmod) as type,
      t.typcategory = 'A' as is_array,
      (
        select array_agg(k.value ->> a.attname::text order by k.place)
        from jsonb_array_elements(keys) with ordinality as k (value, place)
      )::text as key_texts
    from pg_catalog.pg_index as i
      join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      join pg_catalog.pg_type as t on t.oid = a.atttypid
    where i.indrelid = entity and i.indisprimary
  )
  select array_agg(name order by place),
    string_agg(format('%I %s', name, type), ', ' order by place),
    string_agg(format('t.%I = k.%I', name, name), ' and ' order by place),
    case when count(*) = 1 and not bool_or(is_array) then
      -- The position is searched only for visible keys, which are usually few.
      format(
        'array_agg(array_position(k.keys, t.%1$I) - 1)
          from (select %2$L::%3$s[]) as k (keys), %4$s as t where t.%1$I = any (%2$L::%3$s[])',
        min(name), min(key_texts), min(type), table_name
      )
    else
      format(
        'array_agg(k.".place" - 1)
          from unnest(%s) with ordinality as k (%s, ".place") join %s as t on %s',
        string_agg(format('%L::text[]', key_texts), ', ' order by place),
        string_agg(format('%I', name), ', ' order by place),
        table_name,
        string_agg(format('t.%I = k.%I::%s', name, name, type), ' and ' order by place)
      )
    end
  into key_columns, key_types, matches_few, match_all
  from key_column;

  for prepared in
    select name from pg_catalog.pg_prepared_statements
    where name in ('visible_few', 'visible_all')
  loop
    execute format('deallocate %I', prepared);
  end loop;

  for place in 0 .. jsonb_array_length(shared) - 1 loop
    perform set_config(shared -> place ->> 0, shared -> place ->> 1, true);
  end loop;

  for viewer, subscriber in
    select place - 1, value from jsonb_array_elements(viewers) with ordinality as v (value, place)
  loop
    visible := null;
    problem := null;
    begin
      for place in 0 .. jsonb_array_length(subscriber -> 'settings') - 1 loop
        perform set_config(
          subscriber -> 'settings' -> place ->> 0, subscriber -> 'settings' -> place ->> 1, true
        );
      end loop;
      if role_name is distinct from current_setting('role') then
        readable := array(
          select a.attname::text
          from pg_catalog.pg_attribute as a
          where a.attrelid = entity and a.attnum > 0 and not a.attisdropped
            and has_schema_privilege(current_setting('role'), schema_oid, 'usage')
            and has_column_privilege(current_setting('role'), entity, a.attnum, 'select')
          order by a.attnum
        );
        can_read_keys := has_rls and key_columns <@ readable;
        role_name := current_setting('role');
      end if;
      if can_read_keys and subscriber ->> 'keys' is null then
        if not has_all then
          execute format('prepare visible_all as select %s', match_all);
          has_all := true;
        end if;
        execute 'execute visible_all' into visible;
      elsif can_read_keys and subscriber ->> 'keys' <> '[]' then
        if not has_few then
          -- Postgres does not flatten a subquery with an offset, so each key is looked up by itself.
          execute format(
            'prepare visible_few (json) as
              select array_agg(k.".place")
              from json_to_recordset($1) as k (".place" integer, %s)
                cross join lateral (select from %s as t where %s offset 0) as t',
            key_types, table_name, matches_few
          );
          has_few := true;
        end if;
        execute format('execute visible_few (%L)', subscriber ->> 'keys') into visible;
      end if;
      -- The error rolls back the settings of this viewer. The variables keep their values.
      raise exception using errcode = undo;
    exception when others then
      if sqlstate <> undo then
        visible := null;
        problem := sqlerrm;
      end if;
    end;
    return next;
  end loop;
  perform set_config('role', own_role, true);
end
$$;
revoke all on function backend_realtime.visible_rows(oid, jsonb, jsonb, jsonb) from public;
grant execute on function backend_realtime.visible_rows(oid, jsonb, jsonb, jsonb) to authenticator;
