-- An account: auth.users (kept by the auth service) → public.users → public.profiles.

create table public.users (
  id uuid primary key references auth.users on delete cascade,
  email text,
  created_at timestamptz not null default now()
);
comment on table public.users is 'What of a sign-in account other tables may show: its e-mail address.';

create table public.profiles (
  id uuid primary key references public.users on delete cascade,
  full_name text check (length(full_name) <= 200),
  phone_number text check (length(phone_number) <= 40),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  street_address text check (length(street_address) <= 300),
  city text check (length(city) <= 120),
  postal_code text check (length(postal_code) <= 20),
  country text check (length(country) <= 100),
  avatar_url text check (length(avatar_url) <= 2048 and avatar_url ~* '^https?://'),
  account_type text not null default 'personal'
    check (account_type in ('personal', 'business', 'admin')),
  company_name text check (length(company_name) <= 200),
  company_registration_number text check (length(company_registration_number) <= 100),
  company_address text check (length(company_address) <= 300),
  company_phone text check (length(company_phone) <= 40),
  -- Shown as a link: a scheme that runs code has no place in it.
  company_website text check (
    length(company_website) <= 300
    and company_website !~* '^[[:space:][:cntrl:]]*(javascript|data|vbscript):'
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row per user: who the customer is and which kind of account it is.';

-- The administrators' list: newest first, all or one kind.
create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_account_type_created_at_idx
  on public.profiles (account_type, created_at desc, id);

-- Opening an account -------------------------------------------------------------------------------

create function private.metadata_text(metadata jsonb, field text, max_length integer) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(metadata -> field) = 'string'
      then nullif(left(btrim(metadata ->> field), max_length), '')
  end
$$;
comment on function private.metadata_text(jsonb, text, integer) is
  'A text a client sent along with its sign-up, cut to size; null for anything that is not a text.';

create function private.plain_date(value text) returns date
language plpgsql stable
set search_path = ''
as $$
declare
  parsed date;
begin
  if value !~ '^\d{4}-\d{2}-\d{2}$' then
    return null;
  end if;
  parsed := value::date;
  return case when parsed between '1900-01-01' and current_date then parsed end;
exception
  when datetime_field_overflow or invalid_datetime_format then
    return null;
end
$$;
comment on function private.plain_date(text) is
  'A YYYY-MM-DD text as a date between 1900 and today; null for anything else.';

-- A sign-up must never fail for what the client put into its metadata, and must never make an
-- administrator: whatever does not fit is cut or left out.
create function private.open_account(account auth.users) returns void
language plpgsql
set search_path = ''
as $$
declare
  metadata constant jsonb := account.raw_user_meta_data;
  wanted_type constant text := private.metadata_text(metadata, 'account_type', 20);
  avatar constant text := private.metadata_text(metadata, 'avatar_url', 2048);
begin
  insert into public.users (id, email, created_at)
  values (account.id, account.email, coalesce(account.created_at, now()))
  on conflict (id) do nothing;

  insert into public.profiles (
    id, full_name, phone_number, date_of_birth, street_address, city, postal_code, country,
    avatar_url, account_type, created_at, updated_at
  )
  values (
    account.id,
    private.metadata_text(metadata, 'full_name', 200),
    private.metadata_text(metadata, 'phone_number', 40),
    private.plain_date(private.metadata_text(metadata, 'date_of_birth', 10)),
    private.metadata_text(metadata, 'street_address', 300),
    private.metadata_text(metadata, 'city', 120),
    private.metadata_text(metadata, 'postal_code', 20),
    private.metadata_text(metadata, 'country', 100),
    case when avatar ~* '^https?://' then avatar end,
    case when wanted_type in ('personal', 'business') then wanted_type else 'personal' end,
    coalesce(account.created_at, now()),
    coalesce(account.created_at, now())
  )
  on conflict (id) do nothing;
end
$$;

create function private.on_auth_user_created() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.open_account(new);
  return null;
end
$$;

create function private.on_auth_user_email_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.users set email = new.email where id = new.id;
  return null;
end
$$;

create trigger open_account
  after insert on auth.users
  for each row execute function private.on_auth_user_created();

create trigger follow_email
  after update of email on auth.users
  for each row
  when (old.email is distinct from new.email)
  execute function private.on_auth_user_email_changed();

-- Whoever signed up before this migration ran gets an account too.
do $$
begin
  perform private.open_account(existing) from auth.users as existing;
end
$$;

-- Changing a profile -------------------------------------------------------------------------------

create function private.stamp_profile_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  new.avatar_url := nullif(btrim(new.avatar_url), '');
  return new;
end
$$;

create trigger stamp_profile_update
  before update on public.profiles
  for each row execute function private.stamp_profile_update();

-- Who may do what ----------------------------------------------------------------------------------

-- Looks past row level security on purpose: a policy on profiles that read profiles would ask itself.
-- plpgsql because it keeps its plan for the session, and nearly every request asks.
create function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.profiles where id = auth.uid() and account_type = 'admin'
  );
end
$$;
comment on function private.is_admin() is 'Whether the caller is an administrator.';

alter table public.users enable row level security;
alter table public.profiles enable row level security;

-- Function calls stand inside a select so that Postgres makes them once per query, not once per row.
create policy "Users are seen by themselves and by administrators"
  on public.users for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create policy "Profiles are seen by their owner and by administrators"
  on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create policy "Profiles are edited by their owner"
  on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

revoke all on public.users, public.profiles from anon, authenticated, service_role;
grant select on public.users, public.profiles to authenticated, service_role;
-- account_type, id and created_at are missing on purpose: no API role changes them. Clients send
-- updated_at; the trigger overwrites it.
grant update (
  full_name, phone_number, date_of_birth, street_address, city, postal_code, country, avatar_url,
  company_name, company_registration_number, company_address, company_phone, company_website,
  updated_at
) on public.profiles to authenticated, service_role;

-- The administrators' user list. A filter over two tables ("name or e-mail contains …") needs both in
-- one relation; as security_invoker the view shows each caller what the tables' policies show. The
-- left join costs a count nothing: Postgres drops it where the e-mail address is not asked for.
create view public.account_directory with (security_invoker = true) as
select
  profiles.id,
  profiles.full_name,
  users.email,
  profiles.account_type,
  profiles.created_at,
  profiles.updated_at
from public.profiles
left join public.users on users.id = profiles.id;
comment on view public.account_directory is 'Profiles with their e-mail address, to be searched and paged.';

revoke all on public.account_directory from anon, authenticated, service_role;
grant select on public.account_directory to authenticated, service_role;

revoke execute on all functions in schema private from public;
grant execute on function private.is_admin() to authenticated, service_role;
