-- Looking for card numbers costs what the length of a text does, and nobody has a text looked at that is
-- longer than anything that is kept: one sign-up with half a megabyte of details kept a processor busy for
-- minutes, and nothing could end it.

create or replace function private.contains_card_number(value text) returns boolean
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

-- Raises before a row is written, so that nothing of the text reaches a table, the audit log or the
-- write-ahead log; the message names the field and never quotes it.
create or replace function private.refuse_card_secret(value text, label text) returns void
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

create or replace function private.guard_account_texts() returns trigger
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

-- What looks at texts with the rights of who writes them asks for it, too.
grant execute on function private.metadata_size_limit() to authenticated, service_role;
