-- Plain names and comments in a function and in comments of the catalog. Behaviour stays the same.

create or replace function backend_realtime.visible_rows(
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

comment on table backend_storage.resumable_uploads is
  'Resumable uploads. A finished one is kept while its client can request its state.';
comment on function auth.uid() is 'The caller''s user id; null without a signed-in user.';
comment on function auth.role() is 'The role in the caller''s token.';
