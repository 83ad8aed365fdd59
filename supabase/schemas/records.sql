-- Records: every card order and mobile recharge in one table that administrators search. Triggers on orders,
-- recharges, profiles and users write it. No API role does.

-- No foreign keys: a submission writes a row here, and orders and recharges already have them.
create table public.records (
  -- The id of the order or the recharge.
  id uuid primary key,
  kind text not null check (kind in ('card_order', 'mobile_recharge')),
  user_id uuid not null,
  status text not null,
  amount numeric not null,
  currency text not null,
  payment_method text not null,
  transaction_reference text not null,
  country text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  assigned_to uuid,
  assigned_at timestamptz,
  held_until timestamptz,
  hold_reason text check (length(hold_reason) <= 500),
  first_approved_by uuid,
  first_approved_at timestamptz,
  corrected_at timestamptz,
  flag smallint not null default 0 check (flag between 0 and 3),
  search tsvector not null,
  payment_code text
);
comment on table public.records is 'One row for each order and recharge, for administrators. Written by triggers.';
comment on column public.records.country is 'The country in the profile of the customer.';
comment on column public.records.held_until is 'The record is on hold until this time. A past time has no effect.';
comment on column public.records.flag is
  'The highest grade of the checks of a pending record: 0 none, 1 notice, 2 warning, 3 alarm.';
comment on column public.records.search is 'The tokens that private.search_query() matches by their beginning.';

create unique index records_payment_code_key on public.records (payment_code)
  where payment_code is not null;
create index records_created_at_idx on public.records (created_at, id);
create index records_status_created_at_idx on public.records (status, created_at, id);
create index records_amount_created_at_idx on public.records (amount, created_at, id);
create index records_country_created_at_idx on public.records (country, created_at, id);
create index records_user_id_created_at_idx on public.records (user_id, created_at);
create index records_assigned_to_created_at_idx on public.records (assigned_to, created_at, id)
  where assigned_to is not null;
create index records_flagged_created_at_idx on public.records (created_at, id) where flag > 0;
create index records_held_until_idx on public.records (held_until) where held_until is not null;
-- A search reads the whole pending list of the index, so the list stays short.
create index records_search_idx on public.records using gin (search)
  with (gin_pending_list_limit = 256);

-- Tokens -------------------------------------------------------------------------------------------

