-- What a person writes about themselves is looked at before it is stored: the texts of a profile, and the
-- metadata, address and number of a sign-in account.

create function private.column_label(column_name name) returns text
language sql immutable
as $$
  select replace(column_name, '_', ' ')
$$;

-- A row of texts, each under the name of its column; only what is new is looked at, so that somebody
-- whose older text would be refused today can still change the others.
create function private.guard_profile_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  written record;
begin
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
  loop
    perform private.refuse_card_secret(
      written.text_value, private.column_label(written.column_name)
    );
  end loop;
  return new;
end
$$;

-- Websites are shown as links and avatars are fetched by everybody who sees them, so only schemes that
-- run nothing may be in them, and an avatar comes over an encrypted connection or from our own storage.
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
      message = 'Please enter a web address that begins with https:// or http://.';
  end if;
  return address;
end
$$;
comment on function private.web_address(text) is
  'A website as it is stored, with its scheme; raises for what is no address on the web.';

create function private.is_avatar_address(address text) returns boolean
language sql immutable
as $$
  select address ~* '^https://[^][:space:][:cntrl:]/?#@:\\[]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]]*)?$'
    or (
      address ~ '^/storage/v1/(object|render/image)/(public|authenticated|sign)/[^[:space:][:cntrl:]\\]+$'
      and address !~ '(^|/)\.{1,2}(/|$)'
    )
$$;

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
      message = 'Please enter an address of a picture that begins with https://.';
  end if;
  return address;
end
$$;

create trigger guard_profile_texts
  before insert or update on public.profiles
  for each row execute function private.guard_profile_texts();

-- The triggers say more than these did, and look at what changes only; addresses stored before stay.
alter table public.profiles drop constraint profiles_avatar_url_check;
alter table public.profiles
  add constraint profiles_avatar_url_check check (length(avatar_url) <= 2048);

-- Sign-in accounts ---------------------------------------------------------------------------------

create function private.metadata_size_limit() returns integer
language sql immutable
as $$
  select 16384
$$;

-- What a sign-up sends along is cut to what an account needs rather than refused, as open_account does.
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

-- As JSON text, keys and values stand beside each other, so that a number in a key, a list or a number
-- counts too. Escaped marks (a line break is \n) are marks, not letters.
create function private.json_marks(document jsonb) returns text
language sql immutable
as $$
  select regexp_replace(document::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g')
$$;

create function private.guard_account_texts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  checked jsonb := new.raw_user_meta_data;
begin
  if octet_length(new.raw_user_meta_data::text) > private.metadata_size_limit() then
    if tg_op = 'UPDATE' then
      raise exception using
        errcode = 'check_violation', message = 'The metadata of an account may have at most 16 kB.';
    end if;
    new.raw_user_meta_data := private.essential_metadata(new.raw_user_meta_data);
  end if;
  if octet_length(new.raw_app_meta_data::text) > private.metadata_size_limit() then
    raise exception using
      errcode = 'check_violation', message = 'The metadata of an account may have at most 16 kB.';
  end if;
  -- The number another provider knows somebody by can be as long as a card number. It is the provider's
  -- word when the account is made, and later as long as it stays the same.
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

create or replace function private.open_account(account auth.users) returns void
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

revoke execute on all functions in schema private from public;
