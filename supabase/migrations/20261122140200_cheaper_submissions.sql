-- What every submission asks, without what made it dear: an SQL function that is not folded into its
-- caller is planned at each call, and a block that catches errors is a transaction within the transaction.

create or replace function private.card_tier_price(tier text) returns numeric
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  return case tier when 'standard' then 5 when 'premium' then 15 when 'metal' then 50 end;
end
$$;

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
      message = 'The Idempotency-Key header must be a UUID.';
  end if;
  return key;
end
$$;
