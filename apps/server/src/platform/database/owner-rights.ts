import type { Database } from './connection.ts';

/** Owns the project's objects. On a hosted project, the role `postgres` owns them; elsewhere that role can be a superuser. */
export const PROJECT_ROLE = 'backend_project';

/** The statements for the rights that the role `$1` lacks, in the order in which they can be run. */
const MISSING_RIGHTS = `
  with wanted_role (position, name, attributes) as (values
    -- The roles of a hosted project, and the role for the state that processes share.
    (1, 'supabase_admin', 'nologin'),
    (2, 'anon', 'nologin noinherit'),
    (3, 'authenticated', 'nologin noinherit'),
    (4, 'service_role', 'nologin noinherit bypassrls'),
    (5, 'authenticator', 'login noinherit'),
    (6, 'supabase_auth_admin', 'login noinherit'),
    (7, 'backend_shared', 'login noinherit'),
    (8, '${PROJECT_ROLE}', 'nologin bypassrls'),
    (9, 'supabase_realtime_admin', 'login noinherit'),
    -- Run scheduled commands.
    (10, 'backend_cron', 'login noinherit'),
    (11, 'backend_cron_service', 'login noinherit')
  ),
  -- Roles of earlier versions.
  former_role (name, former_name) as (
    select w.name, f.rolname
    from wanted_role as w
    join pg_roles as f on f.rolname = case w.name
      when '${PROJECT_ROLE}' then 'beaconpay_product'
      when 'backend_shared' then 'beaconpay_shared'
    end
    where not exists (select from pg_roles where rolname = w.name)
  ),
  bypassing (name) as (values ('service_role'), ('${PROJECT_ROLE}')),
  wanted_member (granted, member, privilege) as (values
    ('anon', 'authenticator', 'MEMBER'),
    ('authenticated', 'authenticator', 'MEMBER'),
    ('service_role', 'authenticator', 'MEMBER'),
    ('anon', '${PROJECT_ROLE}', 'MEMBER'),
    ('authenticated', '${PROJECT_ROLE}', 'MEMBER'),
    ('service_role', '${PROJECT_ROLE}', 'MEMBER'),
    ('authenticator', '${PROJECT_ROLE}', 'MEMBER'),
    ('${PROJECT_ROLE}', 'backend_cron', 'MEMBER'),
    ('service_role', 'backend_cron_service', 'MEMBER'),
    -- The owner creates, and in later versions changes, the objects of these roles.
    ('${PROJECT_ROLE}', $1::name, 'USAGE'),
    ('supabase_auth_admin', $1::name, 'USAGE')
  ),
  -- The server reads these when it switches roles.
  wanted_timeout (name, statement_timeout) as (values
    ('anon', '3s'), ('authenticated', '8s'), ('authenticator', '8s')
  )
  select statement from (
    select 0 as step, 0 as position, format('alter role %I rename to %I', former_name, name) as statement
    from former_role
    union all
    select 1, position, format('create role %I %s', name, attributes)
    from wanted_role as w
    where not exists (select from pg_roles where rolname = w.name)
      and not exists (select from former_role where name = w.name)
    union all
    select 2, 0, format('alter role %I bypassrls', rolname)
    from bypassing join pg_roles on rolname = name
    where not rolbypassrls and not rolsuper
    union all
    select 3, 0, format('grant %I to %I', granted, member)
    from wanted_member as w
    where not coalesce(
      (
        select pg_has_role(m.oid, g.oid, w.privilege)
        from pg_roles as m, pg_roles as g
        where m.rolname = w.member and g.rolname = w.granted
      ),
      false
    )
    union all
    select 4, 0, format('alter role %I set statement_timeout = %L', name, statement_timeout)
    from wanted_timeout as w
    where not exists (
      select from pg_roles
      where rolname = w.name and array_to_string(rolconfig, ',') like '%statement_timeout%'
    )
    union all
    select 5, 0, format('alter database %I owner to %I', datname, $1::name)
    from pg_database
    where datname = current_database() and not pg_has_role($1::name, datdba, 'USAGE')
    union all
    -- The default in a database that Postgres 15 or later has created.
    select 6, 0, 'alter schema public owner to pg_database_owner'
    from pg_namespace
    where nspname = 'public' and nspowner <> 'pg_database_owner'::regrole
      and not pg_has_role($1::name, nspowner, 'USAGE')
  ) as missing
  order by step, position, statement`;

/**
 * The statements that a superuser runs once, so that `owner` may do all that the server and its
 * migrations do. Empty when `owner` is a superuser.
 */
export async function findMissingRights(sql: Database, owner: string): Promise<string[]> {
  const [role] = await sql<{ is_superuser: boolean }[]>`
    select rolsuper as is_superuser from pg_roles where rolname = ${owner}`;
  if (role === undefined) throw new Error(`There is no role ${owner} on this Postgres.`);
  if (role.is_superuser) return [];
  const rows = await sql.unsafe<{ statement: string }[]>(MISSING_RIGHTS, [owner]);
  return rows.map(({ statement }) => statement);
}
