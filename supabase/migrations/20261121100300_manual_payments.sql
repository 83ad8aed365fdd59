-- What card orders and mobile recharges have in common: both are paid by hand, outside the product,
-- and name that payment by a reference.

create function private.request_idempotency_key() returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return nullif(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'idempotency-key', ''
  )::uuid;
exception
  when invalid_text_representation then
    raise exception using
      errcode = 'check_violation',
      message = 'The Idempotency-Key header must be a UUID.';
end
$$;
comment on function private.request_idempotency_key() is
  'The Idempotency-Key header of the request that is being served; null without one.';

-- Details of a card payment keep the form of a prefixed JSON text, but hold only what may be kept: card
-- holder, brand, last four digits and expiry. The text is written anew from those four, so nothing else
-- in it, not even a repeated key, survives.
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

revoke execute on all functions in schema private from public;
