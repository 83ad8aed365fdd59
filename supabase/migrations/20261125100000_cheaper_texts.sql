-- The same answers for what every submission asks of its texts, at half the cost: a function that is
-- called costs more than what these look for, so the plain cases are told where they are met.

-- Folded into what calls it, for which it may have no search path of its own.
create or replace function private.card_tier_price(tier text) returns numeric
language sql immutable parallel safe
as $$
  select case tier
    when 'standard' then 5::numeric when 'premium' then 15::numeric when 'metal' then 50::numeric
  end
$$;

create or replace function private.contains_card_number(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  plain text := value;
  chain text;
  runs text[];
  candidate text;
begin
  if octet_length(value) > length(value) then
    plain := private.fold_digits(value);
  end if;
  -- Nearly every text ends here. Whatever is grouped to a number below is a part of all its digits.
  if length(plain) - length(translate(plain, '0123456789', '')) < 12
    or translate(plain, translate(plain, '0123456789', ''), '')
      !~ trim(private.card_number_shape(), '^$')
  then
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

create or replace function private.contains_security_code(value text) returns boolean
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

-- Folded into what calls it.
create or replace function private.contains_card_secret(value text) returns boolean
language sql immutable parallel safe
as $$
  select private.contains_card_number(value) or private.contains_security_code(value)
$$;

create or replace function private.safe_text(value text, label text, max_length integer) returns text
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
