-- The product's schema at commit 652d40a, in one file. It replaces the
-- migrations below, each with its SHA-256. A database that has all of them counts this one as applied.
-- To read the current schema, open supabase/schemas.
--
-- last-version: 652d40a
-- replaces: 20261121100000_card_secrets.sql 81a9212b2251ded343ad94be3f1c1a5c8b2f263220b61878ee9154ea3a63ce93
-- replaces: 20261121100100_accounts.sql 1bce21e70ac0013b6b951efcbc8106cf23e31f34bd420dcb594c17ac969d7992
-- replaces: 20261121100200_audit_log.sql 7435ac7388d482ccbf6ac3f0555d9e3a4d914b0d7203606099e8faf23c30c6a3
-- replaces: 20261121100300_manual_payments.sql 7a9845512587a2b651c06a19ac29ed6c92d25289d22d5d4109c758abbb3e0cd9
-- replaces: 20261121100400_orders.sql 712fa2c6b961ce042228911c813e5fb40cdd8cab2c526b173643106bf7188940
-- replaces: 20261121100500_recharges.sql cf1c7f5619e3167d8432b8d404c742366cf0eaab0991b317814def8d755bde8d
-- replaces: 20261121100600_review.sql 3f00ed11a3e92df9f5a630b207d29796f5ec36d14a4d9e82a03f57da3ca09a0e
-- replaces: 20261121100700_transactions.sql 78357721f5e84a1b2d7ac90fc2d0aba6675ad94d5b98e31a2b9231ea0edbbdb5
-- replaces: 20261121100800_realtime.sql 5aa080022c95d1c420464ac24b8733c1935865cccebe11efd6311a7914a7e101
-- replaces: 20261122090000_reused_references.sql 0bb800f6936a13f1fee640a69d5d07438b8b79a0d2d8c2fbaa7e3f99baa1018a
-- replaces: 20261122100000_card_number_ranges.sql 17ad6d3129ac0c7f4f6cdf163d1f622b98db45d7817025785d9f1caa25d6e98e
-- replaces: 20261122100100_guarded_texts.sql e63b261a2380c4e09d0941cb4423deced8efe6c8a79a1f5b9178eeb33a3d64d0
-- replaces: 20261122100200_review_limits.sql bbc62b56009d708525a756f736f12ea453d25ada00da1a3478607955d9487386
-- replaces: 20261122100300_payment_method_settings.sql 9337ce7b4d18fc6352d09ce1e0b4964c759882d93585022bd6be6b3e9856439d
-- replaces: 20261122100400_second_factor.sql ac159232c2567eb0ec3813af68fbfe30f81a16952a183205e3eeaa1fd48df468
-- replaces: 20261122100500_export_and_erasure.sql a7f68ee9a7296f7842714abb52da0f2510576b67496a6cfd94612b66408d1903
-- replaces: 20261122130000_account_changes_in_audit_log.sql 640e7e3d8182008f8a525f479e1fa1e3b1fd5140ef07e93350247bffe2f2f6d8
-- replaces: 20261122140000_sandbox_checkout.sql 837456953718be3a82a730d1ba9abed836a0cf8179f5bee5e1253a340969558f
-- replaces: 20261122140100_sandbox_checkout_people.sql 4ce2560fed572b379c579d5aecadd494d96478117ecff8ef12edbcb0fb014929
-- replaces: 20261122140200_cheaper_submissions.sql 3c8f76c242e21ef80bc1fd9a0c0aa727d63f28bafee55af95cafe3b763ff9334
-- replaces: 20261123100000_profile_pictures.sql 1fa77fa642c3cd3062e8c6cf57594abf7b16068559c0f942f23741082a1e2ee0
-- replaces: 20261123110000_administrators_channel.sql bc1147df8ffc35a5a4453fcab9401423faab391ddb86cde0de62af02124b7086
-- replaces: 20261123120000_my_sessions.sql ddbd2bbe2b5806cfa6178651b6edb06722bedcf1ac7295a23bde6fe06911530d
-- replaces: 20261123120100_required_second_factor.sql 01d2c3cec832c07bd35f74863af47e350fc0cafe6a7677c9b288a7bed839dd17
-- replaces: 20261124100000_live_deletion_requests.sql 923e3d8255c5867a11a91e3f3dbdfedf5b3cc9bd71218a51d8e5aba9fa9525e0
-- replaces: 20261124120000_cheaper_checks.sql bc2bb839d3c4418fb95da8cd75f2b2b9e1097273f677016e8dd5ffa18fbcdc8b
-- replaces: 20261125100000_cheaper_texts.sql 1d25d0b29fdbf69f4d5971facf5ca7e6c761b1a93f8ad6a9a235c5bb2f7ae089
-- replaces: 20261126100000_cheaper_second_factor.sql c3e4d3e0dc3a5327d421e52e806bfebdbeabeb456ac2441e0ce4605603b4b64b
-- replaces: 20261127100000_one_rule_for_missing_factors.sql d0a2ee37399cd54fe10c72783ddfca761d309df7fe578142dee049e0db31534b
-- replaces: 20261128100000_bounded_looks_at_texts.sql 54a0ad760b205101c47a6c303a15fbfb242f8aee29939aed916a9886ed1a0764

-- Who the caller is: the functions and the view that policies on all tables use.

-- The data API does not expose this schema. Only policies, triggers and functions use it.
create schema private;
grant usage on schema private to authenticated, service_role;

-- A view and not a function: nearly every statement evaluates this for each of its tables, and a function
-- would run a statement of its own.
create view private.missing_factors as
  select id from auth.mfa_factors
  where user_id = auth.uid()
    -- A case, so that Postgres reads the claims of the token only for a user who has a factor.
    and case status when 'verified' then auth.jwt() ->> 'aal' is distinct from 'aal2' else false end;
comment on view private.missing_factors is
  'The factors that the caller set up and has not proved: none at aal2, and none for who has none.';

-- The view runs with the rights of its owner, so callers need no access to auth.mfa_factors.
revoke all on private.missing_factors from public, anon, authenticated, service_role;
grant select on private.missing_factors to authenticated, service_role;

create function private.has_required_factors() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from private.missing_factors);
end
$$;
comment on function private.has_required_factors() is
  'Whether the caller has proved every factor they set up: true at aal2, and for who has none.';

-- Security definer: a policy on profiles that reads profiles would recurse. plpgsql keeps its plan for the
-- session, and nearly every request calls this function.
create function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.profiles where id = auth.uid() and account_type = 'admin')
    and not exists (select from private.missing_factors)
    and (
      not exists (
        select from public.security_settings where administrators_need_second_factor
      )
      or auth.jwt() ->> 'aal' is not distinct from 'aal2'
    );
end
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator, and has proved as many factors as the settings ask of one.';

-- Triggers run before policies. A trigger must not reveal another customer's records, so it skips its checks
-- for a row of another user and leaves the error to the policies. The function has no search path of its own,
-- so that Postgres can inline it.
create function private.is_for_somebody_else(owner_id uuid) returns boolean
language sql stable
as $$
  select owner_id is distinct from auth.uid() and auth.role() in ('anon', 'authenticated')
$$;

revoke execute on all functions in schema private from public;
grant execute on function
  private.has_required_factors(),
  private.is_admin()
  to authenticated, service_role;

-- Card numbers and security codes are never stored. These functions recognize them, and triggers refuse the
-- texts that contain them. packages/domain/src/card-number.ts has the same rule; supabase/tests compares the
-- patterns and the answers of the two.
--
-- A function without a search path of its own calls only built-in functions and qualified names, so that
-- Postgres can inline it.

-- The digits of all scripts, by code point: the locale of the database decides what [[:digit:]] matches.
-- "660" is the zero of ten digits. "1369,1,9" is the first of nine digits, a one.
do $$
declare
  runs constant text :=
    '660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 '
    || '19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 104a0 10d30 10d40 '
    || '11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 '
    || '11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1e140 1e2f0 '
    || '1e4f0 1e5f1 1e950 1369,1,9 19da,1,1 24f5,1,9 24ff,0,1 2776,1,9 2780,1,9 278a,1,9 '
    || '10a40,1,4 10e60,1,9 11052,1,9 3007,0,1 96f6,0,1 4e00,1,1 4e8c,2,1 4e09,3,1 56db,4,1 '
    || '4e94,5,1 516d,6,1 4e03,7,1 516b,8,1 4e5d,9,1';
  marks text := '';
  digits text := '';
  run text[];
