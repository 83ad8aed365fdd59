-- An account: auth.users (the auth service writes it) → public.users → public.profiles.

create table public.users (
  id uuid primary key references auth.users on delete cascade,
  email text,
  created_at timestamptz not null default now()
);
comment on table public.users is 'The email address of each sign-in account, for tables that may not read auth.users.';

create table public.profiles (
  id uuid primary key references public.users on delete cascade,
  full_name text check (length(full_name) <= 200),
  phone_number text check (length(phone_number) <= 40),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  street_address text check (length(street_address) <= 300),
  city text check (length(city) <= 120),
  postal_code text check (length(postal_code) <= 20),
  country text check (length(country) <= 100),
  avatar_url text check (length(avatar_url) <= 2048),
  account_type text not null default 'personal'
    check (account_type in ('personal', 'business', 'admin')),
  company_name text check (length(company_name) <= 200),
  company_registration_number text check (length(company_registration_number) <= 100),
  company_address text check (length(company_address) <= 300),
  company_phone text check (length(company_phone) <= 40),
  -- Pages show it as a link, so a scheme that runs code is not allowed.
  company_website text check (
    length(company_website) <= 300
    and company_website !~* '^[[:space:][:cntrl:]]*(javascript|data|vbscript):'
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row per user: who the customer is and which kind of account it is.';

-- The administrators' list: newest first, of all account types or of one.
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
      then nullif(
        left(btrim(private.without_direction_controls(metadata ->> field)), max_length), ''
      )
  end
$$;
comment on function private.metadata_text(jsonb, text, integer) is
  'A string of the sign-up metadata, without direction controls and cut to max_length; null for any other JSON type.';

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

create function private.is_avatar_address(address text) returns boolean
language sql immutable
as $$
  select address ~* '^https://[^][:space:][:cntrl:]/?#@:\\[]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]]*)?$'
    or (
      address ~ '^/storage/v1/(object|render/image)/(public|authenticated|sign)/[^[:space:][:cntrl:]\\]+$'
      and address !~ '(^|/)\.{1,2}(/|$)'
    )
$$;

-- The metadata of a sign-up never makes it fail and never makes an administrator: a value that does not fit
-- is cut or left out.
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
    case when private.is_avatar_address(avatar) then avatar end,
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

create trigger open_account
  after insert on auth.users
  for each row execute function private.on_auth_user_created();

-- A deleted account gets an alias as its address from the auth service. The alias is not copied.
create function private.on_auth_user_email_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.users set email = new.email where id = new.id and new.deleted_at is null;
  return null;
end
$$;

create trigger follow_email
  after update of email on auth.users
  for each row
  when (old.email is distinct from new.email)
  execute function private.on_auth_user_email_changed();

-- Users who signed up before this schema existed get an account too.
do $$
begin
  perform private.open_account(existing) from auth.users as existing;
end
$$;

-- The texts of a profile ---------------------------------------------------------------------------

-- A website is shown as a link and a picture is loaded by everyone who sees it, so only schemes that run no
-- code are allowed. A picture needs https:// or a path in our own storage.
create function private.web_address(typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy constant text := nullif(btrim(typed), '');
  address constant text := case when tidy ~* '^[a-z][a-z0-9+.-]*:(?![0-9]+(/|$))' then '' else 'https://' end || tidy;
begin
  if address !~* '^https?://[^][:space:][:cntrl:]/?#@:\\[]+\.[^][:space:][:cntrl:]/?#@:\\[]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]]*)?$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'profile.website',
      message = 'Enter a link that starts with https:// or http://.';
  end if;
  return address;
end
$$;
comment on function private.web_address(text) is
  'A website as it is stored, with its scheme. Raises when the text is not a web address.';

create function private.avatar_address(typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  address constant text := nullif(btrim(typed), '');
begin
  if not private.is_avatar_address(address) then
    raise exception using
      errcode = 'check_violation',
      hint = 'profile.picture_address',
      message = 'Enter a link to an image that starts with https://.';
  end if;
  return address;
end
$$;

-- The path of an uploaded picture holds the user's id and random letters. A user cannot choose it, and an id
-- may look like a card number.
create function private.is_own_picture(address text, person uuid) returns boolean
language sql immutable
set search_path = ''
as $$
  select address ~ (
    '^/storage/v1/object/public/avatars/' || person::text || '/[a-z]{20}\.(webp|jpg|png)$'
  )
$$;

create function private.column_label(column_name name) returns text
language sql immutable
as $$
  select replace(column_name, '_', ' ')
$$;

-- Checks only changed texts. A user with a stored text that is not valid today can still edit the others.
create function private.guard_profile_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  written record;
  plain constant text := private.without_direction_controls(to_jsonb(new)::text);
begin
  if plain <> to_jsonb(new)::text then
    new := jsonb_populate_record(new, plain::jsonb);
  end if;
  if new.company_website is distinct from before ->> 'company_website' then
    new.company_website := private.web_address(new.company_website);
  end if;
  if new.avatar_url is distinct from before ->> 'avatar_url' then
    new.avatar_url := private.avatar_address(new.avatar_url);
  end if;
  for written in
    select column_name, text_value from jsonb_each_text(to_jsonb(new)) as row_text (column_name, text_value)
    where column_name in (
      'full_name', 'phone_number', 'street_address', 'city', 'postal_code', 'country', 'avatar_url',
      'company_name', 'company_registration_number', 'company_address', 'company_phone',
      'company_website'
    )
      and text_value is distinct from before ->> column_name
      and not (column_name = 'avatar_url' and private.is_own_picture(text_value, new.id))
  loop
    perform private.refuse_card_secret(
      written.text_value, private.column_label(written.column_name)
    );
  end loop;
  return new;
end
$$;

create trigger guard_profile_texts
  before insert or update on public.profiles
  for each row execute function private.guard_profile_texts();

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

create trigger record_change
  after update or delete on public.profiles
  for each row execute function private.record_change();

-- The texts of a sign-in account -------------------------------------------------------------------

-- The metadata of a sign-up that is too large is cut to what an account needs.
create function private.essential_metadata(metadata jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field, kept), '{}')
  from (
    values
      ('full_name', 200), ('phone_number', 40), ('date_of_birth', 10), ('street_address', 300),
      ('city', 120), ('postal_code', 20), ('country', 100), ('account_type', 20)
  ) as fields (field, max_length),
  lateral private.metadata_text(metadata, field, max_length) as kept
  where kept is not null
$$;

create function private.guard_account_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  checked jsonb;
begin
  -- Mails show these texts.
  new.raw_user_meta_data := private.without_direction_controls(
    new.raw_user_meta_data::text
  )::jsonb;
  checked := new.raw_user_meta_data;
  if octet_length(new.raw_user_meta_data::text) > private.metadata_size_limit() then
    if tg_op = 'UPDATE' then
      raise exception using
        errcode = 'check_violation',
        hint = 'account.metadata_size',
        message = 'Account metadata can be at most 16 kB.';
    end if;
    new.raw_user_meta_data := private.essential_metadata(new.raw_user_meta_data);
    -- Values that are not stored need no check.
    checked := new.raw_user_meta_data;
  end if;
  if octet_length(new.raw_app_meta_data::text) > private.metadata_size_limit() then
    raise exception using
      errcode = 'check_violation',
      hint = 'account.metadata_size',
      message = 'Account metadata can be at most 16 kB.';
  end if;
  -- The user id at another provider can look like a card number. It is not checked when the provider
  -- creates the account, nor later while it is unchanged.
  if jsonb_typeof(checked) = 'object' then
    if tg_op = 'UPDATE' then
      checked := checked - array(
        select field from unnest(array['sub', 'provider_id']) as field
        where old.raw_user_meta_data -> field = new.raw_user_meta_data -> field
      );
    elsif new.raw_app_meta_data ->> 'provider' not in ('email', 'phone') then
      checked := checked - array['sub', 'provider_id'];
    end if;
  end if;
  perform private.refuse_card_secret(private.json_marks(checked), 'account''s details');
  -- The address of a deleted account is an alias made of random-looking letters and digits.
  if new.deleted_at is null then
    perform private.refuse_card_secret(concat_ws(' x ', new.email, new.email_change), 'email address');
    perform private.refuse_card_secret(
      concat_ws(' x ', '+' || ltrim(new.phone, '+'), '+' || ltrim(nullif(new.phone_change, ''), '+')),
      'phone number'
    );
  end if;
  return new;
end
$$;

create trigger guard_account_texts
  before insert on auth.users
  for each row execute function private.guard_account_texts();

create trigger guard_changed_account_texts
  before update on auth.users
  for each row
  when (
    old.raw_user_meta_data is distinct from new.raw_user_meta_data
    or old.raw_app_meta_data is distinct from new.raw_app_meta_data
    or old.email is distinct from new.email
    or old.email_change is distinct from new.email_change
    or old.phone is distinct from new.phone
    or old.phone_change is distinct from new.phone_change
  )
  execute function private.guard_account_texts();

-- Access -------------------------------------------------------------------------------------------

alter table public.users enable row level security;
alter table public.profiles enable row level security;

-- A function call inside a select runs once per query, not once per row.
create policy "Users are visible to themselves and administrators"
  on public.users for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

-- Restrictive: required in addition to the policies that permit.
create policy "Rows require the second factor of the user"
  on public.users as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

create policy "Profiles are visible to their owner and administrators"
  on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create policy "Profiles are edited by their owner"
  on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create policy "Rows require the second factor of the user"
  on public.profiles as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.users, public.profiles from anon, authenticated, service_role;
grant select on public.users, public.profiles to authenticated, service_role;
-- No API role changes account_type, id and created_at. Clients send updated_at; the trigger overwrites it.
grant update (
  full_name, phone_number, date_of_birth, street_address, city, postal_code, country, avatar_url,
  company_name, company_registration_number, company_address, company_phone, company_website,
  updated_at
) on public.profiles to authenticated, service_role;

-- The administrators' user list. A filter over two tables ("name or email contains …") needs both in one
-- relation. As a security invoker the view applies the policies of its tables. Postgres removes the left join
-- from a count that does not read the email address.
create view public.account_directory with (security_invoker = true) as
select
  profiles.id,
  profiles.full_name,
  users.email,
  profiles.account_type,
  profiles.created_at,
  profiles.updated_at,
  profiles.avatar_url,
  private.search_text(profiles.full_name) as search_name
from public.profiles
left join public.users on users.id = profiles.id;
comment on view public.account_directory is 'Profiles with their email address, for searches and pages.';

revoke all on public.account_directory from anon, authenticated, service_role;
grant select on public.account_directory to authenticated, service_role;

revoke execute on all functions in schema private from public;
