-- Changes of the publication supabase_realtime on their way to subscribers: one process reads them from
-- the log and puts them here, every process takes them from here.

-- Only a superuser can let a role read the log; without one the server says at its start that changes
-- are not sent.
do $$
begin
  alter role supabase_realtime_admin replication;
exception
  when insufficient_privilege then
    raise notice 'supabase_realtime_admin may not read the log: this role is no superuser';
end
$$;

-- Which processes want to hear of changes.
create unlogged table beaconpay_realtime.listeners (
  process uuid primary key references beaconpay_realtime.processes (id) on delete cascade
);

-- Kept for some minutes. Rows of customers are in here, so nobody but the service reads it.
create table beaconpay_realtime.changes (
  position bigint primary key generated always as identity,
  stored_at timestamptz not null default now(),
  body json not null
);
create index changes_stored_at_idx on beaconpay_realtime.changes (stored_at);

-- How far the log was read; it changes with what is stored, so nothing is stored twice or left out.
create table beaconpay_realtime.reader (
  is_only boolean primary key default true check (is_only),
  -- Of the commit, and how many of its changes are stored.
  commit_lsn pg_lsn not null default '0/0',
  stored integer not null default 0
);
insert into beaconpay_realtime.reader default values;

grant select, insert, delete on beaconpay_realtime.listeners, beaconpay_realtime.changes
  to supabase_realtime_admin;
grant select, update on beaconpay_realtime.reader to supabase_realtime_admin;

-- What each of many viewers may see of changed rows: asked as each of them, in one statement. `keys` are
-- the primary keys of rows; a viewer is the settings that make somebody the caller, the role first, and
-- the places of the rows that concern them. Called as a role that may become all of theirs.
create function beaconpay_realtime.visible_rows(entity oid, keys jsonb, viewers jsonb)
returns table (
  viewer integer, visible integer[], readable text[], key_columns text[], has_rls boolean,
  problem text
)
language plpgsql
as $$
declare
  own_role text := current_setting('role');
  table_name text;
  schema_oid oid;
  matches text;
  asked jsonb;
  setting jsonb;
  readable_by_role jsonb := '{}';
  role_name text;
  is_prepared boolean := false;
begin
  select format('%I.%I', n.nspname, c.relname), n.oid, c.relrowsecurity
  into table_name, schema_oid, has_rls
  from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where c.oid = entity;
  if table_name is null then
    return;
  end if;
  select array_agg(a.attname::text order by a.attnum),
    string_agg(
      format('t.%I = (r.value ->> %L)::%s', a.attname, a.attname, format_type(a.atttypid, a.atttypmod)),
      ' and '
    )
  into key_columns, matches
  from pg_catalog.pg_index as i
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = entity and i.indisprimary;

  if exists (select from pg_catalog.pg_prepared_statements where name = 'beaconpay_visible') then
    deallocate beaconpay_visible;
  end if;

  for viewer, asked in
    select place - 1, value from jsonb_array_elements(viewers) with ordinality as v (value, place)
  loop
    visible := null;
    readable := null;
    problem := null;
    begin
      for setting in select value from jsonb_array_elements(asked -> 'settings') loop
        perform set_config(setting ->> 0, setting ->> 1, true);
      end loop;
      role_name := current_setting('role');
      if not readable_by_role ? role_name then
        readable_by_role := readable_by_role || jsonb_build_object(role_name, (
          select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
          from pg_catalog.pg_attribute as a
          where a.attrelid = entity and a.attnum > 0 and not a.attisdropped
            and has_schema_privilege(role_name, schema_oid, 'usage')
            and has_column_privilege(role_name, entity, a.attnum, 'select')
        ));
      end if;
      readable := array(select jsonb_array_elements_text(readable_by_role -> role_name));
      if not has_rls then
        visible := array(select value::integer from jsonb_array_elements_text(asked -> 'rows'));
      elsif key_columns <@ readable and jsonb_array_length(asked -> 'rows') > 0 then
        if not is_prepared then
          -- Parsed as the viewer, planned once for all of the same role.
          execute format(
            'prepare beaconpay_visible (jsonb) as
              select array_agg((r.value ->> ''.place'')::integer)
              from jsonb_array_elements($1) as r join %s as t on %s',
            table_name, matches
          );
          is_prepared := true;
        end if;
        execute format('execute beaconpay_visible (%L)', (
          select jsonb_agg((keys -> value::integer) || jsonb_build_object('.place', value))
          from jsonb_array_elements_text(asked -> 'rows')
        )) into visible;
      end if;
    exception when others then
      problem := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('role', own_role, true);
end
$$;
revoke all on function beaconpay_realtime.visible_rows(oid, jsonb, jsonb) from public;
grant execute on function beaconpay_realtime.visible_rows(oid, jsonb, jsonb) to authenticator;
