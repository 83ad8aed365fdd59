-- As on a hosted project, the database notifies the data API of every change of the schema, once per
-- transaction. Only a superuser can create event triggers. Without them the server logs at its start that an
-- operator has to notify it.

create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select
    from pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
      and command.command_tag ~ concat(
        '^(CREATE|ALTER) (SCHEMA|TABLE|FOREIGN TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|AGGREGATE',
        '|TYPE|DOMAIN|CAST|RULE|TRIGGER)$|^CREATE TABLE AS$|^SELECT INTO$|^COMMENT$'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select
    from pg_event_trigger_dropped_objects() as dropped
    where not dropped.is_temporary
      and dropped.object_type in (
        'schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
        'materialized view', 'function', 'aggregate', 'type', 'domain', 'cast', 'rule', 'trigger'
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop
    execute function extensions.pgrst_drop_watch();
exception
  when insufficient_privilege then
    raise notice 'no event triggers: this role is no superuser';
end
$$;