begin
  for run in
    select string_to_array(named.run, ',') from string_to_table(runs, ' ') as named (run)
  loop
    for place in 0 .. coalesce(run[3]::integer, 10) - 1 loop
      marks := marks || chr(('x' || lpad(run[1], 8, '0'))::bit(32)::integer + place);
      digits := digits || (coalesce(run[2]::integer, 0) + place);
    end loop;
  end loop;
  execute format(
    $function$
      create function private.fold_digits(value text) returns text
      language plpgsql immutable strict parallel safe
      set search_path = ''
      as $body$
      begin
        if octet_length(value) = length(value) then
          return value;
        end if;
        return translate(normalize(value, NFKC), %L, %L);
      end
      $body$
    $function$,
    marks, digits
  );
end
$$;
comment on function private.fold_digits(text) is
  'The text with whatever stands for a digit written as one, and compatibility forms made plain.';

create function private.passes_luhn(digits text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  select sum(
    case
      when place % 2 = 1 then digit
      when digit > 4 then digit * 2 - 9
      else digit * 2
    end
  ) % 10 = 0
  from (
    select ordinality as place, ascii(mark) - ascii('0') as digit
    from string_to_table(reverse(digits), null) with ordinality as marks (mark, ordinality)
  ) as digits_from_the_right
$$;
comment on function private.passes_luhn(text) is
  'Whether the check digit of a card number (digits only) is right.';

create function private.card_number_shape() returns text
language sql immutable parallel safe
as $$
  select '^(?:4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|5[1-5][0-9]{14}|222[1-9][0-9]{12}|'
    || '22[3-9][0-9]{13}|2[3-6][0-9]{14}|27[01][0-9]{13}|2720[0-9]{12}|3[47][0-9]{13}|'
    || '6011[0-9]{12,15}|64[4-9][0-9]{13,16}|65[0-9]{14,17}|30[0-5](?:[0-9]{11}|[0-9]{13,16})|'
    || '3095(?:[0-9]{10}|[0-9]{12,15})|3[689][0-9]{12}|352[89][0-9]{12,15}|'
    || '35[3-8][0-9]{13,16}|62[0-9]{14,17}|5018[0-9]{8,15}|5020[0-9]{8,15}|5038[0-9]{8,15}|'
    || '5893[0-9]{8,15}|6304[0-9]{8,15}|6759[0-9]{8,15}|676[1-3][0-9]{8,15}|'
    || '67677[04][0-9]{6,13})$'
$$;
comment on function private.card_number_shape() is
  'Prefixes and lengths of the card networks. CARD_NUMBER_SHAPE of packages/domain.';

create function private.uuid_shape() returns text
language sql immutable parallel safe
as $$
  select '(?<![0-9A-Za-z])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}'
    || '(?![0-9A-Za-z])'
$$;

create function private.iban_shape() returns text
language sql immutable parallel safe
as $$
  select '(?<![0-9A-Za-z])(?:(?:NO)[0-9]{2}(?:[ -]?[0-9A-Z]){11}|'
    || '(?:BE)[0-9]{2}(?:[ -]?[0-9A-Z]){12}|(?:DK|FI|FK|FO|GL|NL|'
    || 'SD)[0-9]{2}(?:[ -]?[0-9A-Z]){14}|(?:MK|SI)[0-9]{2}(?:[ -]?[0-9A-Z]){15}|(?:AT|BA|EE|'
    || 'KZ|LT|LU|MN|XK)[0-9]{2}(?:[ -]?[0-9A-Z]){16}|(?:CH|CR|HR|LI|'
    || 'LV)[0-9]{2}(?:[ -]?[0-9A-Z]){17}|(?:BG|BH|DE|GB|GE|IE|ME|RS|'
    || 'VA)[0-9]{2}(?:[ -]?[0-9A-Z]){18}|(?:AE|GI|IL|IQ|OM|SO|'
    || 'TL)[0-9]{2}(?:[ -]?[0-9A-Z]){19}|(?:AD|CZ|ES|MD|PK|RO|SA|SE|SK|TN|'
    || 'VG)[0-9]{2}(?:[ -]?[0-9A-Z]){20}|(?:LY|PT|ST)[0-9]{2}(?:[ -]?[0-9A-Z]){21}|(?:IS|'
    || 'TR)[0-9]{2}(?:[ -]?[0-9A-Z]){22}|(?:BI|DJ|FR|GR|IT|MC|MR|'
    || 'SM)[0-9]{2}(?:[ -]?[0-9A-Z]){23}|(?:AL|AZ|BY|CY|DO|GT|HN|HU|LB|NI|PL|'
    || 'SV)[0-9]{2}(?:[ -]?[0-9A-Z]){24}|(?:BR|EG|PS|QA|UA)[0-9]{2}(?:[ -]?[0-9A-Z]){25}|'
    || '(?:JO|KW|MU|YE)[0-9]{2}(?:[ -]?[0-9A-Z]){26}|(?:MT|SC)[0-9]{2}(?:[ -]?[0-9A-Z]){27}|'
    || '(?:LC)[0-9]{2}(?:[ -]?[0-9A-Z]){28}|'
    || '(?:RU)[0-9]{2}(?:[ -]?[0-9A-Z]){29})(?![0-9A-Za-z])'
$$;
comment on function private.iban_shape() is
  'IBANs by country and length, in one piece or in groups. IBAN_SHAPE of packages/domain.';

create function private.security_code_shape() returns text
language sql immutable parallel safe
as $$
  select '(?<![0-9a-z_])(c[^0-9a-z]{0,2}(v[^0-9a-z]{0,2}[vcn]|s[^0-9a-z]{0,2}c)|cid|(security|'
    || 'verification)[ _-]?(code|number|value))2?(?![0-9a-z_])([^0-9a-z]{0,20}(is|code|no|nr|'
    || 'number)(?![0-9a-z]))?[^0-9a-z]{0,20}[0-9]([^0-9a-z]{0,3}[0-9]){2,3}(?![0-9])'
$$;

create function private.passes_iban_check(compact_iban text) returns boolean
language sql immutable strict parallel safe
as $$
  select string_agg(
    case when mark between 'A' and 'Z' then (ascii(mark) - 55)::text else mark end, '' order by place
  )::numeric % 97 = 1
  from string_to_table(substr(compact_iban, 5) || left(compact_iban, 4), null)
    with ordinality as marks (mark, place)
$$;
comment on function private.passes_iban_check(text) is
  'Whether the check digits of an IBAN, given in capitals and without marks, are right (ISO 7064).';

create function private.without_known_identifiers(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  remaining text := regexp_replace(value, private.uuid_shape(), 'x', 'gi');
  iban text;
begin
  -- Asked first because the pattern of all countries is a long one.
  if remaining !~* '[a-z]{2}[0-9]{2}' then
    return remaining;
  end if;
  for iban in
    select matched.parts[1]
    from regexp_matches(remaining, private.iban_shape(), 'gi') as matched (parts)
  loop
    if private.passes_iban_check(upper(translate(iban, ' -', ''))) then
      remaining := replace(remaining, iban, 'x');
    end if;
  end loop;
  return remaining;
end
$$;
comment on function private.without_known_identifiers(text) is
  'The text with its UUIDs and IBANs taken out: their digits are no card number''s.';

-- The cost grows with the length of the text. private.refuse_card_secret limits that length.
create function private.contains_card_number(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  plain text := value;
  digits text;
  chain text;
  runs text[];
  candidate text;
begin
  if octet_length(value) > length(value) then
    plain := private.fold_digits(value);
  end if;
  -- Nearly every text ends here. Whatever is grouped to a number below is a part of all its digits.
  if length(plain) - length(translate(plain, '0123456789', '')) < 12 then
    return false;
  end if;
  -- Of a short text the digits are kept at half the cost by naming all else that is in it, and of a
  -- long one that is work for its length squared, in which Postgres cannot be interrupted.
  if length(plain) <= 300 then
    digits := translate(plain, translate(plain, '0123456789', ''), '');
  else
    digits := regexp_replace(plain, '[^0-9]+', '', 'g');
  end if;
  if digits !~ trim(private.card_number_shape(), '^$') then
    return false;
  end if;
  if plain ~ '[A-Za-z-]' then
    plain := private.without_known_identifiers(plain);
  end if;

  -- A chain goes from a digit to the last one before a letter, whatever else stands between them; a
  -- card number is one run of its digits or several beside each other, never a part of one.
  for chain in
    select matched.parts[1]
    from regexp_matches(plain, '\+?[0-9](?:[^A-Za-z]*[0-9])?', 'g') as matched (parts)
    where length(matched.parts[1]) >= 12
  loop
    runs := array(
      select matched.parts[1] from regexp_matches(chain, '\+?[0-9]+', 'g') as matched (parts)
    );
    for first_run in 1 .. cardinality(runs) loop
      candidate := '';
      for last_run in first_run .. cardinality(runs) loop
        candidate := candidate || ltrim(runs[last_run], '+');
        exit when length(candidate) > 19;
        -- What begins with a plus sign and is shorter is a telephone number.
        continue when length(candidate) < 12
          or (length(candidate) < 14 and starts_with(runs[first_run], '+'));
        if candidate ~ private.card_number_shape() and private.passes_luhn(candidate) then
          return true;
        end if;
      end loop;
    end loop;
  end loop;
  return false;
end
$$;
comment on function private.contains_card_number(text) is
  'Whether the text holds what is plausibly a full card number, however its digits are grouped.';

create function private.contains_security_code(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  if octet_length(value) > length(value) then
    return private.fold_digits(value) ~* private.security_code_shape();
  end if;
  -- A code has three digits, so most texts need no look at the words.
  return length(value) - length(translate(value, '0123456789', '')) >= 3
    and value ~* private.security_code_shape();
end
$$;
comment on function private.contains_security_code(text) is
  'Whether the text holds three or four digits introduced as a card security code.';

create function private.contains_card_secret(value text) returns boolean
language sql immutable parallel safe
as $$
  select private.contains_card_number(value) or private.contains_security_code(value)
$$;
comment on function private.contains_card_secret(text) is
  'Whether the text holds a card number or a security code; for policies and triggers on any table.';

create function private.metadata_size_limit() returns integer
language sql immutable
as $$
  select 16384
$$;

-- The message says what to do: a bank may issue a reference that looks like a card number.
create function private.card_secret_message(label text) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select 'For your safety card numbers and security codes are never stored. '
    || case label
      when 'transaction reference' then
        'Please leave out the card number. If this is your bank''s reference, enter its last eight '
        || 'characters.'
      else format('Please leave them out of the %s.', label)
    end
$$;

-- Raises before the row is written, so that the text reaches no table, no audit log and no write-ahead log.
-- The message names the field and never quotes the text.
create function private.refuse_card_secret(value text, label text) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if octet_length(value) > private.metadata_size_limit() then
    raise exception using
      errcode = 'check_violation', message = format('The %s is too long.', label);
  end if;
  if private.contains_card_secret(value) then
    raise exception using
      errcode = 'check_violation', message = private.card_secret_message(label);
  end if;
end
$$;

-- Trims the text, replaces control characters other than line breaks with spaces, and refuses card secrets
-- and long texts.
create function private.safe_text(value text, label text, max_length integer) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy constant text := nullif(
    btrim(regexp_replace(value, '((?!\n)[[:cntrl:]])+', ' ', 'g'), E' \n'), ''
  );
begin
  if length(tidy) > max_length then
    raise exception using
      errcode = 'check_violation',
      message = format('The %s may have at most %s characters.', label, max_length);
  end if;
  if private.contains_card_secret(tidy) then
    perform private.refuse_card_secret(tidy, label);
  end if;
  return tidy;
end
$$;

-- A JSON document as text: numbers in keys, lists and values count too. An escape sequence (\n) becomes a
-- space.
create function private.json_marks(document jsonb) returns text
language sql immutable
as $$
  select regexp_replace(document::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g')
$$;

revoke execute on all functions in schema private from public;
-- Triggers and policies call these functions with the rights of the caller.
grant execute on function
  private.fold_digits(text),
  private.passes_luhn(text),
  private.card_number_shape(),
  private.uuid_shape(),
  private.iban_shape(),
  private.security_code_shape(),
  private.passes_iban_check(text),
  private.without_known_identifiers(text),
  private.contains_card_number(text),
  private.contains_security_code(text),
  private.contains_card_secret(text),
  private.metadata_size_limit(),
  private.card_secret_message(text),
  private.refuse_card_secret(text, text),
  private.safe_text(text, text, integer)
  to authenticated, service_role;

-- The audit log: every change of a profile, an account type, a status or a setting, with the user who made
-- it. Only triggers write here. No API role has a right on the table.

create table private.audit_log (
  id bigint primary key generated always as identity,
  recorded_at timestamptz not null default now(),
  -- The signed-in user. Null for a change with the service key or in a maintenance session.
  actor_id uuid,
  actor_role text not null,
  table_name text not null,
  record_id uuid not null,
  action text not null check (action in ('update', 'delete')),
  -- Only the changed columns. For a deletion, before is the whole row and after is null.
  before jsonb not null,
  after jsonb
);
comment on table private.audit_log is 'Append-only. No foreign keys: an entry outlives what it tells of.';
create index audit_log_record_id_idx on private.audit_log (record_id, id);

alter table private.audit_log enable row level security;
revoke all on private.audit_log from anon, authenticated, service_role;

-- The trigger of each audited table calls this function.
create function private.record_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := to_jsonb(old);
  changed_after jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(column_name, old_value), jsonb_object_agg(column_name, to_jsonb(new) -> column_name)
    into changed_before, changed_after
    from jsonb_each(to_jsonb(old)) as old_columns (column_name, old_value)
    where column_name <> 'updated_at'
      and old_value is distinct from to_jsonb(new) -> column_name;
    if changed_before is null then
      return null;
    end if;
  end if;

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), tg_table_name, old.id, lower(tg_op),
    changed_before, changed_after
  );
  return null;
end
$$;

-- The log is append-only. The erasure of an account is the one exception: see erasure.sql.
create function private.refuse_rewriting() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('private.erasing_account', true) = 'yes' then
    return null;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    message = 'The audit log is append-only.';
end
$$;

create trigger append_only
  before update or delete or truncate on private.audit_log
  for each statement execute function private.refuse_rewriting();

-- A new password or email address of a sign-in account: who changed it and when, without the values.
create function private.record_account_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := '{}';
  changed_after jsonb := '{}';
begin
  if old.email is distinct from new.email then
    changed_before := changed_before || '{"email": null}';
    changed_after := changed_after || '{"email": "changed"}';
  end if;
  -- A sign-in may store the same password in a newer way; it says so by its time.
  if old.encrypted_password is distinct from new.encrypted_password
    and old.last_sign_in_at is not distinct from new.last_sign_in_at
  then
    changed_before := changed_before || '{"password": null}';
    changed_after := changed_after || '{"password": "changed"}';
  end if;
  if changed_after <> '{}' then
    insert into private.audit_log
      (actor_id, actor_role, table_name, record_id, action, before, after)
    values (
      auth.uid(), coalesce(auth.role(), session_user), 'auth.users', new.id, 'update',
      changed_before, changed_after
    );
  end if;
  return null;
end
$$;

-- Not for a deletion: it removes both.
create trigger record_account_change
  after update of email, encrypted_password on auth.users
  for each row
  when (
    new.deleted_at is null
    and (
      old.email is distinct from new.email
      or old.encrypted_password is distinct from new.encrypted_password
    )
  )
  execute function private.record_account_change();

revoke execute on all functions in schema private from public;

-- An account: auth.users (the auth service writes it) → public.users → public.profiles.

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
      message = 'Please enter a web address that begins with https:// or http://.';
  end if;
  return address;
end
$$;
comment on function private.web_address(text) is
  'A website as it is stored, with its scheme; raises for what is no address on the web.';

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

-- Checks only the texts that change: a user whose stored text would be refused today can still edit the
-- others.
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
  checked jsonb := new.raw_user_meta_data;
begin
  if octet_length(new.raw_user_meta_data::text) > private.metadata_size_limit() then
    if tg_op = 'UPDATE' then
      raise exception using
        errcode = 'check_violation', message = 'The metadata of an account may have at most 16 kB.';
    end if;
    new.raw_user_meta_data := private.essential_metadata(new.raw_user_meta_data);
    -- What is not kept need not be looked at.
    checked := new.raw_user_meta_data;
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

-- Access -------------------------------------------------------------------------------------------

alter table public.users enable row level security;
alter table public.profiles enable row level security;

-- A function call inside a select runs once per query, not once per row.
create policy "Users are seen by themselves and by administrators"
  on public.users for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

-- Restrictive: required in addition to the policies that permit.
create policy "A second factor is needed where there is one"
  on public.users as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

create policy "Profiles are seen by their owner and by administrators"
  on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create policy "Profiles are edited by their owner"
  on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create policy "A second factor is needed where there is one"
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
  profiles.avatar_url
from public.profiles
left join public.users on users.id = profiles.id;
comment on view public.account_directory is 'Profiles with their e-mail address, to be searched and paged.';

revoke all on public.account_directory from anon, authenticated, service_role;
grant select on public.account_directory to authenticated, service_role;

revoke execute on all functions in schema private from public;

-- What card orders and mobile recharges share: the customer pays outside the product and enters a reference
-- of that payment. Administrators enter where to pay.

create function private.request_idempotency_key() returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  key constant text := nullif(
    nullif(current_setting('request.headers', true), '')::json ->> 'idempotency-key', ''
  );
begin
  if key !~* '^[0-9a-f]{4}(-?[0-9a-f]{4}){7}$' then
    raise exception using
      errcode = 'check_violation',
      message = 'The Idempotency-Key header must be a UUID.';
  end if;
  return key;
end
$$;
comment on function private.request_idempotency_key() is
  'The Idempotency-Key header of the request that is being served; null without one.';

-- References ---------------------------------------------------------------------------------------

-- The details of a card payment have the form of a prefixed JSON text and hold only card holder, brand, last
-- four digits and expiry. The function builds the text again from these four values, so that it drops
-- everything else, repeated keys too.
create function private.card_reference(reference text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  prefix constant text := 'CARD_PAYMENT_DETAILS:';
  details jsonb;
begin
  if reference is null or not starts_with(reference, prefix) then
    raise exception using
      errcode = 'check_violation', message = 'Please fill all card payment details.';
  end if;

  begin
    details := substr(reference, length(prefix) + 1)::jsonb;
  exception
    when others then
      details := null;
  end;

  if details is null
    or jsonb_typeof(details) <> 'object'
    or exists (
      select
      from jsonb_each(details) as detail (name, value)
      where name not in ('cardHolder', 'brand', 'last4', 'expiry') or jsonb_typeof(value) <> 'string'
    )
    or not details ?& array['cardHolder', 'brand', 'last4', 'expiry']
    or details ->> 'brand' !~ '^[a-z]{2,20}$'
    or details ->> 'last4' !~ '^[0-9]{4}$'
    or details ->> 'expiry' !~ '^(0[1-9]|1[0-2])/20[0-9]{2}$'
    or btrim(details ->> 'cardHolder') = ''
  then
    raise exception using
      errcode = 'check_violation',
      message = 'Card payment details may hold only the card holder, brand, last four digits and expiry.';
  end if;
  -- Twelve digits for a name and the last four beside them are a card number in two fields.
  perform private.refuse_card_secret(
    concat_ws(' ', details ->> 'cardHolder', details ->> 'last4'), 'name on the card'
  );

  return prefix || json_build_object(
    'cardHolder', private.safe_text(details ->> 'cardHolder', 'name on the card', 100),
    'brand', details ->> 'brand',
    'last4', details ->> 'last4',
    'expiry', details ->> 'expiry'
  );
end
$$;

create function private.payment_reference(payment_method text, reference text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy text;
begin
  if payment_method is null or payment_method not in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  ) then
    raise exception using
      errcode = 'check_violation', message = 'Please choose one of the payment methods on offer.';
  end if;
  if payment_method = 'card_payment' then
    return private.card_reference(reference);
  end if;

  tidy := private.safe_text(reference, 'transaction reference', 200);
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      message = 'Please provide a transaction reference for your payment.';
  end if;
  return tidy;
end
$$;
comment on function private.payment_reference(text, text) is
  'The reference as it may be stored for this payment method; raises where it may not be.';

-- Where to pay -------------------------------------------------------------------------------------

create function private.are_payment_details(details jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select case
    when details is null then true
    when jsonb_typeof(details) <> 'array' then false
    else jsonb_array_length(details) between 1 and 12 and not exists (
      select
      from jsonb_array_elements(details) as line
      where jsonb_typeof(line) <> 'object'
        or line - array['label', 'value'] <> '{}'
        or coalesce(jsonb_typeof(line -> 'label'), '') <> 'string'
        or coalesce(jsonb_typeof(line -> 'value'), '') <> 'string'
        or length(btrim(line ->> 'label')) not between 1 and 60
        or length(btrim(line ->> 'value')) not between 1 and 300
    )
  end
$$;
comment on function private.are_payment_details(jsonb) is
  'Whether this is a list of one to twelve lines, each a label and a value; null is allowed.';

create table public.payment_method_settings (
  id uuid primary key default gen_random_uuid(),
  method text not null unique check (method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  is_offered boolean not null default true,
  instruction text check (length(instruction) <= 500),
  details jsonb,
  updated_at timestamptz not null default now()
);
comment on table public.payment_method_settings is 'One row for each way of paying by hand.';
comment on column public.payment_method_settings.details is
  'Lines of {label, value}, in their order. Null: nothing was entered yet, and the placeholders of packages/domain/src/payment-methods.ts are shown.';
comment on column public.payment_method_settings.instruction is
  'What to do, in a sentence. Null: that of packages/domain/src/payment-methods.ts.';

insert into public.payment_method_settings (method)
values ('bank_transfer'), ('binance_pay'), ('card_payment'), ('manual_cash'), ('other_external');

create function private.prepare_payment_method_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.are_payment_details(new.details) then
    raise exception using
      errcode = 'check_violation',
      message = 'Payment details are one to twelve lines, each with a label and a value.';
  end if;
  perform private.refuse_card_secret(private.json_marks(new.details), 'payment details');
  new.instruction := private.safe_text(new.instruction, 'instruction', 500);
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_payment_method_settings
  before insert or update on public.payment_method_settings
  for each row execute function private.prepare_payment_method_settings();

create trigger record_change
  after update or delete on public.payment_method_settings
  for each row execute function private.record_change();

alter table public.payment_method_settings enable row level security;

create policy "Everybody reads how to pay"
  on public.payment_method_settings for select to anon, authenticated
  using (true);

create policy "Administrators change how to pay"
  on public.payment_method_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "A second factor is needed where there is one"
  on public.payment_method_settings as restrictive for update to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_method_settings from anon, authenticated, service_role;
grant select on public.payment_method_settings to anon, authenticated, service_role;
grant update (is_offered, instruction, details, updated_at)
  on public.payment_method_settings to authenticated;

-- Triggers on orders and recharges -----------------------------------------------------------------

-- A record keeps the details that the customer saw, so that a later change of the settings does not alter
-- them.
create function private.keep_payment_details() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  shown_instruction text;
  shown_details jsonb;
  offered boolean;
begin
  select is_offered, instruction, details into offered, shown_instruction, shown_details
  from public.payment_method_settings where method = new.payment_method;
  if not offered then
    raise exception using
      errcode = 'check_violation',
      message = 'This payment method is not offered at the moment. Please choose another one.';
  end if;
  if shown_instruction is not null or shown_details is not null then
    new.payment_details := jsonb_strip_nulls(
      jsonb_build_object('instruction', shown_instruction, 'details', shown_details)
    );
  end if;
  return new;
end
$$;

-- One customer cannot fill the reviewers' queue.
create function private.waiting_records_limit() returns integer
language sql immutable
as $$
  select 20
$$;
comment on function private.waiting_records_limit() is
  'How many orders and recharges of one customer may wait for a review.';

create function private.limit_waiting_records() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant integer := private.waiting_records_limit();
  key uuid;
begin
  -- Outside a request it is the operator who brings in records, from elsewhere or for a demonstration.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or private.is_for_somebody_else(new.user_id)
  then
    return new;
  end if;

  -- Of two submissions at one moment the second waits here for the first and then counts it. Not a
  -- lock of the profile's row, which every submission would have to write.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 20));
  if (
    select count(*)
    from (
      (
        select from public.orders
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit most
      )
      union all
      (
        select from public.recharges
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit most
      )
    ) as waiting
  ) < most then
    return new;
  end if;

  -- A submission that was sent again finds its record by the unique key, however many wait.
  key := private.request_idempotency_key();
  if tg_table_name = 'orders' and exists (
    select from public.orders where user_id = new.user_id and idempotency_key = key
  ) or tg_table_name = 'recharges' and exists (
    select from public.recharges where user_id = new.user_id and idempotency_key = key
  ) then
    return new;
  end if;
  raise exception using
    errcode = 'check_violation',
    message = format(
      'You have %s orders and recharges waiting for review. Please wait until one of them is decided.',
      most
    );
end
$$;

revoke execute on all functions in schema private from public;

-- Orders of virtual cards.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- Restrict: an account that has ordered cannot be deleted together with its records.
  user_id uuid not null references public.profiles on delete restrict,
  status text not null default 'pending_manual_verification' check (status in (
    'pending_manual_verification', 'manual_payment_approved', 'manual_payment_rejected', 'completed'
  )),
  amount numeric not null check (amount > 0),
  currency text not null default 'USD' check (currency = 'USD'),
  card_details jsonb not null,
  payment_method text not null check (payment_method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  transaction_reference text not null check (length(transaction_reference) between 1 and 400),
  admin_notes text check (length(admin_notes) <= 2000),
  stripe_session_id text check (length(stripe_session_id) between 1 and 255),
  -- The client's id of one submission: sending it twice makes one order.
  idempotency_key uuid,
  -- No foreign key: with a second one to profiles, embedding profiles would be ambiguous.
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null where the customer saw placeholders.
  payment_details jsonb
);
comment on column public.orders.admin_notes is 'Written by the reviewer, readable by the customer.';
comment on column public.orders.reviewed_by is 'The administrator (auth.users.id) who decided.';
comment on column public.orders.payment_details is
  'Where to pay as it was shown with this order: {instruction, details}. Kept by the database.';

create index orders_user_id_created_at_idx on public.orders (user_id, created_at desc);
-- The administrators' pending page and its count. Not a partial index: the API sends the status as a
-- parameter, and a generic plan cannot use an index for one status. user_id is included because the policies
-- read it, so the count does not visit the table.
create index orders_status_created_at_idx on public.orders (status, created_at) include (user_id);
create unique index orders_user_id_idempotency_key_key
  on public.orders (user_id, idempotency_key) where idempotency_key is not null;
-- One payment session pays for one order.
create unique index orders_stripe_session_id_key
  on public.orders (stripe_session_id) where stripe_session_id is not null;
-- Finds a reused reference. The reference of a card payment describes the card, and a card may pay again.
create index orders_reference_created_at_idx
  on public.orders (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';
-- Counts the undecided records of one customer. A reviewer or a payment session decides a record. With a
-- filter on the status, Postgres might choose the index of the whole queue.
create index orders_undecided_user_id_idx on public.orders (user_id)
  where reviewed_at is null and stripe_session_id is null;

-- Postgres can inline it.
create function private.card_tier_price(tier text) returns numeric
language sql immutable parallel safe
as $$
  select case tier
    when 'standard' then 5::numeric when 'premium' then 15::numeric when 'metal' then 50::numeric
  end
$$;
comment on function private.card_tier_price(text) is
  'The price of a card in USD; null for an unknown tier. Equal to packages/domain/src/card-tiers.ts.';

create function private.prepare_order() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  details constant jsonb := new.card_details;
  tier constant text := details ->> 'tier';
  price constant numeric := private.card_tier_price(tier);
begin
  if new.status is distinct from 'pending_manual_verification' then
    raise exception using
      errcode = 'check_violation', message = 'A new order starts pending manual verification.';
  end if;
  if price is null then
    raise exception using
      errcode = 'check_violation', message = 'Please choose one of the cards on offer.';
  end if;
  if details - array['tier', 'cardName'] <> '{}'
    or coalesce(jsonb_typeof(details -> 'cardName'), 'null') not in ('string', 'null')
  then
    raise exception using
      errcode = 'check_violation', message = 'Card details may hold only the tier and the card name.';
  end if;
  if new.amount is distinct from price or new.currency is distinct from 'USD' then
    raise exception using
      errcode = 'check_violation',
      message = format('The price of a %s card is %s USD.', initcap(tier), price);
  end if;

  new.amount := price;
  new.card_details := jsonb_build_object(
    'tier', tier,
    'cardName', coalesce(private.safe_text(details ->> 'cardName', 'card name', 60), 'My Virtual Card')
  );
  new.transaction_reference :=
    private.payment_reference(new.payment_method, new.transaction_reference);
  new.idempotency_key := coalesce(private.request_idempotency_key(), new.idempotency_key);
  return new;
end
$$;

create trigger prepare_order
  before insert on public.orders
  for each row execute function private.prepare_order();

create trigger keep_payment_details
  before insert on public.orders
  for each row execute function private.keep_payment_details();

create trigger limit_waiting_records
  before insert on public.orders
  for each row execute function private.limit_waiting_records();

create trigger record_change
  after update or delete on public.orders
  for each row execute function private.record_change();

alter table public.orders enable row level security;

create policy "Orders are seen by their owner and by administrators"
  on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers order for themselves"
  on public.orders for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Administrators review orders"
  on public.orders for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "A second factor is needed where there is one"
  on public.orders as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.orders from anon, authenticated, service_role;
grant select on public.orders to authenticated, service_role;
grant insert (
  user_id, status, amount, currency, card_details, payment_method, transaction_reference
) on public.orders to authenticated;
grant update (status, admin_notes, updated_at) on public.orders to authenticated;
grant update (status, stripe_session_id, updated_at) on public.orders to service_role;

revoke execute on all functions in schema private from public;

-- Mobile recharges.

create table public.recharges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete restrict,
  operator text not null check (operator in (
    'Glo Mobile', 'MTN', 'Airtel', '9mobile', 'Vodafone', 'O2', 'AT&T', 'Verizon'
  )),
  phone_number text not null check (length(phone_number) between 4 and 30),
  amount numeric not null check (amount in (5, 10, 20, 50)),
  currency text not null default 'USD' check (currency = 'USD'),
  status text not null default 'pending_manual_verification' check (status in (
    'pending_manual_verification', 'manual_payment_approved', 'manual_payment_rejected', 'completed'
  )),
  recharge_details jsonb not null,
  payment_method text not null check (payment_method in (
    'bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'
  )),
  transaction_reference text not null check (length(transaction_reference) between 1 and 400),
  admin_notes text check (length(admin_notes) <= 2000),
  stripe_session_id text check (length(stripe_session_id) between 1 and 255),
  idempotency_key uuid,
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payment_details jsonb
);
comment on column public.recharges.operator is 'The operator''s name, as in packages/domain/src/operators.ts.';
comment on column public.recharges.admin_notes is 'Written by the reviewer, readable by the customer.';
comment on column public.recharges.idempotency_key is
  'The client''s name for one submission, so that sending it twice makes one recharge.';
comment on column public.recharges.reviewed_by is
  'The administrator (auth.users.id) who decided. No foreign key, as in orders.';
comment on column public.recharges.payment_details is
  'Where to pay as it was shown with this recharge: {instruction, details}. Kept by the database.';

-- The same indexes as on orders, for the same reasons.
create index recharges_user_id_created_at_idx on public.recharges (user_id, created_at desc);
create index recharges_status_created_at_idx on public.recharges (status, created_at) include (user_id);
create unique index recharges_user_id_idempotency_key_key
  on public.recharges (user_id, idempotency_key) where idempotency_key is not null;
create unique index recharges_stripe_session_id_key
  on public.recharges (stripe_session_id) where stripe_session_id is not null;
create index recharges_reference_created_at_idx
  on public.recharges (lower(transaction_reference), created_at)
  where payment_method <> 'card_payment';
create index recharges_undecided_user_id_idx on public.recharges (user_id)
  where reviewed_at is null and stripe_session_id is null;

-- A number with a plus sign is a phone number, unless it is as long as an Amex or Diners card number.
create function private.recharge_phone_number(value text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  tidy constant text := btrim(value);
  digits constant text := regexp_replace(tidy, '[^0-9]', '', 'g');
begin
  if tidy is null
    or tidy !~ '^\+?[0-9 ()./-]{4,29}$'
    or length(digits) not between 4 and 15
    or private.contains_card_number(tidy)
  then
    raise exception using
      errcode = 'check_violation', message = 'Please enter a valid phone number.';
  end if;
  return tidy;
end
$$;

create function private.prepare_recharge() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  details constant jsonb := new.recharge_details;
  recharge_type constant text := details ->> 'type';
begin
  if new.status is distinct from 'pending_manual_verification' then
    raise exception using
      errcode = 'check_violation', message = 'A new recharge starts pending manual verification.';
  end if;
  if new.operator is null or new.operator not in (
    'Glo Mobile', 'MTN', 'Airtel', '9mobile', 'Vodafone', 'O2', 'AT&T', 'Verizon'
  ) then
    raise exception using
      errcode = 'check_violation', message = 'Please choose one of the operators on offer.';
  end if;
  if new.amount is null or new.amount not in (5, 10, 20, 50)
    or new.currency is distinct from 'USD'
  then
    raise exception using
      errcode = 'check_violation', message = 'A recharge is 5, 10, 20 or 50 USD.';
  end if;
  if recharge_type is null
    or recharge_type not in ('talktime', 'data', 'bundle')
    or details - 'type' <> '{}'
  then
    raise exception using
      errcode = 'check_violation', message = 'The type of a recharge is talktime, data or bundle.';
  end if;

  new.amount := trim_scale(new.amount);
  new.recharge_details := jsonb_build_object('type', recharge_type);
  new.phone_number := private.recharge_phone_number(new.phone_number);
  new.transaction_reference :=
    private.payment_reference(new.payment_method, new.transaction_reference);
  new.idempotency_key := coalesce(private.request_idempotency_key(), new.idempotency_key);
  return new;
end
$$;

create trigger prepare_recharge
  before insert on public.recharges
  for each row execute function private.prepare_recharge();

create trigger keep_payment_details
  before insert on public.recharges
  for each row execute function private.keep_payment_details();

create trigger limit_waiting_records
  before insert on public.recharges
  for each row execute function private.limit_waiting_records();

create trigger record_change
  after update or delete on public.recharges
  for each row execute function private.record_change();

alter table public.recharges enable row level security;

create policy "Recharges are seen by their owner and by administrators"
  on public.recharges for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers recharge for themselves"
  on public.recharges for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Administrators review recharges"
  on public.recharges for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "A second factor is needed where there is one"
  on public.recharges as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.recharges from anon, authenticated, service_role;
grant select on public.recharges to authenticated, service_role;
grant insert (
  user_id, operator, phone_number, amount, currency, status, recharge_details, payment_method,
  transaction_reference
) on public.recharges to authenticated;
grant update (status, admin_notes, updated_at) on public.recharges to authenticated;
grant update (status, stripe_session_id, updated_at) on public.recharges to service_role;

revoke execute on all functions in schema private from public;

-- A record is decided once: an administrator approves or rejects the payment, or the service completes it for
-- a card provider. Both start from pending_manual_verification. No status leads back.

-- Runs with the rights of the caller, because the role decides what is allowed. A second reviewer waits for
-- the row lock and then finds the record decided.
create function private.guard_decision() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  reviewing constant boolean :=
    new.status in ('manual_payment_approved', 'manual_payment_rejected');
begin
  if old.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      message = case
        when old.status = 'completed' and new.status = 'completed' then 'already confirmed'
        else 'already reviewed'
      end,
      detail = format('The status is %s.', replace(old.status, '_', ' ')),
      hint = 'Reload to see the decision.';
  end if;
  if current_user = 'authenticated' and not reviewing then
    raise exception using
      errcode = 'check_violation', message = 'A review approves or rejects the payment.';
  end if;
  if reviewing and old.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation', message = 'Another administrator has to review your own record.';
  end if;
  if current_user = 'service_role' and new.status is distinct from 'completed' then
    raise exception using
      errcode = 'check_violation', message = 'The service only completes a payment.';
  end if;
  if not reviewing and (new.status is distinct from 'completed' or new.stripe_session_id is null) then
    raise exception using
      errcode = 'check_violation',
      message = 'A payment is completed with the session of its card provider.';
  end if;

  new.admin_notes := private.safe_text(new.admin_notes, 'admin notes', 2000);
  new.reviewed_by := case when reviewing then auth.uid() end;
  new.reviewed_at := case when reviewing then now() end;
  new.updated_at := now();
  return new;
end
$$;

-- The erasure of an account may change a decided record. No API role can skip this trigger.
create trigger guard_decision
  before update on public.orders
  for each row
  when (
    current_user in ('authenticated', 'service_role')
    or current_setting('private.erasing_account', true) is distinct from 'yes'
  )
  execute function private.guard_decision();

create trigger guard_decision
  before update on public.recharges
  for each row
  when (
    current_user in ('authenticated', 'service_role')
    or current_setting('private.erasing_account', true) is distinct from 'yes'
  )
  execute function private.guard_decision();

-- One decision per statement: a missing or wide filter must not decide a whole queue.
create function private.refuse_decisions_in_bulk() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role')
    and (select count(*) from (select from decided limit 2) as decisions) > 1
  then
    raise exception using
      errcode = 'check_violation', message = 'A review decides one record at a time.';
  end if;
  return null;
end
$$;

create trigger refuse_decisions_in_bulk
  after update on public.orders
  referencing new table as decided
  for each statement execute function private.refuse_decisions_in_bulk();

create trigger refuse_decisions_in_bulk
  after update on public.recharges
  referencing new table as decided
  for each statement execute function private.refuse_decisions_in_bulk();

-- For the reviewer: whether an earlier record has the same reference. Security definer, for administrators
-- only: under a policy Postgres cannot use the index on lower(…), because lower() is not leakproof.
create function public.reused_references(record_ids uuid[])
returns table (
  record_id uuid, earlier_id uuid, earlier_status text, earlier_created_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select record.id, earlier.id, earlier.status, earlier.created_at
  from (
    select id, lower(transaction_reference) as reference, created_at
    from public.orders
    where id = any (record_ids) and payment_method <> 'card_payment'
    union all
    select id, lower(transaction_reference), created_at
    from public.recharges
    where id = any (record_ids) and payment_method <> 'card_payment'
  ) as record
  cross join lateral (
    (
      select orders.id, orders.status, orders.created_at
      from public.orders
      where lower(orders.transaction_reference) = record.reference
        and orders.payment_method <> 'card_payment'
        and orders.created_at < record.created_at
      order by orders.created_at
      limit 1
    )
    union all
    (
      select recharges.id, recharges.status, recharges.created_at
      from public.recharges
      where lower(recharges.transaction_reference) = record.reference
        and recharges.payment_method <> 'card_payment'
        and recharges.created_at < record.created_at
      order by recharges.created_at
      limit 1
    )
    order by created_at
    limit 1
  ) as earlier
  where (select private.is_admin());
$$;
comment on function public.reused_references(uuid[]) is
  'For administrators: of these orders and recharges, those whose reference an earlier record has, with the first of them.';

revoke execute on function public.reused_references(uuid[]) from public, anon;
grant execute on function public.reused_references(uuid[]) to authenticated;

revoke execute on all functions in schema private from public;

-- The customer's history: one row per order or recharge, with the status of that record.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete restrict,
  type text not null check (type in (
    'card_order', 'recharge', 'payment_sent', 'payment_received', 'wire_transfer'
  )),
  description text not null,
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  status text not null check (length(status) between 1 and 60),
  -- The id of an order or a recharge, so no foreign key. The trigger checks that the record exists.
  related_order_id uuid,
  created_at timestamptz not null default now(),
  constraint transactions_related_order_id_key unique (related_order_id),
  constraint transactions_related_order_id_check
    check ((type in ('card_order', 'recharge')) = (related_order_id is not null))
);
create index transactions_user_id_created_at_idx on public.transactions (user_id, created_at desc);

-- A concurrent review needs no lock here. It writes the same row, so one of the two waits for the unique
-- constraint, and the second one sees the row of the first.
create function private.prepare_transaction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  record_amount numeric;
  record_currency text;
  record_status text;
begin
  new.description := private.safe_text(new.description, 'description', 200);
  if private.is_for_somebody_else(new.user_id) then
    return new;
  end if;
  if new.type = 'card_order' then
    select amount, currency, status
    into record_amount, record_currency, record_status
    from public.orders
    where id = new.related_order_id and user_id = new.user_id;
  elsif new.type = 'recharge' then
    select amount, currency, status
    into record_amount, record_currency, record_status
    from public.recharges
    where id = new.related_order_id and user_id = new.user_id;
  else
    return new;
  end if;

  if record_status is null then
    raise exception using
      errcode = 'check_violation', message = 'A transaction belongs to an order or a recharge of yours.';
  end if;
  if new.amount is distinct from record_amount
    or new.currency is distinct from record_currency
    or new.status is distinct from record_status
      and new.status is distinct from 'pending_manual_verification'
  then
    raise exception using
      errcode = 'check_violation',
      message = 'A transaction has the amount, currency and status of its order or recharge.';
  end if;
  new.amount := record_amount;
  new.status := record_status;
  return new;
end
$$;

create trigger prepare_transaction
  before insert on public.transactions
  for each row execute function private.prepare_transaction();

-- The decision also writes the row if the client never sent it.
create function private.follow_record_status() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  decided constant jsonb := to_jsonb(new);
begin
  insert into public.transactions (
    user_id, type, description, amount, currency, status, related_order_id, created_at
  )
  values (
    new.user_id,
    tg_argv[0],
    case tg_argv[0]
      when 'card_order'
        then format('%s virtual card order', initcap(decided #>> '{card_details,tier}'))
      else format('Mobile recharge: %s', decided ->> 'operator')
    end,
    new.amount,
    new.currency,
    new.status,
    new.id,
    new.created_at
  )
  on conflict (related_order_id) do update set status = excluded.status;
  return null;
end
$$;

create trigger follow_record_status
  after update on public.orders
  for each row
  when (old.status is distinct from new.status)
  execute function private.follow_record_status('card_order');

create trigger follow_record_status
  after update on public.recharges
  for each row
  when (old.status is distinct from new.status)
  execute function private.follow_record_status('recharge');

alter table public.transactions enable row level security;

create policy "Transactions are seen by their owner and by administrators"
  on public.transactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Customers log their own orders and recharges"
  on public.transactions for insert to authenticated
  with check (user_id = (select auth.uid()) and type in ('card_order', 'recharge'));

create policy "A second factor is needed where there is one"
  on public.transactions as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.transactions from anon, authenticated, service_role;
grant select on public.transactions to authenticated, service_role;
grant insert (
  user_id, type, description, amount, currency, status, related_order_id
) on public.transactions to authenticated;

revoke execute on all functions in schema private from public;

-- The sandbox that replaces a card provider on a machine without one. Only the functions' service key reads
-- its checkout sessions. A session is decided once.

create table public.sandbox_checkout_sessions (
  id text primary key check (id ~ '^cs_sandbox_[0-9a-f]{48}$'),
  record_type text not null check (record_type in ('card_order', 'mobile_recharge')),
  -- The id of an order or a recharge, so no foreign key.
  record_id uuid not null,
  user_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null check (length(description) between 1 and 200),
  success_url text not null check (length(success_url) between 1 and 2000),
  cancel_url text not null check (length(cancel_url) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'cancelled')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  decided_at timestamptz
);
comment on table public.sandbox_checkout_sessions is
  'Made-up payments for trying out the product: no money moves.';
comment on column public.sandbox_checkout_sessions.user_id is
  'Whose record it is for. No foreign key, as for the record itself.';

create index sandbox_checkout_sessions_record_id_idx
  on public.sandbox_checkout_sessions (record_id, created_at desc);

create function private.guard_sandbox_decision() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.status <> 'open' then
    raise sqlstate 'PT409' using message = 'already decided';
  end if;
  if old.expires_at <= now() then
    raise sqlstate 'PT410' using message = 'This payment page is no longer valid.';
  end if;
  new.decided_at := now();
  return new;
end
$$;

create trigger guard_decision
  before update on public.sandbox_checkout_sessions
  for each row execute function private.guard_sandbox_decision();

alter table public.sandbox_checkout_sessions enable row level security;
revoke all on public.sandbox_checkout_sessions from anon, authenticated, service_role;
grant select on public.sandbox_checkout_sessions to service_role;
grant insert (
  id, record_type, record_id, user_id, amount_minor, currency, description, success_url, cancel_url
) on public.sandbox_checkout_sessions to service_role;
grant update (status) on public.sandbox_checkout_sessions to service_role;

revoke execute on all functions in schema private from public;

-- How administrators sign in, and the sessions of an account.

create table public.security_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  administrators_need_second_factor boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.security_settings is 'One row: how the product''s own people sign in.';
comment on column public.security_settings.administrators_need_second_factor is
  'At aal1 an administrator is nobody special, also one who has no second factor yet.';

insert into public.security_settings default values;

-- An administrator who turns the setting on must be able to sign in again afterwards.
create function private.guard_security_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.administrators_need_second_factor and not old.administrators_need_second_factor
    and not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
  then
    raise exception using
      errcode = 'check_violation',
      message = 'Set up two-step verification for yourself first.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger guard_security_settings
  before update on public.security_settings
  for each row execute function private.guard_security_settings();

create trigger record_change
  after update or delete on public.security_settings
  for each row execute function private.record_change();

alter table public.security_settings enable row level security;

-- Not private.is_admin(): an administrator who lacks a factor must be able to read why.
create policy "Administrators read how they sign in"
  on public.security_settings for select to authenticated
  using (exists (
    select from public.profiles
    where profiles.id = (select auth.uid()) and profiles.account_type = 'admin'
  ));

create policy "Administrators change how they sign in"
  on public.security_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Two factors are needed to change how administrators sign in"
  on public.security_settings as restrictive for update to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2');

revoke all on public.security_settings from anon, authenticated, service_role;
grant select on public.security_settings to authenticated, service_role;
grant update (administrators_need_second_factor) on public.security_settings to authenticated;

-- Sessions -----------------------------------------------------------------------------------------

-- The auth service has no call that lists or ends sessions. These functions use its own table, which a hosted
-- project has too. Security definer, because the auth schema has no policies: every row is the caller's, and
-- tokens and network addresses are left out.
create function public.my_sessions()
returns table (
  id uuid, is_current boolean, signed_in_at timestamptz, last_active_at timestamptz, user_agent text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  if claims ->> 'sub' is null then
    raise exception using
      errcode = 'insufficient_privilege', message = 'Please log in to see where you are signed in.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'Please confirm your second factor to see where you are signed in.';
  end if;
  return query
    select
      session.id,
      session.id = (claims ->> 'session_id')::uuid is true,
      session.created_at,
      -- The auth service keeps this one without a zone, in UTC.
      coalesce(session.refreshed_at at time zone 'UTC', session.created_at),
      left(session.user_agent, 500)
    from auth.sessions as session
    where session.user_id = (claims ->> 'sub')::uuid
      and (session.not_after is null or session.not_after > now())
    order by 2 desc, 4 desc nulls last, 1;
end
$$;
comment on function public.my_sessions() is
  'Where the caller is signed in: this session first, then by when each was active last.';

create function public.end_my_session(session_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'insufficient_privilege', message = 'Please log in to end a session.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'Please confirm your second factor to end a session.';
  end if;
  delete from auth.sessions where id = session_id and user_id = auth.uid();
  if found then
    insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before)
    values (auth.uid(), auth.role(), 'auth.sessions', session_id, 'delete', '{}');
  end if;
end
$$;
comment on function public.end_my_session(uuid) is
  'Ends one session of the caller; one that is over already, or somebody else''s, stays as it is.';

revoke execute on function public.my_sessions(), public.end_my_session(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;

revoke execute on all functions in schema private from public;

-- Profile pictures: a public bucket in which each user has a folder named by the user's id. Everyone who has
-- the address of a picture can load it; its name is random.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 1048576, '{image/webp,image/jpeg,image/png}')
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Security definer: a policy on objects that reads objects would recurse. The profile shows one picture; more
-- exist while a new one replaces it. The comparison by bytes uses an index: 0 follows the slash.
create function private.has_room_for_picture() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select count(*) < 10
  from storage.objects
  where bucket_id = 'avatars'
    and name collate "C" > auth.uid()::text || '/'
    and name collate "C" < auth.uid()::text || '0'
$$;
comment on function private.has_room_for_picture() is
  'Whether the caller may add a picture: the bucket is no place to keep files in.';

-- Other buckets may have policies too, so each of these names its bucket.
create policy "Everybody sees the pictures in their own folder"
  on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Everybody adds pictures to their own folder"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_room_for_picture())
  );

create policy "Everybody replaces pictures in their own folder"
  on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Everybody removes pictures from their own folder"
  on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "A second factor is needed for pictures where there is one"
  on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'avatars' or (select private.has_required_factors()));

revoke execute on all functions in schema private from public;
grant execute on function private.has_room_for_picture() to authenticated;

-- A customer can export the data of the account and request its deletion. After the deletion no row identifies
-- the customer.

create table public.account_deletion_requests (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  requested_at timestamptz not null default now(),
  -- Subscribers receive the primary key of a deleted row, so it must not identify the user.
  id uuid primary key default gen_random_uuid(),
  unique (user_id)
);
comment on table public.account_deletion_requests is
  'Who asked for the deletion of their account, and when. An operator carries it out.';

alter table public.account_deletion_requests enable row level security;

create policy "Deletion requests are seen by who made them and by administrators"
  on public.account_deletion_requests for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Everybody asks for the deletion of their own account"
  on public.account_deletion_requests for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Everybody takes back their own request"
  on public.account_deletion_requests for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "A second factor is needed where there is one"
  on public.account_deletion_requests as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.account_deletion_requests from anon, authenticated, service_role;
grant select on public.account_deletion_requests to authenticated, service_role;
grant insert (user_id), delete on public.account_deletion_requests to authenticated;

-- Export -------------------------------------------------------------------------------------------

-- Security definer, because the auth schema and the audit log have no policies. Every part is about one user.
-- Secrets (password hash, tokens, factor secrets) are left out.
create function private.account_data(person uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object(
        'id', id, 'email', email, 'email_confirmed_at', email_confirmed_at, 'phone', phone,
        'phone_confirmed_at', phone_confirmed_at, 'created_at', created_at, 'updated_at', updated_at,
        'last_sign_in_at', last_sign_in_at, 'user_metadata', raw_user_meta_data,
        'app_metadata', raw_app_meta_data
      )
      from auth.users where id = person
    ),
    'identities', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'provider', provider, 'identity_data', identity_data, 'created_at', created_at,
          'last_sign_in_at', last_sign_in_at
        ) order by created_at, id
      ), '[]')
      from auth.identities where user_id = person
    ),
    'factors', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'type', factor_type, 'name', friendly_name, 'status', status, 'phone', phone,
          'created_at', created_at
        ) order by created_at, id
      ), '[]')
      from auth.mfa_factors where user_id = person
    ),
    'sessions', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'created_at', created_at, 'refreshed_at', refreshed_at, 'ip', host(ip),
          'user_agent', user_agent
        ) order by created_at, id
      ), '[]')
      from auth.sessions where user_id = person
    ),
    'profile', (select to_jsonb(profiles) from public.profiles where id = person),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) order by created_at, id), '[]')
      from public.orders where user_id = person
    ),
    'recharges', (
      select coalesce(jsonb_agg(to_jsonb(recharges) order by created_at, id), '[]')
      from public.recharges where user_id = person
    ),
    'transactions', (
      select coalesce(jsonb_agg(to_jsonb(transactions) order by created_at, id), '[]')
      from public.transactions where user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', bucket_id, 'name', name, 'metadata', metadata, 'created_at', created_at
        ) order by created_at, id
      ), '[]')
      from storage.objects where owner_id = person::text
    ),
    'changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'recorded_at', recorded_at, 'by_yourself', actor_id is not distinct from person,
          'table', table_name, 'record', record_id, 'action', action, 'before', before, 'after', after
        ) order by id
      ), '[]')
      from private.audit_log
      where record_id in (
        select person
        union all select id from public.orders where user_id = person
        union all select id from public.recharges where user_id = person
      )
    ),
    'deletion_requested_at', (
      select requested_at from public.account_deletion_requests where user_id = person
    )
  )
