-- The schema extensions of a hosted project.

create schema if not exists extensions;
grant usage on schema extensions
  to postgres, anon, authenticated, service_role, supabase_auth_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
