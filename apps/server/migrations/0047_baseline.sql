-- The schema of the server at commit 652d40a, in one file. It replaces the
-- migrations below, each with its SHA-256. A database that has all of them counts this one as applied.
-- To read the current schema, open apps/server/sql.
--
-- last-version: 652d40a
-- replaces: 0001_roles.sql f3d1db15367d7f014472a7e8828d322642bb8395c50a33df3228bb3c200598d6
-- replaces: 0002_extensions.sql abe9a723e7b6c332a0026630f7e5beb48c78a59026758119b6efed13e6355f04
-- replaces: 0003_auth_tables.sql 4825b57a598b58ebb7da6c4376e5f5bbd0526170133a0e61694ccb10aecb9e56
-- replaces: 0004_auth_rights.sql 776889c9ebf2ed82e87b343f0267dd6c4eed775fa0a29edd38eaf34923379ce5
-- replaces: 0005_storage.sql 6d9d50a77293d5c003b3d9b00e6b3a3f14857a738a03c8a1580a5b4150e7b541
-- replaces: 0006_realtime.sql d9f30d7a5138005e6980cc15b4ca0b512984a3b2f72bb352e28ca198341d4089
-- replaces: 0007_auth_own_tables.sql c3a5d147a7c5d326b24e1e85519f74fffea508112f54fdccf231d3cf48bafa38
-- replaces: 0010_shared_state.sql e08cd72ad8f603f681a6b87979e0dccbeb9e6a45e909bbbc47c57c90172c07a5
-- replaces: 0011_jobs.sql d95947b8d775964690673e4808850cb92d612d88043d4d1d2e256e67b9a3aea0
-- replaces: 0012_jobs_without_daily_tables.sql f517eba3e5659f3638b62d3238a19634685446ca2652b86b6abb2473ae622786
-- replaces: 0016_schema_watch.sql 39e1e4fa4f994babe2c7e2cad9d9f43590a1e30e14d57bcc32e66258f5969a28
-- replaces: 0019_ended_sessions.sql 9173c999d890cc8494ab49e30af39b000ba2fa7220bae71659fdaa48f1822ba1
-- replaces: 0020_second_steps.sql 3e5fc1eb18b5ed7de5b5d3918a2533bb3459e71a6d5db8ffc6d242587d2fb716
-- replaces: 0021_providers.sql 9fcb5388b546ae55689ca4f2cb06edcf8d75d2b0a5d5752a4591c37d3d07b3e9
-- replaces: 0022_phone_codes.sql 0f4cea039b3906b440860fbe59ff617f8daa752911e671b1ad6c6964d70ef925
-- replaces: 0023_passkeys.sql 33cbd60a71904730a8d29286f5f90f561ee25f54e587a33a1a5fb05163511b95
-- replaces: 0026_storage_versions.sql a3964609f4d0183830ea83ac6699f4e157646211d2fee451af57984c47eedb3c
-- replaces: 0030_realtime_service.sql b8b5b1c03294e1fa1865dce45b8a20c266071ef4595f394b6694478862ad4831
-- replaces: 0031_realtime_changes.sql 0ce71b8ae3d06c7bf68b53176ce82fc6031845df4f01133a1138ae3717181900
-- replaces: 0032_realtime_visible_rows.sql 85db125f2b1553e3c69a55eb4a0c03a79d9292833d3c2e436502984e9b3271b6
-- replaces: 0038_signing_keys.sql 27bbe94891ff4ca3a4f5f033432ccde3cf6d755d86cb06a7f75eb6f99fcc6d7c
-- replaces: 0040_session_ends.sql c822469ea06bd12b680f1500ba320e23d61c4c8bd217dee5ac5ad203024ddd6b
-- replaces: 0046_caller_id.sql 03d22a25823b42b4b339c54726c86ac3c159c28cc866b544f28b20d5d20f6ecf
-- replaces: 0047_folded_device.sql 39dc592fe336fa6d5d466f8d7356c025bc4008759018cf599850f68e4e081b1e

-- The roles of a hosted Supabase project, and two roles of this server.
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
      ('beaconpay_shared', 'login noinherit')
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
      ('authenticator', 'postgres')
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

-- The schema extensions of a hosted project.

create schema if not exists extensions;
grant usage on schema extensions
  to postgres, anon, authenticated, service_role, supabase_auth_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- The auth schema of a hosted project, with the table and column names and types of Supabase Auth, so that
-- accounts can be moved between this server and a hosted project in both directions.
--
-- supabase_auth_admin owns the tables and writes to them. postgres runs the product's migrations: it reads the
-- tables, adds triggers and refers to them as on a hosted project, and cannot create objects here. The API roles
-- reach only the functions at the end.

-- Owned by the role that runs this file: the owner of a schema can drop its objects, the audit log too.
create schema if not exists auth;
grant usage on schema auth to postgres, anon, authenticated, service_role;
grant all on schema auth to supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0,
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false,
  constraint users_phone_key unique (phone),
  constraint users_email_change_confirm_status_check
    check (email_change_confirm_status between 0 and 2)
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email::text));
create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
-- Old installations stored numeric codes in these columns. Codes may repeat, hashes may not.
create unique index confirmation_token_idx
  on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx
  on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx
  on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx
  on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx
  on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index identities_email_idx on auth.identities (email text_pattern_ops);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigint primary key generated by default as identity,
  token varchar(255),
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions on delete cascade,
  constraint refresh_tokens_token_unique unique (token)
);
create index refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  constraint mfa_factors_last_challenged_at_key unique (last_challenged_at)
);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb,
  constraint mfa_challenges_auth_factor_id_fkey
    foreign key (factor_id) references auth.mfa_factors on delete cascade
);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid not null,
  constraint amr_id_pk primary key (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey
    unique (session_id, authentication_method)
);

