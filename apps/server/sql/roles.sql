-- The roles of a hosted Supabase project, and the roles of this server.
--
-- Roles belong to the whole cluster, and this file runs once per database. Each step checks first whether it is
-- needed, so that a second database changes nothing and two databases can be migrated at the same time.
-- The server sets the passwords when it starts.

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
      -- The data API logs in as this role and then switches to one of the three above.
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit'),
      -- The realtime service: it reads messages and stores presence.
      ('supabase_realtime_admin', 'login noinherit'),
      -- Limits, jobs, notifications and leases of all processes. It has no access to customers' rows.
      ('backend_shared', 'login noinherit'),
      -- Run scheduled commands (cron.sql). Each is a member of one role only.
      ('backend_cron', 'login noinherit'),
      ('backend_cron_service', 'login noinherit')
    ) as role_list (role_name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.role_name) then
      begin
        execute format('create role %I %s', wanted.role_name, wanted.attributes);
      exception
        when duplicate_object or unique_violation then null; -- another database created it first
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
      ('authenticator', 'postgres'),
      ('postgres', 'backend_cron'),
      ('service_role', 'backend_cron_service')
    ) as membership_list (granted, member)
  loop
    if not pg_has_role(wanted.member, wanted.granted, 'member') then
      execute format('grant %I to %I', wanted.granted, wanted.member);
    end if;
  end loop;
end
$$;

-- The maximum duration of one statement. Postgres applies these settings at login only. A session that
-- switches roles reads them from pg_roles.rolconfig and applies them itself.
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

-- Only a superuser can let a role read the write-ahead log. Without one, the server logs at its start that it
-- sends no changes.
do $$
begin
  if not exists (
    select from pg_roles where rolname = 'supabase_realtime_admin' and rolreplication
  ) then
    alter role supabase_realtime_admin replication;
  end if;
exception
  when insufficient_privilege then
    raise notice 'supabase_realtime_admin may not read the log: this role is no superuser';
end
$$;

-- Only the role that runs migrations creates objects in public. Each table grants its own rights.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
grant usage, create on schema public to postgres;

do $$
begin
  execute format('grant create, connect, temporary on database %I to postgres', current_database());
end
$$;
