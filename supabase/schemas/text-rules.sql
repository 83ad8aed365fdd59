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
  'The text with the digits of all scripts as 0 to 9, and normalized to NFKC.';

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
  'Whether the check digit of a card number (digits only) is correct.';

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
  'Whether the check digits of an IBAN, in capitals and without separators, are correct (ISO 7064).';

create function private.without_known_identifiers(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  remaining text := regexp_replace(value, private.uuid_shape(), 'x', 'gi');
  iban text;
begin
  -- A cheap test first: the pattern of all countries is long.
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
  'The text without its UUIDs and IBANs, whose digits may look like a card number.';

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
  -- Most texts have fewer than twelve digits and return here.
  if length(plain) - length(translate(plain, '0123456789', '')) < 12 then
    return false;
  end if;
  -- translate() costs half of regexp_replace() on a short text. On a long text it takes quadratic time,
  -- and Postgres cannot interrupt it.
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

  -- A chain reaches from a digit to the last digit before a letter. A run is a group of adjacent digits.
  -- A card number is one run or several neighbouring runs of a chain, never a part of a run.
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
        -- A shorter number with a plus sign is a phone number.
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
  'Whether the text contains a plausible full card number, with any grouping of its digits.';

create function private.contains_security_code(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  if octet_length(value) > length(value) then
    return private.fold_digits(value) ~* private.security_code_shape();
  end if;
  -- Most texts have fewer than the three digits of a code and need no match.
  return length(value) - length(translate(value, '0123456789', '')) >= 3
    and value ~* private.security_code_shape();
end
$$;
comment on function private.contains_security_code(text) is
  'Whether the text contains three or four digits that it names as a card security code.';

create function private.contains_card_secret(value text) returns boolean
language sql immutable parallel safe
as $$
  select private.contains_card_number(value) or private.contains_security_code(value)
$$;
comment on function private.contains_card_secret(text) is
  'Whether the text contains a card number or a security code.';

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
  select 'For your safety, we never store card numbers or security codes. '
    || case label
      when 'transaction reference' then
        'Please remove the card number. If this is your bank''s reference, enter its last eight '
        || 'characters.'
      else format('Please remove them from the %s.', label)
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
      errcode = 'check_violation',
      hint = 'text.size',
      detail = json_build_object('field', label),
      message = format('The %s is too long.', label);
  end if;
  if private.contains_card_secret(value) then
    raise exception using
      errcode = 'check_violation',
      hint = 'text.card_secret',
      detail = json_build_object('field', label),
      message = private.card_secret_message(label);
  end if;
end
$$;

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

-- Trims the text, removes direction controls, replaces control characters other than line breaks with spaces,
-- and refuses card secrets and long texts.
create function private.safe_text(value text, label text, max_length integer) returns text
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
  private.without_direction_controls(text),
  private.search_text(text),
  private.safe_text(text, text, integer)
  to authenticated, service_role;