create table auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text not null,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0)
);
create unique index one_time_tokens_user_id_token_type_key
  on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create table auth.sso_providers (
  id uuid primary key,
  resource_id text,
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean,
  constraint "resource_id not empty" check (resource_id is null or char_length(resource_id) > 0)
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null,
  created_at timestamptz,
  updated_at timestamptz,
  constraint "domain not empty" check (char_length(domain) > 0)
);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text,
  constraint saml_providers_entity_id_key unique (entity_id),
  constraint "entity_id not empty" check (char_length(entity_id) > 0),
  constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  constraint "metadata_url not empty" check (metadata_url is null or char_length(metadata_url) > 0)
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null,
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state on delete cascade,
  constraint "request_id not empty" check (char_length(request_id) > 0)
);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);
create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

create table auth.instances (
  id uuid primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);

create table auth.schema_migrations (
  version varchar(255) primary key
);

-- Rights -------------------------------------------------------------------------------------------

do $$
declare
  auth_object record;
begin
  for auth_object in
    select relname from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r' and relname <> 'audit_log_entries'
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

grant usage, select on all sequences in schema auth to postgres;

-- The audit log is append-only (auth-audit.sql), so the auth service does not own it.
alter table auth.audit_log_entries enable row level security;
grant select on auth.audit_log_entries to postgres;
grant select, insert on auth.audit_log_entries to supabase_auth_admin;

-- The caller ---------------------------------------------------------------------------------------

-- The data API sets the claims of the caller's token in each transaction.
create function auth.jwt() returns jsonb
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'The claims of the caller''s token; null outside a request.';

-- Nearly every policy calls this, several times per statement. Parsing all claims costs ten times as much as
-- the rest, so the server also sets the id in a setting of its own. The function of a hosted project reads the
-- same setting first.
create function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
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

-- The storage schema of a hosted project. Rows in storage.objects decide who may access a file. The bytes are
-- stored elsewhere.

create schema if not exists storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null,
  -- Replaced by owner_id, which also stores ids that are not UUIDs.
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
-- The product's migrations add policies and triggers, which only the owner can do. postgres cannot create
-- objects here, because it has no CREATE right on the schema.
alter table storage.buckets owner to postgres;
alter table storage.objects owner to postgres;
grant select, insert, update, delete on storage.buckets, storage.objects
  to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[]
language sql immutable strict
as $$
  select (string_to_array(name, '/'))[: cardinality(string_to_array(name, '/')) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of a path: a/b/c.png gives {a,b}.';

create function storage.filename(name text) returns text
language sql immutable strict
as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
comment on function storage.filename(text) is 'The last part of a path: a/b/c.png gives c.png.';

create function storage.extension(name text) returns text
language sql immutable strict
as $$
  select coalesce(substring(storage.filename(name) from '\.([^.]*)$'), '')
$$;
comment on function storage.extension(text) is 'The extension of a path: a/b/c.png gives png.';

-- The realtime schema of a hosted project: policies on realtime.messages decide who joins a private channel,
-- realtime.send() broadcasts from SQL, and the publication lists the tables whose changes are sent.

create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

create type realtime.equality_op as enum ('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in');
create type realtime.user_defined_filter as (
  column_name text,
  op realtime.equality_op,
  value text
);

create table realtime.subscription (
  id bigint primary key generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role text generated always as (claims ->> 'role') stored not null,
  created_at timestamp not null default timezone('utc', now())
);
create unique index subscription_subscription_id_entity_filters_key
  on realtime.subscription (subscription_id, entity, filters);
create index ix_realtime_subscription_entity on realtime.subscription (entity);

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

alter table realtime.messages enable row level security;
alter table realtime.messages owner to postgres;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel whose policies are being checked.';

-- As on a hosted project: the payload gets an id, and an error here does not abort the caller's transaction.
create function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
)
returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  begin
    perform set_config('realtime.topic', send.topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (
      message_id,
      case
        when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
        then jsonb_set(send.payload, '{id}', to_jsonb(message_id))
        else send.payload
      end,
      send.event, send.topic, send.private, 'broadcast'
    );
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts payload as event on topic when the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new,
      'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For triggers: broadcasts what a statement did to a row.';

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- Only the owner can add tables to a publication.
  alter publication supabase_realtime owner to postgres;
end
$$;

-- The tables of the auth service beside those of Supabase Auth, whose shape does not change.

create schema beaconpay_auth authorization supabase_auth_admin;
revoke all on schema beaconpay_auth from public;

-- Codes and links ----------------------------------------------------------------------------------

-- One-time codes and links sent by email or SMS. One slot may have several tokens for a moment: an older one
-- works until the mail server has accepted the newer one.
create table beaconpay_auth.one_time_tokens (
  id uuid primary key,
  sequence bigint generated always as identity,
  user_id uuid not null references auth.users on delete cascade,
  slot text not null check (slot in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication',
    'phone_change', 'factor'
  )),
  -- The recipient; part of the code's hash.
  address text not null,
  -- The address that an email change leads to.
  new_email text,
  code_hash text not null,
  link_hash text not null unique,
  -- Wrong attempts for the code. A link cannot be guessed, so its attempts are not counted.
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user_id_slot_idx on beaconpay_auth.one_time_tokens (user_id, slot);
create index one_time_tokens_address_idx on beaconpay_auth.one_time_tokens (address);
create index one_time_tokens_expires_at_idx on beaconpay_auth.one_time_tokens (expires_at);

-- Messages to send after a commit, encrypted. A message is deleted with its account or its token.
create table beaconpay_auth.outbox (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  token_id uuid references beaconpay_auth.one_time_tokens on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null
);
create index outbox_user_id_idx on beaconpay_auth.outbox (user_id);
create index outbox_token_id_idx on beaconpay_auth.outbox (token_id);

-- Devices and wrong passwords ----------------------------------------------------------------------

-- The devices that signed in to an account, as hashes.
create table beaconpay_auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);

