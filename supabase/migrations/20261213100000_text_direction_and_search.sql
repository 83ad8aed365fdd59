-- Direction controls are removed from texts, and searches ignore accents. The statements are those of
-- supabase/schemas.

-- text-rules.sql ----------------------------------------------------------------------------------

-- Invisible characters that change the direction of the text around them. They can show "123" as "321".
create function private.without_direction_controls(value text) returns text
language sql immutable parallel safe
as $$
  select case
    -- An ASCII text has none.
    when octet_length(value) = length(value) then value
    else regexp_replace(value, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')
  end
$$;
comment on function private.without_direction_controls(text) is
  'The text without embeddings, overrides, isolates and marks of the bidirectional algorithm.';

-- A text as searches compare it: "Zoë" and "ZOE" are equal. packages/domain has the same function. Without
-- settings of its own, Postgres inlines it into the query of a search.
create function private.search_text(value text) returns text
language sql immutable parallel safe
as $$
  select case
    when octet_length(value) = length(value) then lower(value)
    else replace(replace(replace(replace(
      translate(
        -- The locale of the database may know no capital letters but A to Z.
        lower(regexp_replace(
          normalize(value, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'
        )),
        'ØĐÐĦŁøđðħıłÆŒÞẞ', 'oddhloddhilæœþß'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;
comment on function private.search_text(text) is
  'The text in lower case, without accents and without the vowel signs of Arabic.';

grant execute on function private.without_direction_controls(text), private.search_text(text)
  to authenticated, service_role;

create or replace function private.safe_text(value text, label text, max_length integer) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy constant text := nullif(
    btrim(
      regexp_replace(
        private.without_direction_controls(value), '((?!\n)[[:cntrl:]])+', ' ', 'g'
      ),
      E' \n'
    ),
    ''
  );
begin
  if length(tidy) > max_length then
    raise exception using
      errcode = 'check_violation',
      hint = 'text.length',
      detail = json_build_object('field', label, 'max', max_length),
      message = format('The %s can be at most %s characters long.', label, max_length);
  end if;
  if private.contains_card_secret(tidy) then
    perform private.refuse_card_secret(tidy, label);
  end if;
  return tidy;
end
$$;

-- accounts.sql ------------------------------------------------------------------------------------

create or replace function private.metadata_text(metadata jsonb, field text, max_length integer) returns text
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

create or replace function private.guard_profile_texts() returns trigger
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

create or replace function private.guard_account_texts() returns trigger
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

create or replace view public.account_directory with (security_invoker = true) as
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

revoke execute on all functions in schema private from public;