$$;

create function public.export_my_data() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'insufficient_privilege', message = 'Please log in to export your data.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'Please confirm your second factor to export your data.';
  end if;
  return private.account_data(auth.uid());
end
$$;
comment on function public.export_my_data() is 'Everything that is kept about the caller.';

revoke execute on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;

-- Erasure ------------------------------------------------------------------------------------------

-- The values of the audit log that do not identify a person.
create function private.without_personal_values(columns jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_object_agg(
    name,
    case
      when name in ('status', 'account_type', 'reviewed_by', 'reviewed_at', 'stripe_session_id')
        then value
      else 'null'
    end
  )
  from jsonb_each(columns) as column_value (name, value)
$$;

-- Amounts, methods, statuses and times of payments stay, because bookkeeping needs them. A pending record is
-- rejected: no reviewer could match a payment to it.
create function private.erase_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('private.erasing_account', 'yes', true);

  update public.orders
  set
    transaction_reference = 'erased', card_details = card_details || '{"cardName": "erased"}',
    idempotency_key = null, payment_details = null, updated_at = now(),
    reviewed_at = case
      when status = 'pending_manual_verification' then now() else reviewed_at
    end,
    admin_notes = case
      when status = 'pending_manual_verification' then 'The account was deleted.'
    end,
    status = case
      when status = 'pending_manual_verification' then 'manual_payment_rejected' else status
    end
  where user_id = new.id;
  update public.recharges
  set
    transaction_reference = 'erased', phone_number = 'erased',
    idempotency_key = null, payment_details = null, updated_at = now(),
    reviewed_at = case
      when status = 'pending_manual_verification' then now() else reviewed_at
    end,
    admin_notes = case
      when status = 'pending_manual_verification' then 'The account was deleted.'
    end,
    status = case
      when status = 'pending_manual_verification' then 'manual_payment_rejected' else status
    end
  where user_id = new.id;
  update public.transactions
  set description = replace(type, '_', ' ')
  where user_id = new.id;

  update public.profiles
  set
    full_name = null, phone_number = null, date_of_birth = null, street_address = null, city = null,
    postal_code = null, country = null, avatar_url = null, company_name = null,
    company_registration_number = null, company_address = null, company_phone = null,
    company_website = null,
    -- A deleted administrator is none, should the account ever be used again.
    account_type = case when account_type = 'admin' then 'personal' else account_type end
  where id = new.id;
  update public.users set email = null where id = new.id;
  delete from public.account_deletion_requests where user_id = new.id;

  update private.audit_log
  set
    before = private.without_personal_values(before),
    after = private.without_personal_values(after)
  where record_id in (
    select new.id
    union all select id from public.orders where user_id = new.id
    union all select id from public.recharges where user_id = new.id
  );

  perform set_config('private.erasing_account', '', true);
  return null;
end
$$;

create trigger erase_account
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_account();

-- The files that a user uploaded, and all files in the user's folder.
create function private.files_of(person uuid) returns setof storage.objects
language sql stable security definer
set search_path = ''
as $$
  select * from storage.objects
  where owner_id = person::text
    or (
      bucket_id = 'avatars'
      and name collate "C" > person::text || '/'
      and name collate "C" < person::text || '0'
    )
$$;

-- After the row is deleted, no address leads to the file, and our storage removes its bytes. A hosted project
-- blocks the deletion of rows in SQL unless this setting allows it.
create function private.erase_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where id in (select id from private.files_of(old.id));
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;

create trigger erase_files
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_files();

create trigger erase_files_with_account
  after delete on auth.users
  for each row execute function private.erase_files();

revoke execute on all functions in schema private from public;

-- Live updates: the tables whose changes subscribers receive, and the administrators' channel.

-- Row level security decides which subscriber receives which row.
alter publication supabase_realtime
  add table
    public.profiles,
    public.orders,
    public.recharges,
    public.transactions,
    public.payment_method_settings,
    public.account_deletion_requests;

-- The private channel on which administrators see who has which record open. The right to select a message
-- permits listening, the right to insert one permits sending. No policy covers another private channel.
create policy "Administrators hear each other"
  on realtime.messages for select to authenticated
  using (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );

create policy "Administrators speak to each other"
  on realtime.messages for insert to authenticated
  with check (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );
