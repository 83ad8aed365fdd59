-- Erasure, export and live updates of the back office.

-- erasure.sql --------------------------------------------------------------------------------------

-- Notes and reasons about a customer are texts that may identify the customer. The work of an administrator
-- stays, without the assignments and the saved views.
create function private.erase_record_work(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.record_notes set body = 'erased'
  where record_id in (select id from public.records where user_id = person);
  update public.record_events set detail = detail - array['notes', 'reason']
  where record_id in (select id from public.records where user_id = person);
  delete from private.record_origins where user_id = person;
  update public.records set assigned_to = null, assigned_at = null
  where assigned_to = person and status = 'pending_manual_verification';
  delete from public.record_views where owner_id = person;
end
$$;

-- Amounts, methods, statuses and times of payments stay, because bookkeeping needs them. A pending record is
-- rejected: no reviewer could match a payment to it.
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
  perform private.erase_record_work(new.id);

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

-- export.sql ---------------------------------------------------------------------------------------

create or replace function private.exported_account(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object(
        'id', id, 'email', email, 'email_confirmed_at', email_confirmed_at,
        'new_email', nullif(email_change, ''), 'email_change_sent_at', email_change_sent_at,
        'phone', phone, 'phone_confirmed_at', phone_confirmed_at,
        'new_phone', nullif(phone_change, ''), 'phone_change_sent_at', phone_change_sent_at,
        'invited_at', invited_at, 'confirmation_sent_at', confirmation_sent_at,
        'recovery_sent_at', recovery_sent_at, 'reauthentication_sent_at', reauthentication_sent_at,
        'created_at', created_at, 'updated_at', updated_at, 'last_sign_in_at', last_sign_in_at,
        'banned_until', banned_until, 'is_sso_user', is_sso_user, 'is_anonymous', is_anonymous,
        'user_metadata', raw_user_meta_data, 'app_metadata', raw_app_meta_data
      )
      from auth.users where id = person
    ),
    'user', (select to_jsonb(users) from public.users where id = person),
    'profile', (select to_jsonb(profiles) from public.profiles where id = person),
    'identities', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'provider', provider, 'provider_id', provider_id, 'identity_data', identity_data,
          'created_at', created_at, 'updated_at', updated_at, 'last_sign_in_at', last_sign_in_at
        ) order by created_at, id
      ), '[]')
      from auth.identities where user_id = person
    ),
    'deletion_requested_at', (
      select requested_at from public.account_deletion_requests where user_id = person
    ),
    'record_views', (
      select coalesce(jsonb_agg(to_jsonb(record_views) order by created_at, id), '[]')
      from public.record_views where owner_id = person
    )
  )
$$;

-- realtime.sql -------------------------------------------------------------------------------------

alter publication supabase_realtime
  add table public.records, public.record_notes, public.record_events;

revoke execute on all functions in schema private from public;
