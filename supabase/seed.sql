-- Demo accounts and records. NEVER load this in production: the password is public. `npm run db:seed` loads
-- this file and prints the accounts (scripts/demo-data.ts has the same list).
--
--   personal@beaconpay.example     a personal account with records in every state
--   business@beaconpay.example     a business account
--   demo-admin@beaconpay.example   an administrator
--   all three: password            beacon-demo-2026
--
-- Loading it again changes nothing. Records are created as in the product (inserted as
-- pending, then reviewed), so every rule of the database applies to them too.

do $$
declare
  demo_password constant text := 'beacon-demo-2026';
  account record;
begin
  for account in
    select *
    from (values
      (
        'de000000-0000-4000-8000-000000000001'::uuid, 'personal@beaconpay.example',
        '{"full_name": "Amara Okafor", "account_type": "personal", "phone_number": "+234 803 555 0100", "date_of_birth": "1994-05-17", "street_address": "14 Marina Road", "city": "London", "postal_code": "E1 6AN", "country": "UK"}'::jsonb
      ),
      (
        'de000000-0000-4000-8000-000000000002'::uuid, 'business@beaconpay.example',
        '{"full_name": "Jonas Weber", "account_type": "business", "country": "Germany"}'::jsonb
      ),
      (
        'de000000-0000-4000-8000-000000000003'::uuid, 'demo-admin@beaconpay.example',
        '{"full_name": "Priya Nair"}'::jsonb
      )
    ) as demo_account (id, email, metadata)
  loop
    continue when exists (
      select from auth.users where id = account.id or email = account.email
    );
    -- The tokens are empty texts, not null, because the hosted auth service reads them as texts.
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
      email_change_token_new, email_change
    )
    values (
      '00000000-0000-0000-0000-000000000000', account.id, 'authenticated', 'authenticated',
      account.email, extensions.crypt(demo_password, extensions.gen_salt('bf', 10)), now(),
      '{"provider": "email", "providers": ["email"]}', account.metadata, now(), now(), '', '', '', ''
    );
    insert into auth.identities (
      id, user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at
    )
    values (
      gen_random_uuid(), account.id, account.id::text, 'email',
      jsonb_build_object('sub', account.id, 'email', account.email, 'email_verified', true),
      now(), now(), now()
    );
  end loop;
end
$$;

update public.profiles
set account_type = 'admin'
where id = 'de000000-0000-4000-8000-000000000003' and account_type <> 'admin';

update public.profiles
set
  company_name = 'Weber Maschinenbau GmbH',
  company_registration_number = 'HRB 000000',
  company_address = 'Musterstraße 1, 50667 Köln',
  company_phone = '+49 221 555 0100',
  company_website = 'https://weber.example'
where id = 'de000000-0000-4000-8000-000000000002' and company_name is null;

with demo_orders (id, user_id, tier, card_name, payment_method, reference, age) as (
  values
    (
      'de000000-0000-4000-9000-000000000001'::uuid, 'de000000-0000-4000-8000-000000000001'::uuid,
      'premium', 'Travel', 'bank_transfer', 'FT-DEMO-1', interval '20 minutes'
    ),
    (
      'de000000-0000-4000-9000-000000000002', 'de000000-0000-4000-8000-000000000001',
      'standard', 'Online shopping', 'binance_pay', 'BP-DEMO-2', interval '3 days'
    ),
    (
      'de000000-0000-4000-9000-000000000003', 'de000000-0000-4000-8000-000000000001',
      'metal', 'Weekend', 'other_external', 'EXT-DEMO-3', interval '9 days'
    ),
    (
      'de000000-0000-4000-9000-000000000004', 'de000000-0000-4000-8000-000000000001',
      'standard', 'Subscriptions', 'card_payment',
      'CARD_PAYMENT_DETAILS:{"cardHolder":"Amara Okafor","brand":"visa","last4":"4242","expiry":"09/2029"}',
      interval '16 days'
    ),
    (
      'de000000-0000-4000-9000-000000000005', 'de000000-0000-4000-8000-000000000002',
      'metal', 'Team purchases', 'bank_transfer', 'FT-DEMO-5', interval '2 hours'
    )
)
insert into public.orders (
  id, user_id, amount, card_details, payment_method, transaction_reference, created_at
)
select
  id, user_id, case tier when 'standard' then 5 when 'premium' then 15 else 50 end,
  jsonb_build_object('tier', tier, 'cardName', card_name), payment_method, reference, now() - age
