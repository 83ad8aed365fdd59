-- Who may touch the auth schema: supabase_auth_admin owns it and writes it; postgres, who runs the
-- product's migrations, may read it, put triggers on it and refer to it as on a hosted project, but
-- may not create anything in it; the API roles reach only the functions below.

do $$
declare
  auth_object record;
begin
  for auth_object in
    select relname from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r'
  loop
    execute format('alter table auth.%I owner to supabase_auth_admin', auth_object.relname);
    execute format('alter table auth.%I enable row level security', auth_object.relname);
    execute format(
      'grant select, insert, update, delete, references, trigger on auth.%I to postgres',
      auth_object.relname
    );
  end loop;
  for auth_object in
    select typname from pg_type
    where typnamespace = 'auth'::regnamespace and typtype = 'e'
  loop
    execute format('alter type auth.%I owner to supabase_auth_admin', auth_object.typname);
  end loop;
end
$$;

grant usage on schema auth to postgres, anon, authenticated, service_role;
grant usage, select on all sequences in schema auth to postgres;

-- The claims of the caller's token, put into the transaction by the data API.
create function auth.jwt() returns jsonb
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'The claims of the caller''s token; null outside a request.';

create function auth.uid() returns uuid
language sql stable
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function auth.uid() is 'The caller''s user id; null when nobody is signed in.';

create function auth.role() returns text
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;
comment on function auth.role() is 'The role the caller''s token names.';

create function auth.email() returns text
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;
comment on function auth.email() is 'The e-mail address in the caller''s token.';

alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;
