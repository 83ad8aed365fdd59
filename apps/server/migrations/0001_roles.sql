-- The roles a hosted project has. Roles belong to the whole cluster while this file runs once per
-- database, so every step first looks whether it is needed: a second database changes nothing, and
-- two databases migrated at the same moment do not trip over each other.
-- Passwords are no business of a file under version control; the server sets them when it starts.

do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('supabase_admin', 'nologin'),
      -- Runs the product's migrations. Not a superuser, as on a hosted project.
      ('postgres', 'login createdb createrole replication bypassrls'),
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      -- Connects for the API and has no rights of its own until it becomes one of the three above.
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit')
    ) as role_list (role_name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.role_name) then
      begin
        execute format('create role %I %s', wanted.role_name, wanted.attributes);
      exception
        when duplicate_object or unique_violation then null; -- another database was quicker
      end;
    end if;
  end loop;
end
$$;

do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'authenticator'),
      ('authenticated', 'authenticator'),
      ('service_role', 'authenticator'),
      ('anon', 'postgres'),
      ('authenticated', 'postgres'),
      ('service_role', 'postgres'),
      ('authenticator', 'postgres')
    ) as membership_list (granted, member)
  loop
    if not pg_has_role(wanted.member, wanted.granted, 'member') then
      execute format('grant %I to %I', wanted.granted, wanted.member);
    end if;
  end loop;
end
$$;

-- How long one statement of each role may take. Postgres applies such settings at log-in only, so
-- whoever switches role inside a session reads them from pg_roles.rolconfig and applies them itself.
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', '3s'),
      ('authenticated', '8s'),
      ('authenticator', '8s')
    ) as timeout_list (role_name, statement_timeout)
  loop
    if not exists (
      select
      from pg_roles
      where rolname = wanted.role_name
        and array_to_string(rolconfig, ',') like '%statement_timeout%'
    ) then
      execute format(
        'alter role %I set statement_timeout = %L', wanted.role_name, wanted.statement_timeout
      );
    end if;
  end loop;
end
$$;

-- Only the migrating role makes objects in public; the API roles may look names up there. What they
-- may do with each table is granted table by table.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
grant usage, create on schema public to postgres;

do $$
begin
  execute format('grant create, connect, temporary on database %I to postgres', current_database());
end
$$;
