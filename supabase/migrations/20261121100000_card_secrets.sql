-- Card numbers and security codes must never be stored, whatever a client sends. The functions here
-- recognize them; the tables refuse what they recognize.

-- Not exposed by the API: only names inside policies, triggers and functions lead here.
create schema private;
grant usage on schema private to authenticated, service_role;

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

-- Numbers in free text (bank references, phone numbers) are often as long as a card number, and one in
-- ten passes the check digit by chance. The leading digits and lengths that card networks really use
-- keep such accidents rare. packages/domain/src/card-number.ts follows the same rule.
create function private.contains_card_number(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  network_shape constant text :=
    '^(4(\d{12}|\d{15}|\d{18})|[2356]\d{15}|3[47]\d{13}|3[0689]\d{12}|3[05689]\d{14,17}'
    || '|(5[0678]|6\d)\d{11,17})$';
  chain text;
  number_groups text[];
  candidate text;
begin
  if length(regexp_replace(normalize(value, NFKC), '[^0-9]', '', 'g')) < 13 then
    return false;
  end if;

  -- A chain is groups of digits with at most three marks (spaces, dashes, dots …) between them. A
  -- number begins and ends with a group, so that an expiry date beside it does not hide it. Classes
  -- name ASCII, so that the answer does not depend on the database's locale.
  for chain in
    select matched.parts[1]
    from regexp_matches(
      normalize(value, NFKC), '[0-9]+(?:[^0-9A-Za-z]{1,3}[0-9]+)*', 'g'
    ) as matched (parts)
  loop
    number_groups := regexp_split_to_array(chain, '[^0-9]+');
    for first_group in 1 .. cardinality(number_groups) loop
      candidate := '';
      for last_group in first_group .. cardinality(number_groups) loop
        candidate := candidate || number_groups[last_group];
        exit when length(candidate) > 19;
        if candidate ~ network_shape and private.passes_luhn(candidate) then
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
language sql immutable strict parallel safe
set search_path = ''
as $$
  select normalize(value, NFKC) ~*
    '(?<![0-9a-z_])(cvv|cvc|csc|cid|security[ _-]?code)2?(?![0-9a-z_])[^0-9a-z]{0,5}[0-9]{3,4}(?![0-9])'
$$;
comment on function private.contains_security_code(text) is
  'Whether the text holds three or four digits introduced as a card security code.';

-- Trims the text, turns control characters other than line breaks into spaces, and refuses card secrets
-- and excess.
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
  if private.contains_card_number(tidy) or private.contains_security_code(tidy) then
    raise exception using
      errcode = 'check_violation',
      message = format(
        'For your safety card numbers and security codes are never stored. Please remove them from the %s.',
        label
      );
  end if;
  return tidy;
end
$$;

revoke execute on all functions in schema private from public;
