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
