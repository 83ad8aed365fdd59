import { ROLE_SETTINGS } from '../../../platform/database/role-settings.ts';
import type { CatalogRows } from './catalog-rows.ts';

const OWN_SCHEMAS = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and n.nspname not like 'pg\\_temp\\_%' and n.nspname not like 'pg\\_toast\\_temp\\_%'`;

const RELATIONS = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name,
    c.relkind in ('v', 'm') as is_view, c.relkind in ('r', 'p', 'm') as has_system_columns,
    obj_description(c.oid, 'pg_class') as description,
    c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 8) = 8 as insertable,
    c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 4) = 4 as updatable,
    c.relkind in ('r', 'p') or (pg_relation_is_updatable(c.oid, true) & 16) = 16 as deletable
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${OWN_SCHEMAS}
  order by n.nspname, c.relname`;

/** The texts of a check of the form `(status = ANY (ARRAY['open'::text, 'done'::text]))`. */
const CHECKED_VALUES = `
  select (select json_agg(replace(m.parts[1], '''''', ''''))
    from regexp_matches(o.expression, '''((?:[^'']|'''')*)''::text', 'g') as m(parts)) as values
  from (select pg_get_expr(conbin, conrelid) as expression from pg_constraint
    where conrelid = a.attrelid and contype = 'c' and conkey = array[a.attnum]) as o
  where o.expression ~ '^\\([^ ]+ = ANY \\(ARRAY\\[(''([^'']|'''')*''::text(, )?)+\\]\\)\\)$'
  limit 1`;

/** The base types of domains, through domains of domains. */
const BASE_TYPES = `
  domains (domain, base) as (
    select oid, typbasetype from pg_type where typtype = 'd'
    union all
    select d.domain, t.typbasetype from domains as d join pg_type as t on t.oid = d.base
    where t.typtype = 'd'
  ),
  base_types as (
    select d.domain, d.base from domains as d join pg_type as t on t.oid = d.base
    where t.typtype <> 'd'
  )`;

const COLUMNS = `
  with recursive ${BASE_TYPES}
  select a.attrelid::int8 as relation_id, a.attnum::int4 as number, a.attname as name,
    -- Without a length, these types mean a length of one.
    format_type(a.atttypid,
      case when t.typname in ('bpchar', 'bit', '_bpchar', '_bit') then a.atttypmod end) as type,
    format_type(coalesce(base.base, t.oid), null) as base_type,
    a.attnotnull or (t.typtype = 'd' and t.typnotnull) as not_null,
    case when a.attgenerated = '' then coalesce(
      pg_get_expr(d.adbin, d.adrelid),
      case when a.attidentity <> '' then
        -- pg_get_serial_sequence fails for relations in schemas that the role may not use.
        (select format('nextval(%L)', format('%I.%I', qn.nspname, q.relname))
          from pg_depend i join pg_class q on q.oid = i.objid and q.relkind = 'S'
            join pg_namespace qn on qn.oid = q.relnamespace
          where i.refobjid = a.attrelid and i.refobjsubid = a.attnum and i.deptype = 'i' limit 1)
      end, t.typdefault) end as default_expression,
    col_description(a.attrelid, a.attnum) as description,
    information_schema._pg_char_max_length(
      information_schema._pg_truetypid(a, t), information_schema._pg_truetypmod(a, t))::int4
      as max_length,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
      where e.enumtypid = coalesce(base.base, t.oid)) as enum_values,
    checked.values as checked_values
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join base_types as base on base.domain = t.oid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join lateral (${CHECKED_VALUES}) as checked on a.atttypid = 'text'::regtype
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
    and not c.relispartition and ${OWN_SCHEMAS}
  order by a.attrelid, a.attnum`;

const CONSTRAINTS = `
  select o.conname as name, o.contype as kind, o.conrelid::int8 as relation_id,
    to_json(o.conkey) as columns, o.confrelid::int8 as target_id, to_json(o.confkey) as target_columns
  from pg_constraint o
  where o.contype in ('p', 'u', 'f') and o.conparentid = 0
  order by o.conrelid, o.conname`;

const VIEWS = `
  select c.oid::int8 as id, r.ev_action::text as tree
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and ${OWN_SCHEMAS}`;