-- Stable, because convert_to() is. Postgres does not inline an immutable function that calls a stable one.
create function beaconpay_auth.device_of(user_agent text, ip inet) returns bytea
language sql stable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    coalesce(user_agent, '') || E'\n' ||
    coalesce(network(set_masklen(ip, case family(ip) when 4 then 24 else 64 end))::text, ''),
    'UTF8'
  ))
$$;
comment on function beaconpay_auth.device_of(text, inet) is
  'What a device is recognised by: its user agent and the network it comes from (/24 or /64).';

-- Wrong passwords per email address, whether or not an account has it. The subject is a hash: of the address,
-- or of address and device for a device that signed in before.
create table beaconpay_auth.sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_last_failed_at_idx
  on beaconpay_auth.sign_in_failures (last_failed_at);

create function beaconpay_auth.failure_subject(email text, device bytea) returns bytea
language sql stable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    email || coalesce(E'\n' || encode(device, 'hex'), ''), 'UTF8'
  ))
$$;

-- Second factors -----------------------------------------------------------------------------------

-- The newest accepted time step of a factor, so that a code works once.
create table beaconpay_auth.totp_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);

-- Recovery codes replace the factor once. They are long enough to need no slow hash.
create table beaconpay_auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Other identity providers (OAuth 2, OpenID Connect, SAML) -----------------------------------------