create function private.search_form(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  -- The digits of other scripts start at U+0660. Folding them costs more than the rest.
  if value ~ '[\u0660-\U0010ffff]' then
    value := private.fold_digits(value);
  end if;
  value := translate(
    regexp_replace(normalize(lower(value), NFKD), '[\u0300-\u036f\u064b-\u065f]+', '', 'g'),
    'øłđðħıŧ', 'olddhit'
  );
  if value ~ '[ßæœþ]' then
    value := replace(replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return value;
end
$$;
comment on function private.search_form(text) is 'The text in lower case, without accents, with the digits 0 to 9.';

-- The parts of a text between spaces and punctuation of ASCII, Latin-1, General Punctuation and CJK. Some are
-- empty.
create function private.search_parts(value text) returns text[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  return regexp_split_to_array(
    private.search_form(value),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'
  );
end
$$;

create function private.search_token_length() returns integer
language sql immutable parallel safe
as $$
  select 60
$$;

-- "FT-2026-0001" has the tokens ft20260001, 20260001 and 0001. So a search finds it from the beginning of each
-- part, with and without separators.
create function private.search_tokens(value text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  parts text[];
  remainder text := '';
  tokens text[] := '{}';
begin
  if value is null then
    return tokens;
  end if;
  parts := private.search_parts(left(value, 400));
  for place in reverse least(cardinality(parts), 12) .. 1 loop
    if parts[place] <> '' then
      remainder := parts[place] || remainder;
      tokens := tokens || left(remainder, private.search_token_length());
    end if;
  end loop;
  return tokens;
end
$$;

-- A customer may leave out the country code. So the last ten and the last seven digits are tokens too.
create function private.phone_tokens(value text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  tokens constant text[] := private.search_tokens(value);
  digits constant text := tokens[cardinality(tokens)];
begin
  return tokens || case when digits is not null then array[right(digits, 10), right(digits, 7)] end;
end
$$;

-- The reference of a card payment is a JSON text. Its card holder and last four digits can be searched.
create function private.reference_tokens(reference text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  prefix constant text := 'CARD_PAYMENT_DETAILS:';
  details json;
begin
  if starts_with(reference, prefix) then
    begin
      details := substr(reference, length(prefix) + 1)::json;
      return private.search_tokens(details ->> 'cardHolder') || private.search_tokens(details ->> 'last4');
    exception
      when invalid_text_representation then
        return private.search_tokens(reference);
    end;
  end if;
  return private.search_tokens(reference);
end
$$;

-- plpgsql keeps the plan of the query. A function in SQL would be planned for each submission.
create function private.record_search(
  record_id uuid, reference text, full_name text, email text, profile_phone text, recharge_phone text,
  payment_code text
) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_to_tsvector(
    private.reference_tokens(reference)
      || private.search_tokens(full_name)
      || private.search_tokens(email)
      || private.phone_tokens(profile_phone)
      || private.phone_tokens(recharge_phone)
      || private.search_tokens(payment_code)
      || replace(record_id::text, '-', '')
  );
end
$$;

-- At most 200 characters and eight words count, so that no search text costs more than another. The words hold
-- no punctuation, so none of them has a meaning in a tsquery.
create function private.search_query(typed text) returns tsquery
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  words text[];
  composed text := '';
  word text;
begin
  if left(typed, 200) ~ '^[+0-9 ()./-]+$' then
    -- A phone number, or a reference of digits: the spaces are separators.
    words := array[array_to_string(private.search_parts(left(typed, 200)), '')];
  else
    words := array(
      select array_to_string(private.search_parts(typed_word), '')
      from regexp_split_to_table(left(typed, 200), '\s+') as typed_word
    );
  end if;
  words := array_remove(words, '');
  foreach word in array words[1:8] loop
    word := left(word, private.search_token_length());
    composed := composed || case when composed = '' then '' else ' & ' end
      || case
        when word ~ '^0+[1-9][0-9]*$' then format('(''%s'':* | ''%s'':*)', word, ltrim(word, '0'))
        else format('''%s'':*', word)
      end;
  end loop;
  return composed::tsquery;
end
$$;
comment on function private.search_query(text) is
  'A query for records.search: each word matches the beginning of a token. Empty when nothing can be searched.';

-- Writing ------------------------------------------------------------------------------------------

create function private.add_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  recharge_phone text;
begin
  if tg_table_name = 'recharges' then
    recharge_phone := new.phone_number;
  end if;
  insert into public.records (
    id, kind, user_id, status, amount, currency, payment_method, transaction_reference, country,
    created_at, decided_at, decided_by, search, payment_code
  )
  select
    new.id, case tg_table_name when 'orders' then 'card_order' else 'mobile_recharge' end,
    new.user_id, new.status, new.amount, new.currency, new.payment_method,
    new.transaction_reference, profiles.country, new.created_at,
    case when new.status <> 'pending_manual_verification' then new.reviewed_at end,
    new.reviewed_by,
    private.record_search(
      new.id, new.transaction_reference, profiles.full_name, users.email, profiles.phone_number,
      recharge_phone, new.payment_code
    ),
    new.payment_code
  from public.profiles
  join public.users on users.id = profiles.id
  where profiles.id = new.user_id;
  return null;
end
$$;

create trigger add_record
  after insert on public.orders
  for each row execute function private.add_record();

create trigger add_record
  after insert on public.recharges
  for each row execute function private.add_record();

-- A decision also ends the hold.
create function private.follow_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_decided constant boolean := new.status <> 'pending_manual_verification';
  recharge_phone text;
begin
  if tg_table_name = 'recharges' then
    recharge_phone := new.phone_number;
  end if;
  update public.records
  set
    status = new.status,
    decided_at = case when is_decided then coalesce(new.reviewed_at, new.updated_at) end,
    decided_by = new.reviewed_by,
    corrected_at = case
      when current_setting('private.correcting_record', true) = new.id::text then now()
      else corrected_at
    end,
    held_until = case when not is_decided then held_until end,
    hold_reason = case when not is_decided then hold_reason end
  where id = new.id;
  if old.transaction_reference is distinct from new.transaction_reference
    or to_jsonb(old) -> 'phone_number' is distinct from to_jsonb(new) -> 'phone_number'
  then
    update public.records
    set
      transaction_reference = new.transaction_reference,
      search = private.record_search(
        new.id, new.transaction_reference, profiles.full_name, users.email, profiles.phone_number,
        recharge_phone, new.payment_code
      )
    from public.profiles
    join public.users on users.id = profiles.id
    where records.id = new.id and profiles.id = new.user_id;
  end if;
  return null;
end
$$;

create trigger follow_record
  after update on public.orders
  for each row execute function private.follow_record();

create trigger follow_record
  after update on public.recharges
  for each row execute function private.follow_record();

create function private.remove_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.records where id = old.id;
  return null;
end
$$;

create trigger remove_record
  after delete on public.orders
  for each row execute function private.remove_record();

create trigger remove_record
  after delete on public.recharges
  for each row execute function private.remove_record();

create function private.follow_customer() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.records
  set
    country = profiles.country,
    search = private.record_search(
      records.id, records.transaction_reference, profiles.full_name, users.email,
      profiles.phone_number,
      (select recharges.phone_number from public.recharges where recharges.id = records.id),
      records.payment_code
    )
  from public.profiles
  join public.users on users.id = profiles.id
  where records.user_id = new.id and profiles.id = new.id;
  return null;
end
$$;

create trigger follow_customer
  after update on public.profiles
  for each row
  when (
    old.full_name is distinct from new.full_name
    or old.phone_number is distinct from new.phone_number
    or old.country is distinct from new.country
  )
  execute function private.follow_customer();

create trigger follow_customer
  after update on public.users
  for each row
  when (old.email is distinct from new.email)
  execute function private.follow_customer();

alter table public.records enable row level security;

create policy "Records are visible to administrators"
  on public.records for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.records as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.records from anon, authenticated, service_role;
-- The column search is missing, because live updates send each column that a role can read.
grant select (
  id, kind, user_id, status, amount, currency, payment_method, transaction_reference, country,
  created_at, decided_at, decided_by, assigned_to, assigned_at, held_until, hold_reason,
  first_approved_by, first_approved_at, corrected_at, flag, payment_code
) on public.records to authenticated, service_role;

revoke execute on all functions in schema private from public;
