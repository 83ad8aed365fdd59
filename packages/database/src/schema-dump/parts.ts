/** A query for one kind of statement: `object` is the object of a statement, `part` its position within the object. */
export interface DumpPart {
  readonly part: number;
  /** Selects `object` and `statement`. */
  readonly select: string;
}

/** Common table expressions that the parts read: the objects of the database without those of extensions. */
export const OWN_OBJECTS = `
  own_schema as (
    select n.oid, n.nspname as name, n.nspowner as owner, n.nspacl as acl
    from pg_namespace as n
    where n.nspname !~ '^(pg_|information_schema$)' and n.nspname <> 'backend_migrations'
  ),
  extension_member as (select classid, objid from pg_depend where deptype = 'e'),
  own_relation as (
    select c.*, format('%I.%I', s.name, c.relname) as name
    from pg_class as c join own_schema as s on s.oid = c.relnamespace
    where not exists (
      select from extension_member as e where e.classid = 'pg_class'::regclass and e.objid = c.oid
    )
  ),
  own_table as (
    select own_relation.*, 'table ' || name as object from own_relation where relkind in ('r', 'p')
  ),
  own_view as (
    select own_relation.*, 'view ' || name as object from own_relation where relkind in ('v', 'm')
  ),
  own_function as (
    select p.*, p.oid::regprocedure::text as name, 'function ' || p.oid::regprocedure::text as object
    from pg_proc as p join own_schema as s on s.oid = p.pronamespace
    where not exists (
      select from extension_member as e where e.classid = 'pg_proc'::regclass and e.objid = p.oid
    )
  ),
  own_type as (
    select t.*, format('%I.%I', s.name, t.typname) as name,
      'type ' || format('%I.%I', s.name, t.typname) as object
    from pg_type as t join own_schema as s on s.oid = t.typnamespace
      left join pg_class as c on c.oid = t.typrelid
    where (t.typtype in ('e', 'd') or t.typtype = 'c' and c.relkind = 'c')
  ),
  -- Roles belong to the cluster. These have a right or an object in this database.
  own_role as (
    select r.*, 'role ' || r.rolname as object from pg_roles as r
    where not r.rolsuper and exists (
      select from pg_shdepend as d join pg_database as db on db.datname = current_database()
      where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
        and (d.dbid = db.oid or d.classid = 'pg_database'::regclass and d.objid = db.oid)
    )
  )`;

/** The name of a role in a statement. */
export const roleName = (oid: string): string =>
  `case ${oid} when 0 then 'public' else quote_ident(pg_get_userbyid(${oid})) end`;

/** The grants in a list of privileges to other roles than the owner, one statement per grantee. */
export function grantsOf(from: string, object: string, acl: string, target: string): string {
  return `
    select object, format(
      'grant %s on %s to %s%s;',
      string_agg(lower(privilege), ', ' order by lower(privilege)), target, grantee,
      case when is_grantable then ' with grant option' else '' end
    ) as statement
    from (
      select ${object} as object, ${target} as target, a.privilege_type as privilege,
        ${roleName('a.grantee')} as grantee, a.is_grantable
      from ${from} cross join lateral aclexplode(${acl}) as a
      where a.grantee <> o.owner
    ) as granted
    group by object, target, grantee, is_grantable`;
}

/** The comments on the objects of a catalog. */
export function commentsOf(from: string, catalog: string, target: string): string {
  return `
    select o.object, format('comment on %s is %L;', ${target}, d.description) as statement
    from ${from} as o join pg_description as d
      on d.classoid = '${catalog}'::regclass and d.objoid = o.oid and d.objsubid = 0`;
}