const ROUTINES = `
  select n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as description,
    to_json(p.proargnames) as argument_names, to_json(p.proargmodes) as argument_modes,
    coalesce((select json_agg(case a.type
          -- Arguments have no length, and without a length these types mean a length of one.
          when 'bpchar'::regtype then 'character varying'
          when 'bpchar[]'::regtype then 'character varying[]'
          when 'bit'::regtype then 'bit varying'
          when 'bit[]'::regtype then 'bit varying[]'
          else format_type(a.type, null) end order by a.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)),
      '[]') as argument_types,
    p.pronargdefaults::int4 as default_count, format_type(p.prorettype, null) as return_type,
    case when t.typtype = 'd' then b.typrelid else t.typrelid end::int8 as return_relation_id,
    p.proretset as returns_set, p.prorows::float8 as row_estimate, p.provolatile as volatility,
    case when p.pronargs = 1 then coalesce(
      (select r.typrelid from pg_type r where r.oid = p.proargtypes[0])::int8, 0) else 0 end
      as row_argument_id,
    (select split_part(entry.text, '=', 2) from unnest(p.proconfig) as entry(text)
      where starts_with(entry.text, 'statement_timeout=')) as statement_timeout,
    (select split_part(entry.text, '=', 2) from unnest(p.proconfig) as entry(text)
      where starts_with(entry.text, 'default_transaction_isolation=')) as isolation
  from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join pg_type b on b.oid = t.typbasetype
  where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and n.nspname = any($1::text::text[])
  order by n.nspname, p.proname, p.oid`;

const TYPES = `
  select t.typname as name, format_type(t.oid, null) as formatted
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm')
    and (n.nspname = 'pg_catalog' or n.nspname = any($1::text::text[]))
  order by (n.nspname = 'pg_catalog') desc`;

const REPRESENTATIONS = `
  select format_type(c.castsource, null) as source, format_type(c.casttarget, null) as target,
    c.castfunc::regproc::text as function
  from pg_cast c
    join pg_type s on s.oid = c.castsource
    join pg_type t on t.oid = c.casttarget
  where c.castcontext = 'i' and c.castmethod = 'f'
    and has_function_privilege(c.castfunc, 'execute')
    and (s.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype)
      or t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype))`;

/** Domains named like a media type, and the functions that produce their values. */
const MEDIA_HANDLERS = `
  with media_types as (
    select t.oid, t.typname as name, t.typbasetype = 'bytea'::regtype as is_binary
    from pg_type t
    where t.typtype = 'd' and (t.typname = '*/*' or t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$')
  )
  select n.nspname as handler_schema, p.proname as handler_name, an.nspname as target_schema,
    a.typname as target_name, m.name as media_type, m.is_binary
  from media_types m
    join pg_proc p on p.prorettype = m.oid and p.prokind = 'a' and p.pronargs = 1
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type a on a.oid = p.proargtypes[0]
    join pg_namespace an on an.oid = a.typnamespace
    left join pg_class c on c.oid = a.typrelid
  where n.nspname = any($1::text::text[])
    and (c.relkind in ('v', 'r', 'm', 'f', 'p') or a.oid = 'anyelement'::regtype)
  union all
  select null, null, n.nspname, p.proname, m.name, m.is_binary
  from media_types m
    join pg_proc p on p.prorettype = m.oid and p.prokind = 'f' and not p.proretset
    join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1::text::text[])`;

const SCHEMAS = `
  select n.nspname as name, obj_description(n.oid, 'pg_namespace') as description
  from pg_namespace n where n.nspname = any($1::text::text[])`;

/** `$1` is the exposed schemas and the extra search path. */
export const CATALOG_QUERIES = {
  relations: RELATIONS,
  columns: COLUMNS,
  constraints: CONSTRAINTS,
  views: VIEWS,
  routines: ROUTINES,
  types: TYPES,
  roleSettings: ROLE_SETTINGS,
  representations: REPRESENTATIONS,
  mediaHandlers: MEDIA_HANDLERS,
  schemas: SCHEMAS,
} as const satisfies Record<keyof CatalogRows, string>;

export const TIMEZONES = 'select name from pg_timezone_names';

export const WATCH_TRIGGER =
  "select 1 from pg_event_trigger where evtname = 'pgrst_ddl_watch' and evtenabled <> 'D'";