-- A sign-in that was sent to a provider. The row stays for a while after its use, so that the server can tell
-- a repeated state from an invented one.
create table beaconpay_auth.provider_flows (
  state_hash bytea primary key,
  -- Of a cookie in the browser that started the flow: only that browser can finish it.
  browser_hash bytea not null,
  provider text not null,
  -- Encrypted: what the response is checked with, and the address that the browser returns to.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index provider_flows_expires_at_idx on beaconpay_auth.provider_flows (expires_at);

-- Signed assertions of providers. Each is accepted once.
create table beaconpay_auth.used_assertions (
  assertion_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_assertions_expires_at_idx on beaconpay_auth.used_assertions (expires_at);

-- The end of a session that the identity provider requires, whatever our own limits are. It belongs to the flow
-- until the app has exchanged its code.
create table beaconpay_auth.session_ends (
  session_id uuid unique references auth.sessions on delete cascade,
  flow_state_id uuid unique references auth.flow_state on delete cascade,
  ends_at timestamptz not null,
  check (num_nonnulls(session_id, flow_state_id) = 1)
);

-- Passkeys -----------------------------------------------------------------------------------------

create table beaconpay_auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- The device counts its signatures. A counter that goes back means a copied key.
  counter bigint not null,
  transports jsonb not null,
  friendly_name text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id_idx on beaconpay_auth.passkeys (user_id);

create table beaconpay_auth.passkey_challenges (
  id uuid primary key,
  -- The owner of a new key. Null for a sign-in, whose user is not known yet.
  user_id uuid references auth.users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id_idx on beaconpay_auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on beaconpay_auth.passkey_challenges (expires_at);

-- Rights -------------------------------------------------------------------------------------------

do $$
declare
  own record;
begin
  for own in
    select relname from pg_class
    where relnamespace = 'beaconpay_auth'::regnamespace and relkind = 'r'
  loop
    execute format('alter table beaconpay_auth.%I owner to supabase_auth_admin', own.relname);
    execute format('alter table beaconpay_auth.%I enable row level security', own.relname);
  end loop;
end
$$;
alter function beaconpay_auth.device_of(text, inet) owner to supabase_auth_admin;
alter function beaconpay_auth.failure_subject(text, bytea) owner to supabase_auth_admin;

-- The audit log of the auth service. The service adds entries and cannot change the rules: it owns neither the
-- table nor the schema.

create policy "The auth service reads and adds entries" on auth.audit_log_entries
  to supabase_auth_admin using (true) with check (true);
create index audit_log_entries_actor_id_idx on auth.audit_log_entries ((payload ->> 'actor_id'));

-- The only allowed change of an entry removes the name and the network address.
create function beaconpay_auth.keep_audit_entries() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and new.id = old.id
    and new.instance_id is not distinct from old.instance_id
    and new.created_at is not distinct from old.created_at
    and new.payload::jsonb = old.payload::jsonb || '{"actor_username": ""}'
    and new.ip_address = ''
  then
    return new;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    message = 'The audit log is append-only.';
end
$$;

create trigger keep_entries
  before update or delete on auth.audit_log_entries
  for each row execute function beaconpay_auth.keep_audit_entries();
create trigger keep_all_entries
  before truncate on auth.audit_log_entries
  for each statement execute function beaconpay_auth.keep_audit_entries();

create function beaconpay_auth.forget_audit_names(account_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  update auth.audit_log_entries
  set payload = (payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
  where payload ->> 'actor_id' = account_id::text
$$;
comment on function beaconpay_auth.forget_audit_names(uuid) is
  'Takes the name and the network addresses of a deleted account out of its entries; what was done and when stays.';
revoke all on function beaconpay_auth.forget_audit_names(uuid) from public;
grant execute on function beaconpay_auth.forget_audit_names(uuid) to supabase_auth_admin;

-- What all processes and machines on one database share, beside the jobs (jobs.sql).

create schema beaconpay_shared;
grant usage on schema beaconpay_shared to beaconpay_shared;

-- Rate limits. Unlogged: a crash of Postgres may reset them. rate-limiter-flexible prescribes the columns and
-- their order.
create unlogged table beaconpay_shared.rate_limits (
  -- A hash, so that no address is stored.
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire_idx on beaconpay_shared.rate_limits (expire);
grant select, insert, update, delete on beaconpay_shared.rate_limits to beaconpay_shared;

-- Ended sessions -----------------------------------------------------------------------------------

-- Sessions that ended before their access tokens expired. Triggers write the rows, so that no code that ends a
-- session can forget it.
create table beaconpay_shared.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default now(),
  -- The tokens of the session are invalid before this time. A ban may end.
  until timestamptz not null
);
create index ended_sessions_ended_at_idx on beaconpay_shared.ended_sessions (ended_at);
grant select, delete on beaconpay_shared.ended_sessions to beaconpay_shared;

-- Notifies all processes. The payload of a notification holds less than 8,000 bytes, so long lists are split.
create function beaconpay_shared.tell_ended_sessions(session_ids uuid[], until timestamptz)
returns void
language sql
set search_path = ''
as $$
  select pg_catalog.pg_notify('beaconpay', pg_catalog.json_build_object(
    'topic', 'identity:ended-sessions',
    'message', pg_catalog.json_build_object(
      'sessions', pg_catalog.json_agg(part.id),
      'until', case when pg_catalog.isfinite(until) then extract(epoch from until) * 1000 end
    )
  )::text)
  from (
    select id, (place - 1) / 100 as chunk
    from pg_catalog.unnest(session_ids) with ordinality as listed (id, place)
  ) part
  group by part.chunk
$$;

create function beaconpay_shared.note_deleted_sessions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into beaconpay_shared.ended_sessions (session_id, until)
  select id, 'infinity' from deleted
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array_agg(id), 'infinity') from deleted
  having count(*) > 0;
  return null;
end
$$;
create trigger note_deleted_sessions
after delete on auth.sessions
referencing old table as deleted
for each statement execute function beaconpay_shared.note_deleted_sessions();

-- A closed session whose row stays, so that its revoked tokens are still recognized.
create function beaconpay_shared.note_closed_session() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into beaconpay_shared.ended_sessions (session_id, until) values (new.id, 'infinity')
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array[new.id], 'infinity');
  return null;
end
$$;
-- A server's clock sets the time, and it may be ahead of the clock of Postgres.
create trigger note_closed_session
after update of not_after on auth.sessions
for each row when (
  old.not_after is distinct from new.not_after and new.not_after <= now() + interval '5 seconds'
)
execute function beaconpay_shared.note_closed_session();

-- A ban suspends the sessions. They are valid again when it ends.
create function beaconpay_shared.note_ban() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  banned_until timestamptz := coalesce(new.banned_until, '-infinity');
begin
  insert into beaconpay_shared.ended_sessions (session_id, until)
  select id, banned_until from auth.sessions where user_id = new.id
  on conflict (session_id) do update set until = excluded.until, ended_at = excluded.ended_at;
  perform beaconpay_shared.tell_ended_sessions(array_agg(id), greatest(banned_until, 'epoch'))
  from auth.sessions where user_id = new.id
  having count(*) > 0;
  return null;
end
$$;
create trigger note_ban
after update of banned_until on auth.users
for each row when (old.banned_until is distinct from new.banned_until)
execute function beaconpay_shared.note_ban();

revoke all on function
  beaconpay_shared.tell_ended_sessions(uuid[], timestamptz),
  beaconpay_shared.note_deleted_sessions(),
  beaconpay_shared.note_closed_session(),
  beaconpay_shared.note_ban()
from public;

-- Signing keys -------------------------------------------------------------------------------------

-- The keys that sign access tokens, in the order in which they sign. All servers on this database use the same
-- keys and switch to a new one together.
create table beaconpay_shared.signing_keys (
  key_id text primary key,
  -- Encrypted with a key derived from the server's secret key. Null after the last token of the key has expired.
  -- The row stays, so that a key file that still has the key does not add it again.
  sealed_jwk bytea,
  -- The key is published before this time, so that every verifier knows it by then.
  signs_from timestamptz not null
);
grant select, insert, update on beaconpay_shared.signing_keys to beaconpay_shared;

create function beaconpay_shared.tell_signing_keys() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('beaconpay', '{"topic":"identity:signing-keys","message":{}}');
  return null;
end
$$;
revoke all on function beaconpay_shared.tell_signing_keys() from public;
create trigger tell_signing_keys
after insert or update or delete on beaconpay_shared.signing_keys
for each statement execute function beaconpay_shared.tell_signing_keys();

-- Jobs and schedules of pg-boss 12.35 (its schema version 43). The first part is the output of its
-- `getConstructionPlans('beaconpay_jobs')` without the daily tables for statistics, which this server does not
-- record: a backup fits only a database with the same tables. A migration creates the tables, so that no server
-- needs the right to. A later version of pg-boss that needs another schema reports it at start; add its
-- `getMigrationPlans` as a migration.

create schema beaconpay_jobs;

CREATE TYPE beaconpay_jobs.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);

CREATE FUNCTION beaconpay_jobs.job_now()
RETURNS timestamp with time zone AS
$$
  SELECT pg_catalog.now();
$$
LANGUAGE sql STABLE;

CREATE TABLE beaconpay_jobs.version (
  version int primary key,
  cron_on timestamp with time zone,
  bam_on timestamp with time zone,
  flow_on timestamp with time zone,
  reindex_on timestamp with time zone,
  monitor_backoff_on timestamp with time zone
);

CREATE TABLE beaconpay_jobs.queue (
  name text NOT NULL,
  policy text NOT NULL,
  retry_limit int NOT NULL,
  retry_delay int NOT NULL,
  retry_backoff bool NOT NULL,
  retry_delay_max int,
  expire_seconds int NOT NULL,
  retention_seconds int NOT NULL,
  deletion_seconds int NOT NULL,
  dead_letter text REFERENCES beaconpay_jobs.queue (name) CHECK (dead_letter IS DISTINCT FROM name),
  partition bool NOT NULL,
  table_name text NOT NULL,
  deferred_count int NOT NULL default 0,
  queued_count int NOT NULL default 0,
  ready_count int NOT NULL default 0,
  warning_queued int NOT NULL default 0,
  active_count int NOT NULL default 0,
  failed_count int NOT NULL default 0,
  total_count int NOT NULL default 0,
  created_delta int NOT NULL default 0,
  completed_delta int NOT NULL default 0,
  failed_delta int NOT NULL default 0,
  delta_on timestamp with time zone,
  delta_seconds int,
  ready_history int[] NOT NULL default '{}',
  heartbeat_seconds int,
  notify bool NOT NULL DEFAULT false,
  singletons_active text[],
  monitor_claim_on timestamp with time zone,
  monitor_on timestamp with time zone,
  maintain_on timestamp with time zone,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE beaconpay_jobs.schedule (
  name text REFERENCES beaconpay_jobs.queue ON DELETE CASCADE,
  key text not null DEFAULT '',
  kind text not null DEFAULT 'cron' CHECK (kind IN ('cron', 'rrule')),
  cron text not null,
  timezone text DEFAULT 'UTC',
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  last_job_id uuid,
  PRIMARY KEY (name, key)
);

CREATE TABLE beaconpay_jobs.subscription (
  event text not null,
  name text not null REFERENCES beaconpay_jobs.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);

CREATE TABLE beaconpay_jobs.bam (
  id uuid PRIMARY KEY default gen_random_uuid(),
  name text NOT NULL,
  version int NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  queue text,
  table_name text NOT NULL,
  command text NOT NULL,
  error text,
  created_on timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  started_on timestamp with time zone,
  completed_on timestamp with time zone
);

CREATE FUNCTION beaconpay_jobs.job_table_format(command text, table_name text)
RETURNS text AS
$$
  SELECT format(
    regexp_replace(
      regexp_replace(command, '\.job\y', '.%1$I', 'g'),
      '\yjob_i(\d+)', '%1$s_i\1', 'g'
    ),
    table_name
  );
$$
LANGUAGE sql IMMUTABLE;

CREATE FUNCTION beaconpay_jobs.job_table_run(command text, tbl_name text DEFAULT NULL, queue_name text DEFAULT NULL)
RETURNS VOID AS
$$
DECLARE
  tbl RECORD;
BEGIN
  IF queue_name IS NOT NULL THEN
    SELECT table_name INTO tbl_name FROM beaconpay_jobs.queue WHERE name = queue_name;
  END IF;

  IF tbl_name IS NOT NULL THEN
    EXECUTE beaconpay_jobs.job_table_format(command, tbl_name);
    RETURN;
  END IF;

  EXECUTE beaconpay_jobs.job_table_format(command, 'job_common');

  FOR tbl IN SELECT table_name FROM beaconpay_jobs.queue WHERE partition = true
  LOOP
    EXECUTE beaconpay_jobs.job_table_format(command, tbl.table_name);
  END LOOP;
END;
$$
LANGUAGE plpgsql;

CREATE FUNCTION beaconpay_jobs.job_table_run_async(command_name text, version int, command text, tbl_name text DEFAULT NULL, queue_name text DEFAULT NULL)
RETURNS VOID AS
$$
BEGIN
  IF queue_name IS NOT NULL THEN
    SELECT table_name INTO tbl_name FROM beaconpay_jobs.queue WHERE name = queue_name;
  END IF;

  IF tbl_name IS NOT NULL THEN
    INSERT INTO beaconpay_jobs.bam (name, version, status, queue, table_name, command)
    VALUES (
      command_name,
      version,
      'pending',
      queue_name,
      tbl_name,
      beaconpay_jobs.job_table_format(command, tbl_name)
    );
    RETURN;
  END IF;

  INSERT INTO beaconpay_jobs.bam (name, version, status, queue, table_name, command)
  SELECT
    command_name,
    version,
    'pending',
    NULL,
    'job_common',
    beaconpay_jobs.job_table_format(command, 'job_common')
  UNION ALL
  SELECT
    command_name,
    version,
    'pending',
    queue.name,
    queue.table_name,
    beaconpay_jobs.job_table_format(command, queue.table_name)
  FROM beaconpay_jobs.queue
  WHERE partition = true;
END;
$$
LANGUAGE plpgsql;

CREATE TABLE beaconpay_jobs.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state beaconpay_jobs.job_state not null default 'created',
  retry_limit integer not null default 2,
  retry_count integer not null default 0,
  retry_delay integer not null default 0,
  retry_backoff boolean not null default false,
  retry_delay_max integer,
  expire_seconds int not null default 900,
  deletion_seconds int not null default 604800,
  singleton_key text,
  singleton_on timestamp without time zone,
  group_id text,
  group_tier text,
  start_after timestamp with time zone not null default now(),
  created_on timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '1209600',
  output jsonb,
  dead_letter text,
  policy text,
  heartbeat_on timestamp with time zone,
  heartbeat_seconds int,
  blocked boolean not null default false,
  blocking boolean not null default false,
  pending_dependencies int not null default 0,
  source_name text,
  source_id uuid,
  source_created_on timestamp with time zone,
  source_retry_count int,
  source_output jsonb,
  source_root_id uuid
) PARTITION BY LIST (name);
ALTER TABLE beaconpay_jobs.job ADD PRIMARY KEY (name, id);

CREATE TABLE beaconpay_jobs.job_common (LIKE beaconpay_jobs.job INCLUDING GENERATED INCLUDING DEFAULTS);

SELECT beaconpay_jobs.job_table_run($cmd$ALTER TABLE beaconpay_jobs.job ADD PRIMARY KEY (name, id)$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES beaconpay_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES beaconpay_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i1 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i2 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i3 ON beaconpay_jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i6 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i8 ON beaconpay_jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE INDEX job_i10 ON beaconpay_jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i4 ON beaconpay_jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE INDEX job_i11 ON beaconpay_jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE INDEX job_i7 ON beaconpay_jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE INDEX job_i9 ON beaconpay_jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, 'job_common');
SELECT beaconpay_jobs.job_table_run($cmd$CREATE INDEX job_i12 ON beaconpay_jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, 'job_common');

ALTER TABLE beaconpay_jobs.job ATTACH PARTITION beaconpay_jobs.job_common DEFAULT;

CREATE TABLE beaconpay_jobs.warning (
  id uuid PRIMARY KEY default gen_random_uuid(),
  type text NOT NULL,
  message text NOT NULL,
  data jsonb,
  created_on timestamp with time zone NOT NULL DEFAULT now()
);
CREATE INDEX warning_i1 ON beaconpay_jobs.warning (created_on DESC);

CREATE TABLE beaconpay_jobs.queue_stats (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  deferred_count int NOT NULL DEFAULT 0,
  queued_count   int NOT NULL DEFAULT 0,
  ready_count    int NOT NULL DEFAULT 0,
  active_count   int NOT NULL DEFAULT 0,
  failed_count   int NOT NULL DEFAULT 0,
  total_count    int NOT NULL DEFAULT 0,
  created_delta   int,
  completed_delta int,
  failed_delta    int,
  delta_seconds   int,
  delta_on        timestamptz,
  captured_on timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, captured_on)
) PARTITION BY RANGE (captured_on);
CREATE INDEX queue_stats_i1 ON beaconpay_jobs.queue_stats (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE TABLE beaconpay_jobs.job_dependency (
  child_name text NOT NULL,
  child_id uuid NOT NULL,
  parent_name text NOT NULL,
  parent_id uuid NOT NULL,
  PRIMARY KEY (child_name, child_id, parent_name, parent_id)
);
CREATE INDEX IF NOT EXISTS job_dep_parent_idx ON beaconpay_jobs.job_dependency (parent_name, parent_id);

CREATE FUNCTION beaconpay_jobs.create_queue(queue_name text, options jsonb)
RETURNS VOID AS
$$
DECLARE
  tablename varchar := CASE WHEN options->>'partition' = 'true'
                        THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                        ELSE 'job_common'
                        END;
  queue_created_on timestamptz;
BEGIN

  WITH q as (
    INSERT INTO beaconpay_jobs.queue (
      name,
      policy,
      retry_limit,
      retry_delay,
      retry_backoff,
      retry_delay_max,
      expire_seconds,
      retention_seconds,
      deletion_seconds,
      warning_queued,
      dead_letter,
      partition,
      table_name,
      heartbeat_seconds,
      notify,
      created_on,
      updated_on
    )
    VALUES (
      queue_name,
      options->>'policy',
      COALESCE((options->>'retryLimit')::int, 2),
      COALESCE((options->>'retryDelay')::int, 0),
      COALESCE((options->>'retryBackoff')::bool, false),
      (options->>'retryDelayMax')::int,
      COALESCE((options->>'expireInSeconds')::int, 900),
      COALESCE((options->>'retentionSeconds')::int, 1209600),
      COALESCE((options->>'deleteAfterSeconds')::int, 604800),
      COALESCE((options->>'warningQueueSize')::int, 0),
      options->>'deadLetter',
      COALESCE((options->>'partition')::bool, false),
      tablename,
      (options->>'heartbeatSeconds')::int,
      COALESCE((options->>'notify')::bool, false),
      beaconpay_jobs.job_now(),
      beaconpay_jobs.job_now()
    )
    ON CONFLICT DO NOTHING
    RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;

  IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE TABLE beaconpay_jobs.%I (LIKE beaconpay_jobs.job INCLUDING DEFAULTS)', tablename);

  EXECUTE beaconpay_jobs.job_table_format($cmd$ALTER TABLE beaconpay_jobs.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES beaconpay_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES beaconpay_jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

  EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE INDEX job_i11 ON beaconpay_jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON beaconpay_jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE INDEX job_i7 ON beaconpay_jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE INDEX job_i9 ON beaconpay_jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
  EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE INDEX job_i12 ON beaconpay_jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

  IF options->>'policy' = 'short' THEN
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
  ELSIF options->>'policy' = 'singleton' THEN
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
  ELSIF options->>'policy' = 'stately' THEN
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON beaconpay_jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
  ELSIF options->>'policy' = 'exclusive' THEN
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON beaconpay_jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
  ELSIF options->>'policy' = 'key_strict_fifo' THEN
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON beaconpay_jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
    EXECUTE beaconpay_jobs.job_table_format($cmd$CREATE INDEX job_i10 ON beaconpay_jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
    EXECUTE beaconpay_jobs.job_table_format($cmd$ALTER TABLE beaconpay_jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
  END IF;

  EXECUTE format('ALTER TABLE beaconpay_jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
  EXECUTE format('ALTER TABLE beaconpay_jobs.job ATTACH PARTITION beaconpay_jobs.%I FOR VALUES IN (%L)', tablename, queue_name);
END;
$$
LANGUAGE plpgsql;

CREATE FUNCTION beaconpay_jobs.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  v_table varchar;
  v_partition bool;
BEGIN

  SELECT table_name, partition
  FROM beaconpay_jobs.queue
  WHERE name = queue_name
  INTO v_table, v_partition;

  IF v_partition THEN
    EXECUTE format('DROP TABLE IF EXISTS beaconpay_jobs.%I', v_table);
  ELSE
    EXECUTE format('DELETE FROM beaconpay_jobs.%I WHERE name = %L', v_table, queue_name);
  END IF;

  DELETE FROM beaconpay_jobs.queue WHERE name = queue_name;
END;
$$
LANGUAGE plpgsql;
INSERT INTO beaconpay_jobs.version(version) VALUES ('43');

-- Rights of the services ---------------------------------------------------------------------------

grant usage on schema beaconpay_jobs to beaconpay_shared, supabase_auth_admin;
grant select, insert, update, delete on all tables in schema beaconpay_jobs to beaconpay_shared;

-- The auth service adds jobs in its own transactions. It cannot read jobs, not even its own.
grant select on beaconpay_jobs.queue to supabase_auth_admin;
grant insert on beaconpay_jobs.job_common to supabase_auth_admin;
grant select (id, start_after) on beaconpay_jobs.job_common to supabase_auth_admin;

-- The data of a job may be secret, so it is deleted when the job ends.
create function beaconpay_jobs.forget_data() returns trigger
language plpgsql
as $$
begin
  new.data := null;
  return new;
end
$$;
create trigger forget_data
  before insert or update on beaconpay_jobs.job_common
  for each row
  when (new.state >= 'completed' and new.data is not null)
  execute function beaconpay_jobs.forget_data();

-- The bytes of an object are stored under the version in its row. Bytes without a row are listed here, before
-- their row exists and after it is gone, and a scheduled job deletes them. So rows and bytes agree even if a
-- server stops in between.

create schema beaconpay_storage;
revoke all on schema beaconpay_storage from public;

create table beaconpay_storage.unattached_versions (
  version text primary key,
  remove_after timestamptz not null
);
comment on table beaconpay_storage.unattached_versions is
  'Bytes that no row of storage.objects names: not yet, or no longer.';
create index unattached_versions_remove_after on beaconpay_storage.unattached_versions (remove_after);

create table beaconpay_storage.resumable_uploads (
  -- The version under which the bytes are stored.
  id text primary key,
  -- The user who started the upload. Only this user can continue it.
  uploader text not null,
  -- The object that a finished upload becomes.
  target jsonb not null,
  -- The state of the tus protocol, for back ends that do not store it.
  upload jsonb,
  -- One request at a time writes.
  locked_by uuid,
  locked_until timestamptz,
  remove_after timestamptz not null
);
comment on table beaconpay_storage.resumable_uploads is
  'Uploads in parts. A finished one is kept for as long as somebody may ask whether it is.';
create index resumable_uploads_remove_after on beaconpay_storage.resumable_uploads (remove_after);

-- The server logs in as authenticator. The callers' roles have no access.
grant usage on schema beaconpay_storage to authenticator;
grant select, insert, update, delete on beaconpay_storage.unattached_versions,
  beaconpay_storage.resumable_uploads to authenticator;

create function beaconpay_storage.follow_versions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.version is not null
    and (tg_op = 'DELETE' or old.version is distinct from new.version)
  then
    -- Not at once: a backup that began a moment ago still copies them.
    insert into beaconpay_storage.unattached_versions (version, remove_after)
    values (old.version, now() + interval '1 hour')
    on conflict (version) do nothing;
  end if;
  if tg_op <> 'DELETE' and new.version is not null
    and (tg_op = 'INSERT' or old.version is distinct from new.version)
  then
    delete from beaconpay_storage.unattached_versions where version = new.version;
    if not found then
      raise exception 'There are no bytes of version %.', new.version using errcode = 'PT410';
    end if;
  end if;
  return null;
end;
$$;
revoke execute on function beaconpay_storage.follow_versions() from public;

create trigger follow_versions
  after insert or delete or update of version on storage.objects
  for each row execute function beaconpay_storage.follow_versions();

-- Lists are sorted by the bytes of the names, whatever the locale of the database is.
create index objects_by_bucket_and_name on storage.objects (bucket_id, name collate "C");

-- Presence, broadcasts from SQL, and changes on their way to subscribers.

create schema beaconpay_realtime;
grant usage on schema beaconpay_realtime to supabase_realtime_admin, authenticator;

-- Presence -----------------------------------------------------------------------------------------

-- Unlogged: after a crash of Postgres the processes write these rows again.
create unlogged table beaconpay_realtime.processes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table beaconpay_realtime.presences (
  ref text primary key,
  process uuid not null references beaconpay_realtime.processes (id) on delete cascade,
  -- public:name or private:name
  topic text not null,
  key text not null,
  meta jsonb not null
);
create index presences_topic_idx on beaconpay_realtime.presences (topic);
create index presences_process_idx on beaconpay_realtime.presences (process);
grant select, insert, update, delete
  on beaconpay_realtime.processes, beaconpay_realtime.presences to supabase_realtime_admin;

-- Messages -----------------------------------------------------------------------------------------

-- Checks whether a caller may join a private channel: inserts messages to which the policies are applied. The
-- transaction is always rolled back. API roles cannot call it.
create function beaconpay_realtime.put_probes(topic text, broadcast uuid, presence uuid)
returns void
language sql security definer
set search_path = ''
as $$
  insert into realtime.messages (id, topic, extension, event, payload, private)
  values
    (put_probes.broadcast, put_probes.topic, 'broadcast', 'probe', '{}', true),
    (put_probes.presence, put_probes.topic, 'presence', 'probe', '{}', true)
$$;
revoke all on function beaconpay_realtime.put_probes(text, uuid, uuid) from public;
grant execute on function beaconpay_realtime.put_probes(text, uuid, uuid) to authenticator;

grant usage on schema realtime to supabase_realtime_admin;
grant select, delete on realtime.messages to supabase_realtime_admin;
create policy "the realtime service reads and forgets messages"
  on realtime.messages to supabase_realtime_admin using (true);

-- Notifies all processes of a committed message.
create function beaconpay_realtime.tell_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('beaconpay', pg_catalog.json_build_object(
    'topic', 'realtime:messages',
    'message', pg_catalog.json_build_object(
      'id', new.id, 'topic', pg_catalog.left(new.topic, 1000), 'private', coalesce(new.private, false)
    )
  )::text);
  return null;
end
$$;
create trigger tell_message after insert on realtime.messages
for each row when (new.extension = 'broadcast')
execute function beaconpay_realtime.tell_message();

-- Changes ------------------------------------------------------------------------------------------

-- One process reads the changes of the publication supabase_realtime from the write-ahead log and stores them
-- here. Every process with subscribers reads them from here.

-- The processes with subscribers to changes.
create unlogged table beaconpay_realtime.listeners (
  process uuid primary key references beaconpay_realtime.processes (id) on delete cascade
);

-- Kept for a few minutes. The bodies hold rows of customers, so only the realtime service reads them.
create table beaconpay_realtime.changes (
  position bigint primary key generated always as identity,
  stored_at timestamptz not null default now(),
  body json not null
);
create index changes_stored_at_idx on beaconpay_realtime.changes (stored_at);

-- The position in the log. It is updated together with the stored changes, so that each is stored once.
create table beaconpay_realtime.reader (
  is_only boolean primary key default true check (is_only),
  -- The commit, and how many of its changes are stored.
  commit_lsn pg_lsn not null default '0/0',
  stored integer not null default 0
);
insert into beaconpay_realtime.reader default values;

grant select, insert, delete on beaconpay_realtime.listeners, beaconpay_realtime.changes
  to supabase_realtime_admin;
grant select, update on beaconpay_realtime.reader to supabase_realtime_admin;

-- Which of the changed rows each viewer may see, in one statement with the rights of each viewer. It reads rows
-- by their keys, however large the table, and resets the settings of one viewer before the next one.
--
-- `keys` are the primary keys of the rows. `shared` are the caller settings that all viewers have in common. A
-- viewer has its other settings, and either a few keys of its own, each with its `.place` in `keys`, or null for
-- all of them. Without policies on the table, or for a viewer that may not read its keys, nothing is checked and
-- `visible` is null.
--
-- Plans are made once per role, so the viewers of one role follow each other.
create function beaconpay_realtime.visible_rows(
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
  seen constant text := 'BPSEE';
  table_name text;
  schema_oid oid;
  key_types text;
  matches_few text;
  match_all text;
  asked jsonb;
  role_name text;
  may_ask boolean;
  prepared text;
  knows_few boolean := false;
  knows_all boolean := false;
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
      -- Only of what is seen is the key's place looked for, which mostly is little.
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
    where name in ('beaconpay_visible_few', 'beaconpay_visible_all')
  loop
    execute format('deallocate %I', prepared);
  end loop;

  for place in 0 .. jsonb_array_length(shared) - 1 loop
    perform set_config(shared -> place ->> 0, shared -> place ->> 1, true);
  end loop;

  for viewer, asked in
    select place - 1, value from jsonb_array_elements(viewers) with ordinality as v (value, place)
  loop
    visible := null;
    problem := null;
    begin
      for place in 0 .. jsonb_array_length(asked -> 'settings') - 1 loop
        perform set_config(
          asked -> 'settings' -> place ->> 0, asked -> 'settings' -> place ->> 1, true
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
        may_ask := has_rls and key_columns <@ readable;
        role_name := current_setting('role');
      end if;
      if may_ask and asked ->> 'keys' is null then
        if not knows_all then
          execute format('prepare beaconpay_visible_all as select %s', match_all);
          knows_all := true;
        end if;
        execute 'execute beaconpay_visible_all' into visible;
      elsif may_ask and asked ->> 'keys' <> '[]' then
        if not knows_few then
          -- Nothing is pulled out of what has an offset, so each key is looked up by itself.
          execute format(
            'prepare beaconpay_visible_few (json) as
              select array_agg(k.".place")
              from json_to_recordset($1) as k (".place" integer, %s)
                cross join lateral (select from %s as t where %s offset 0) as t',
            key_types, table_name, matches_few
          );
          knows_few := true;
        end if;
        execute format('execute beaconpay_visible_few (%L)', asked ->> 'keys') into visible;
      end if;
      -- What was set for this viewer ends here, whoever set it; the answer stays.
      raise exception using errcode = seen;
    exception when others then
      if sqlstate <> seen then
        visible := null;
        problem := sqlerrm;
      end if;
    end;
    return next;
  end loop;
  perform set_config('role', own_role, true);
end
$$;
revoke all on function beaconpay_realtime.visible_rows(oid, jsonb, jsonb, jsonb) from public;
grant execute on function beaconpay_realtime.visible_rows(oid, jsonb, jsonb, jsonb) to authenticator;

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