from demo_orders
where not exists (select from public.orders where orders.id = demo_orders.id);

with demo_recharges (id, user_id, operator, phone, amount, type, payment_method, reference, age) as (
  values
    (
      'de000000-0000-4000-a000-000000000001'::uuid, 'de000000-0000-4000-8000-000000000001'::uuid,
      'MTN', '+234 803 555 0100', 10, 'talktime', 'bank_transfer', 'FT-DEMO-6', interval '45 minutes'
    ),
    (
      'de000000-0000-4000-a000-000000000002', 'de000000-0000-4000-8000-000000000001',
      'Vodafone', '+44 7700 900123', 20, 'data', 'manual_cash', 'RC-DEMO-7', interval '5 days'
    ),
    (
      'de000000-0000-4000-a000-000000000003', 'de000000-0000-4000-8000-000000000002',
      'O2', '+44 7700 900456', 5, 'bundle', 'bank_transfer', 'FT-DEMO-8', interval '12 days'
    )
)
insert into public.recharges (
  id, user_id, operator, phone_number, amount, recharge_details, payment_method,
  transaction_reference, created_at
)
select
  id, user_id, operator, phone, amount, jsonb_build_object('type', type), payment_method, reference,
  now() - age
from demo_recharges
where not exists (select from public.recharges where recharges.id = demo_recharges.id);

-- The demo administrator decides, so that reviewed_by and the audit log name a user.
do $$
begin
  perform set_config(
    'request.jwt.claims',
    '{"sub": "de000000-0000-4000-8000-000000000003", "role": "authenticated"}',
    true
  );
  update public.orders
  set status = 'manual_payment_approved', admin_notes = 'Payment received. Thank you!'
  where id = 'de000000-0000-4000-9000-000000000002' and status = 'pending_manual_verification';
  update public.orders
  set status = 'manual_payment_rejected', admin_notes = 'We could not find this payment.'
  where id = 'de000000-0000-4000-9000-000000000003' and status = 'pending_manual_verification';
  update public.recharges
  set status = 'manual_payment_approved'
  where id = 'de000000-0000-4000-a000-000000000002' and status = 'pending_manual_verification';
  update public.recharges
  set status = 'manual_payment_rejected', admin_notes = 'The reference is of another payment.'
  where id = 'de000000-0000-4000-a000-000000000003' and status = 'pending_manual_verification';
  perform set_config('request.jwt.claims', '', true);

  update public.orders
  set status = 'completed', stripe_session_id = 'cs_demo_4'
  where id = 'de000000-0000-4000-9000-000000000004' and status = 'pending_manual_verification';
end
$$;

insert into public.transactions (id, user_id, type, description, amount, currency, status, created_at)
values
  (
    'de000000-0000-4000-b000-000000000001', 'de000000-0000-4000-8000-000000000001',
    'payment_received', 'Payment from Jonas Weber', 1250.5, 'EUR', 'completed', now() - interval '2 days'
  ),
  (
    'de000000-0000-4000-b000-000000000002', 'de000000-0000-4000-8000-000000000001',
    'payment_sent', 'Rent share', 420, 'GBP', 'pending', now() - interval '4 days'
  ),
  (
    'de000000-0000-4000-b000-000000000003', 'de000000-0000-4000-8000-000000000001',
    'wire_transfer', 'Wire to Deccan Commerce Bank', 99.99, 'USD', 'failed', now() - interval '8 days'
  )
on conflict (id) do nothing;
