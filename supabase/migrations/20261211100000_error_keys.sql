-- Every rule that raises an error names it in `hint` by a stable key, with its values as JSON in `detail`.
-- SQLSTATE and message do not change. The functions and comments are those of supabase/schemas.

alter function private.is_for_somebody_else(uuid) rename to belongs_to_another_user;

-- access.sql --------------------------------------------------------------------------------------

comment on view private.missing_factors is
  'The verified factors of the caller that the session has not used. Empty at aal2 and for users without factors.';

comment on function private.has_required_factors() is
  'Whether the session meets the factors of the caller: true at aal2 and for users without factors.';

comment on function private.is_admin() is
  'Whether the caller is an administrator whose session has the factors that the settings require.';

-- text-rules.sql ----------------------------------------------------------------------------------

comment on function private.fold_digits(text) is
  'The text with the digits of all scripts as 0 to 9, and normalized to NFKC.';

comment on function private.passes_luhn(text) is
  'Whether the check digit of a card number (digits only) is correct.';

comment on function private.passes_iban_check(text) is
  'Whether the check digits of an IBAN, in capitals and without separators, are correct (ISO 7064).';

create or replace function private.without_known_identifiers(value text) returns text
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

create or replace function private.contains_security_code(value text) returns boolean
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

comment on function private.contains_card_secret(text) is
  'Whether the text contains a card number or a security code.';

create or replace function private.refuse_card_secret(value text, label text) returns void
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

-- audit.sql ---------------------------------------------------------------------------------------

create or replace function private.refuse_rewriting() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('private.erasing_account', true) = 'yes' then
    return null;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    hint = 'audit_log.append_only',
    message = 'The audit log is append-only.';
end
$$;

create or replace function private.record_account_change() returns trigger
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
  -- A sign-in may hash the same password again. It also sets last_sign_in_at.
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

-- accounts.sql ------------------------------------------------------------------------------------

comment on table public.users is 'The email address of each sign-in account, for tables that may not read auth.users.';

comment on function private.metadata_text(jsonb, text, integer) is
  'A string of the sign-up metadata, cut to max_length; null for any other JSON type.';

create or replace function private.web_address(typed text) returns text
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

create or replace function private.avatar_address(typed text) returns text
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

comment on view public.account_directory is 'Profiles with their email address, for searches and pages.';

-- payments.sql ------------------------------------------------------------------------------------

create or replace function private.request_idempotency_key() returns uuid
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
      hint = 'request.idempotency_key',
      message = 'The Idempotency-Key header must be a UUID.';
  end if;
  return key;
end
$$;

comment on function private.request_idempotency_key() is
  'The Idempotency-Key header of the current request; null without one.';

