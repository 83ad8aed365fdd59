import { commentsOf, grantsOf, roleName, type DumpPart } from './parts.ts';

const ROLE_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: `
      select o.object, 'create role ' || quote_ident(o.rolname)
        || case when o.rolcanlogin then ' login' else ' nologin' end
        || case when o.rolinherit then '' else ' noinherit' end
        || case when o.rolcreatedb then ' createdb' else '' end
        || case when o.rolcreaterole then ' createrole' else '' end
        || case when o.rolreplication then ' replication' else '' end
        || case when o.rolbypassrls then ' bypassrls' else '' end || ';'
      from own_role as o`,
  },
  {
    part: 2,
    select: `
      select o.object, format('alter role %I set %s;', o.rolname, setting)
      from own_role as o cross join unnest(o.rolconfig) as setting`,
  },
  {
    part: 3,
    select: `
      select o.object, format('grant %I to %I;', g.rolname, o.rolname)
      from own_role as o join pg_auth_members as m on m.member = o.oid
        join own_role as g on g.oid = m.roleid`,
  },
];

const SCHEMA = "'schema ' || o.name";
const SCHEMA_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: `
      select 'extension ' || e.extname, format('create extension %I with schema %I;', e.extname, n.nspname)
      from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace
      where e.extname <> 'plpgsql'`,
  },
  { part: 1, select: `select ${SCHEMA}, format('create schema %I;', o.name) from own_schema as o` },
  {
    part: 2,
    select: `
      select ${SCHEMA}, format('alter schema %I owner to %s;', o.name, ${roleName('o.owner')})
      from own_schema as o`,
  },
  {
    part: 3,
    select: grantsOf(
      'own_schema as o',
      SCHEMA,
      "coalesce(o.acl, acldefault('n', o.owner))",
      "'schema ' || quote_ident(o.name)",
    ),
  },
  {
    part: 1,
    select: `
      select 'default privileges of ' || pg_get_userbyid(d.defaclrole), format(
        '-- %s: %s;', coalesce(d.defaclnamespace::regnamespace::text, '') || d.defaclobjtype::text, d.defaclacl
      )
      from pg_default_acl as d
      where d.defaclnamespace = 0 or d.defaclnamespace in (select oid from own_schema)`,
  },
];

const TYPE_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: `
      select o.object, case o.typtype
        when 'e' then format('create type %s as enum (%s);', o.name, (
          select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
          from pg_enum where enumtypid = o.oid
        ))
        when 'd' then format('create domain %s as %s;', o.name, format_type(o.typbasetype, o.typtypmod))
        else format('create type %s as (%s);', o.name, (
          select string_agg(
            quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum
          )
          from pg_attribute where attrelid = o.typrelid and attnum > 0 and not attisdropped
        ))
      end
      from own_type as o`,
  },
  {
    part: 2,
    select: `
      select o.object, format('alter type %s owner to %s;', o.name, ${roleName('o.typowner')})
      from own_type as o`,
  },
  {
    part: 3,
    select: grantsOf(
      '(select t.*, t.typowner as owner from own_type as t) as o',
      'o.object',
      'o.typacl',
      "'type ' || o.name",
    ),
  },
];

const FUNCTION_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: `select o.object, rtrim(pg_get_functiondef(o.oid), E'\\n') || ';' from own_function as o where o.prokind <> 'a'`,
  },
  {
    part: 2,
    select: `
      select o.object, format('alter function %s owner to %s;', o.name, ${roleName('o.proowner')})
      from own_function as o`,
  },
  {
    part: 3,
    select: grantsOf(
      '(select f.*, f.proowner as owner from own_function as f) as o',
      'o.object',
      "coalesce(o.proacl, acldefault('f', o.proowner))",
      "'function ' || o.name",
    ),
  },
  { part: 4, select: commentsOf('own_function', 'pg_proc', "'function ' || o.name") },
];

const SEQUENCE_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: `
      select 'sequence ' || o.name, format('alter sequence %s owner to %s;', o.name, ${roleName('o.relowner')})
      from own_relation as o where o.relkind = 'S'`,
  },
  {
    part: 2,
    select: grantsOf(
      "(select r.*, r.relowner as owner from own_relation as r where r.relkind = 'S') as o",
      "'sequence ' || o.name",
      'o.relacl',
      "'sequence ' || o.name",
    ),
  },
];

const DATABASE_PARTS: readonly DumpPart[] = [
  {
    part: 1,
    select: grantsOf(
      '(select datacl, datdba as owner from pg_database where datname = current_database()) as o',
      "'database'",
      "coalesce(o.datacl, acldefault('d', o.owner))",
      "'database'",
    ),
  },
  {
    part: 1,
    select: `
      select 'publication ' || p.pubname,
        format('create publication %I; -- owner: %s', p.pubname, ${roleName('p.pubowner')})
      from pg_publication as p`,
  },
  {
    part: 2,
    select: `
      select 'publication ' || p.pubname,
        format('alter publication %I add table %s;', p.pubname, t.prrelid::regclass)
      from pg_publication as p join pg_publication_rel as t on t.prpubid = p.oid`,
  },
  {
    part: 1,
    select: `
      select 'event trigger ' || e.evtname, format(
        'create event trigger %I on %s execute function %s;', e.evtname, e.evtevent,
        e.evtfoid::regprocedure
      )
      from pg_event_trigger as e`,
  },
];

export const OTHER_PARTS: readonly DumpPart[] = [
  ...ROLE_PARTS,
  ...SCHEMA_PARTS,
  ...TYPE_PARTS,
  ...FUNCTION_PARTS,
  ...SEQUENCE_PARTS,
  ...DATABASE_PARTS,
];