create or replace function private.card_reference(reference text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  prefix constant text := 'CARD_PAYMENT_DETAILS:';
  details jsonb;
begin
  if reference is null or not starts_with(reference, prefix) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.card_details_required',
      message = 'Please fill all card payment details.';
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
      hint = 'payment.card_details',
      message = 'Card payment details may hold only the card holder, brand, last four digits and expiry.';
  end if;
  -- A name of twelve digits and the last four digits together would be a card number.
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

create or replace function private.payment_reference(payment_method text, reference text) returns text
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
      errcode = 'check_violation',
      hint = 'payment.method',
      message = 'Please choose one of the available payment methods.';
  end if;
  if payment_method = 'card_payment' then
    return private.card_reference(reference);
  end if;

  tidy := private.safe_text(reference, 'transaction reference', 200);
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.reference_required',
      message = 'Please provide a transaction reference for your payment.';
  end if;
  return tidy;
end
$$;

comment on function private.payment_reference(text, text) is
  'The reference as it is stored for this payment method. Raises when it is not valid.';

comment on table public.payment_method_settings is 'One row for each method of a manual payment.';

comment on column public.payment_method_settings.details is
  'Lines of {label, value}, in order. Null: pages show the placeholders of packages/domain/src/payment-methods.ts.';

comment on column public.payment_method_settings.instruction is
  'A sentence for the customer. Null: pages show the one of packages/domain/src/payment-methods.ts.';

create or replace function private.prepare_payment_method_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.are_payment_details(new.details) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_method.details',
      message = 'Enter 1 to 12 lines, each with a label and a value.';
  end if;
  perform private.refuse_card_secret(private.json_marks(new.details), 'payment details');
  new.instruction := private.safe_text(new.instruction, 'instruction', 500);
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.keep_payment_details() returns trigger
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
      hint = 'payment.method_not_offered',
      message = 'This payment method isn''t available right now. Please choose another one.';
  end if;
  if shown_instruction is not null or shown_details is not null then
    new.payment_details := jsonb_strip_nulls(
      jsonb_build_object('instruction', shown_instruction, 'details', shown_details)
    );
  end if;
  return new;
end
$$;

comment on function private.waiting_records_limit() is
  'The maximum number of orders and recharges of one customer that wait for review.';

create or replace function private.limit_waiting_records() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  max_pending constant integer := private.waiting_records_limit();
  key uuid;
begin
  -- Without a request, an operator imports records or loads demo data.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or private.belongs_to_another_user(new.user_id)
  then
    return new;
  end if;

  -- The second of two concurrent submissions waits here and then counts the first. An advisory lock
  -- writes nothing, unlike a lock of the profile's row.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 20));
  if (
    select count(*)
    from (
      (
        select from public.orders
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit max_pending
      )
      union all
      (
        select from public.recharges
        where user_id = new.user_id and reviewed_at is null and stripe_session_id is null limit max_pending
      )
    ) as waiting
  ) < max_pending then
    return new;
  end if;

  -- A repeated submission passes, so that the unique index reports its record.
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
    hint = 'payment.pending_limit',
    detail = json_build_object('limit', max_pending),
    message = format(
      'You have %s orders and recharges awaiting review. Please wait until one has been reviewed.',
      max_pending
    );
end
$$;

-- orders.sql --------------------------------------------------------------------------------------

comment on column public.orders.payment_details is
  'The payment details that the customer saw: {instruction, details}. Set by the database.';

create or replace function private.prepare_order() returns trigger
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
      errcode = 'check_violation',
      hint = 'order.status',
      message = 'A new order starts pending manual verification.';
  end if;
  if price is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.tier',
      message = 'Please choose one of the available cards.';
  end if;
  if details - array['tier', 'cardName'] <> '{}'
    or coalesce(jsonb_typeof(details -> 'cardName'), 'null') not in ('string', 'null')
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.card_details',
      message = 'Card details may hold only the tier and the card name.';
  end if;
  if new.amount is distinct from price or new.currency is distinct from 'USD' then
    raise exception using
      errcode = 'check_violation',
      hint = 'order.price',
      detail = json_build_object('tier', tier, 'price', price, 'currency', 'USD'),
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

-- recharges.sql -----------------------------------------------------------------------------------

comment on column public.recharges.idempotency_key is
  'The client''s id of one submission: sending it twice makes one recharge.';

comment on column public.recharges.payment_details is
  'The payment details that the customer saw: {instruction, details}. Set by the database.';

create or replace function private.recharge_phone_number(value text) returns text
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
      errcode = 'check_violation',
      hint = 'recharge.phone_number',
      message = 'Please enter a valid phone number.';
  end if;
  return tidy;
end
$$;

create or replace function private.prepare_recharge() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  details constant jsonb := new.recharge_details;
  recharge_type constant text := details ->> 'type';
begin
  if new.status is distinct from 'pending_manual_verification' then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.status',
      message = 'A new recharge starts pending manual verification.';
  end if;
  if new.operator is null or new.operator not in (
    'Glo Mobile', 'MTN', 'Airtel', '9mobile', 'Vodafone', 'O2', 'AT&T', 'Verizon'
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.operator',
      message = 'Please choose one of the available operators.';
  end if;
  if new.amount is null or new.amount not in (5, 10, 20, 50)
    or new.currency is distinct from 'USD'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.amount',
      message = 'Choose an amount of 5, 10, 20 or 50 USD.';
  end if;
  if recharge_type is null
    or recharge_type not in ('talktime', 'data', 'bundle')
    or details - 'type' <> '{}'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'recharge.type',
      message = 'Choose talktime, data or bundle.';
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

-- review.sql --------------------------------------------------------------------------------------

create or replace function private.guard_decision() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  reviewing constant boolean :=
    new.status in ('manual_payment_approved', 'manual_payment_rejected');
begin
  if old.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      hint = 'review.already_decided',
      detail = json_build_object('status', old.status),
      message = case
        when old.status = 'completed' and new.status = 'completed' then 'already confirmed'
        else 'already reviewed'
      end;
  end if;
  if current_user = 'authenticated' and not reviewing then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.decision',
      message = 'A review approves or rejects the payment.';
  end if;
  if reviewing and old.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  if current_user = 'service_role' and new.status is distinct from 'completed' then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.completion_only',
      message = 'The service only completes a payment.';
  end if;
  if not reviewing and (new.status is distinct from 'completed' or new.stripe_session_id is null) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment.completion_session',
      message = 'A payment is completed with the session of its card provider.';
  end if;

  new.admin_notes := private.safe_text(new.admin_notes, 'admin notes', 2000);
  new.reviewed_by := case when reviewing then auth.uid() end;
  new.reviewed_at := case when reviewing then now() end;
  new.updated_at := now();
  return new;
end
$$;

create or replace function private.refuse_decisions_in_bulk() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role')
    and (select count(*) from (select from decided limit 2) as decisions) > 1
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.one_record',
      message = 'A review decides one record at a time.';
  end if;
  return null;
end
$$;

comment on function public.reused_references(uuid[]) is
  'For administrators: the given orders and recharges whose reference an earlier record has, with the earliest such record.';

-- history.sql -------------------------------------------------------------------------------------

create or replace function private.prepare_transaction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  record_amount numeric;
  record_currency text;
  record_status text;
begin
  new.description := private.safe_text(new.description, 'description', 200);
  if private.belongs_to_another_user(new.user_id) then
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
      errcode = 'check_violation',
      hint = 'transaction.record',
      message = 'A transaction belongs to an order or a recharge of yours.';
  end if;
  if new.amount is distinct from record_amount
    or new.currency is distinct from record_currency
    or new.status is distinct from record_status
      and new.status is distinct from 'pending_manual_verification'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'transaction.values',
      message = 'A transaction has the amount, currency and status of its order or recharge.';
  end if;
  new.amount := record_amount;
  new.status := record_status;
  return new;
end
$$;

-- card-payments.sql -------------------------------------------------------------------------------

comment on table public.sandbox_checkout_sessions is
  'Payments of the sandbox, for demonstrations. No money moves.';

comment on column public.sandbox_checkout_sessions.user_id is
  'The owner of the record. No foreign key, as for record_id.';

create or replace function private.guard_sandbox_decision() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.status <> 'open' then
    raise sqlstate 'PT409' using
      hint = 'sandbox_checkout.already_decided',
      message = 'already decided';
  end if;
  if old.expires_at <= now() then
    raise sqlstate 'PT410' using
      hint = 'sandbox_checkout.expired',
      message = 'This payment page is no longer valid.';
  end if;
  new.decided_at := now();
  return new;
end
$$;

-- security.sql ------------------------------------------------------------------------------------

create or replace function private.guard_security_settings() returns trigger
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
      hint = 'security_settings.own_factor_required',
      message = 'Set up two-step verification for yourself first.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create or replace function public.my_sessions()
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
      errcode = 'insufficient_privilege',
      hint = 'session_list.login_required',
      message = 'Please log in to see where you''re logged in.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'session_list.second_factor_required',
      message = 'Complete two-step verification to see where you''re logged in.';
  end if;
  return query
    select
      session.id,
      session.id = (claims ->> 'session_id')::uuid is true,
      session.created_at,
      -- This column has no time zone; its values are in UTC.
      coalesce(session.refreshed_at at time zone 'UTC', session.created_at),
      left(session.user_agent, 500)
    from auth.sessions as session
    where session.user_id = (claims ->> 'sub')::uuid
      and (session.not_after is null or session.not_after > now())
    order by 2 desc, 4 desc nulls last, 1;
end
$$;

comment on function public.my_sessions() is
  'The sessions of the caller: the current one first, then the most recently active.';

create or replace function public.end_my_session(session_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'session_end.login_required',
      message = 'Please log in to end a session.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'session_end.second_factor_required',
      message = 'Complete two-step verification to end a session.';
  end if;
  delete from auth.sessions where id = session_id and user_id = auth.uid();
  if found then
    insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before)
    values (auth.uid(), auth.role(), 'auth.sessions', session_id, 'delete', '{}');
  end if;
end
$$;

-- support-contact.sql -----------------------------------------------------------------------------

create or replace function private.prepare_support_contact() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.email := private.safe_text(new.email, 'support email', 254);
  new.phone := private.safe_text(new.phone, 'support phone', 40);
  new.url := private.safe_text(new.url, 'support page', 300);
  if new.email !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.email',
      message = 'Enter a valid support email address.';
  end if;
  new.phone := regexp_replace(new.phone, '[ ()./-]', '', 'g');
  if new.phone !~ '^\+[1-9][0-9]{6,14}$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.phone',
      message = 'Enter the support phone number with its country code, such as +1 555 010 0199.';
  end if;
  if new.url !~* '^https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\]*)?$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'support_contact.url',
      message = 'Enter a support page that starts with https://.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

-- storage.sql -------------------------------------------------------------------------------------

comment on function private.has_room_for_picture() is
  'Whether the caller may add a picture: at most ten per user.';

create or replace function private.limit_pictures() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  perform pg_advisory_xact_lock(hashtextextended('avatars/' || folder, 0));
  -- A separate statement sees the rows that were committed during the wait.
  if (
    select count(*) >= 10
    from storage.objects
    where bucket_id = 'avatars'
      and name collate "C" > folder || '/'
      and name collate "C" < folder || '0'
      -- A replacement has the same name.
      and name <> new.name
  ) then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'picture.limit',
      message = 'You already have ten pictures. Remove one before you add another.';
  end if;
  return new;
end
$$;

-- erasure.sql -------------------------------------------------------------------------------------

comment on table public.account_deletion_requests is
  'Users who requested the deletion of their account, and when. An operator deletes the account.';

create or replace function private.erase_account() returns trigger
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
    -- A restored account must not be an administrator's.
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

-- export.sql --------------------------------------------------------------------------------------

create or replace function public.export_my_data() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'data_export.login_required',
      message = 'Please log in to export your data.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'data_export.second_factor_required',
      message = 'Complete two-step verification to export your data.';
  end if;
  return private.account_data(auth.uid());
end
$$;

comment on function public.export_my_data() is 'All data that is stored about the caller.';
