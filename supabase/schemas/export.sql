-- The data export returns every row that is about a customer: accounts, logins, records, files and log entries.
-- Secrets are left out: password hashes, tokens, codes and keys. supabase/tests/export-coverage.test.ts compares
-- the export with the catalog: a new table is either exported or listed there with a reason.

-- The rows of a table that some projects do not have, with those of the named columns that it has.
create function private.optional_rows(source text, owner_column text, column_names text[], person uuid)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  found_rows jsonb;
begin
  if to_regclass(source) is null then
    return '[]';
  end if;
  execute format(
    $query$
      select coalesce(jsonb_agg((
        select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(item)) where key = any ($1)
      )), '[]')
      from %s as item where item.%I = %L
    $query$,
    to_regclass(source), owner_column, person
  ) into found_rows using column_names;
  return found_rows;
end
$$;

create function private.exported_account(person uuid) returns jsonb
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
    'administrator_requests', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'action', action, 'state', state, 'requested_at', requested_at, 'decided_at', decided_at
        ) order by requested_at, id
      ), '[]')
      from public.administrator_requests where user_id = person
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

create function private.exported_logins(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'factors', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'type', factor_type, 'name', friendly_name, 'status', status, 'phone', phone,
          'created_at', created_at, 'updated_at', updated_at, 'last_challenged_at', last_challenged_at,
          'challenges', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'created_at', challenge.created_at, 'verified_at', challenge.verified_at,
                'ip', host(challenge.ip_address)
              ) order by challenge.created_at
            ), '[]')
            from auth.mfa_challenges as challenge where challenge.factor_id = factor.id
          )
        ) order by created_at, id
      ), '[]')
      from auth.mfa_factors as factor where user_id = person
    ),
    'sessions', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', id, 'created_at', created_at, 'updated_at', updated_at, 'refreshed_at', refreshed_at,
          'ends_at', not_after, 'level', aal, 'ip', host(ip), 'user_agent', user_agent,
          'methods', (
            select coalesce(jsonb_agg(
              jsonb_build_object('method', claim.authentication_method, 'used_at', claim.created_at)
              order by claim.created_at
            ), '[]')
            from auth.mfa_amr_claims as claim where claim.session_id = session.id
          )
        ) order by created_at, id
      ), '[]')
      from auth.sessions as session where user_id = person
    ),
    'refresh_tokens', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'session', session_id, 'created_at', created_at, 'updated_at', updated_at, 'revoked', revoked
        ) order by id
      ), '[]')
      from auth.refresh_tokens where user_id = person::text
    ),
    'one_time_tokens', (
      select coalesce(jsonb_agg(
        jsonb_build_object('type', token_type, 'sent_to', relates_to, 'created_at', created_at)
        order by created_at, id
      ), '[]')
      from auth.one_time_tokens where user_id = person
    ),
    'started_logins', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'provider', provider_type, 'method', authentication_method, 'created_at', created_at
        ) order by created_at, id
      ), '[]')
      from auth.flow_state where user_id = person
    )
  )
$$;

-- Columns that only administrators read, such as why a delivery failed or an account was locked.
create function private.internal_columns() returns text[]
language sql immutable
as $$
  select array['delivered_by', 'provider', 'failure_reason', 'reason']
$$;

create function private.exported_records(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) order by created_at, id), '[]')
      from public.orders where user_id = person
    ),
    'recharges', (
      select coalesce(jsonb_agg(to_jsonb(recharges) order by created_at, id), '[]')
      from public.recharges where user_id = person
    ),
    'payment_codes', (
      select coalesce(jsonb_agg(to_jsonb(payment_code) order by reserved_at, code), '[]')
      from private.payment_codes as payment_code where user_id = person
    ),
    'received_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) order by record_id), '[]')
      from public.payment_states as payment where user_id = person
    ),
    'transactions', (
      select coalesce(jsonb_agg(to_jsonb(transactions) order by created_at, id), '[]')
      from public.transactions where user_id = person
    ),
    'deliveries', (
      select coalesce(jsonb_agg(
        to_jsonb(delivery) - private.internal_columns() order by created_at, record_id
      ), '[]')
      from public.deliveries as delivery where user_id = person
    ),
    'sandbox_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) - 'id' order by created_at, id), '[]')
      from public.sandbox_checkout_sessions as payment where user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', bucket_id, 'name', name, 'metadata', metadata, 'user_metadata', user_metadata,
          'created_at', created_at, 'updated_at', updated_at, 'last_accessed_at', last_accessed_at
        ) order by created_at, id
      ), '[]')
      from storage.objects where owner_id = person::text
    ),
    'buckets', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'created_at', created_at) order by created_at, id
      ), '[]')
      from storage.buckets where owner_id = person::text
    )
  )
$$;

-- An entry about another person's account shows only what this person did and when.
create function private.exported_log(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with own_records as (
    select person as id
    union all select id from public.orders where user_id = person
    union all select id from public.recharges where user_id = person
  )
  select jsonb_build_object(
    'changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'recorded_at', recorded_at, 'by_yourself', actor_id is not distinct from person,
          'table', table_name, 'record', record_id, 'action', action,
          'before', before - private.internal_columns(), 'after', after - private.internal_columns()
        ) order by id
      ), '[]')
      from private.audit_log where record_id in (select id from own_records)
    ),
    'changes_to_others', (
      select coalesce(jsonb_agg(
        jsonb_build_object('recorded_at', recorded_at, 'table', table_name, 'action', action)
        order by id
      ), '[]')
      from private.audit_log
      where actor_id = person and record_id not in (select id from own_records)
    ),
    'security_events', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'recorded_at', created_at, 'action', payload ->> 'action', 'by_yourself', is_own,
          'ip', case when is_own then nullif(ip_address, '') end,
          'details', case
            when coalesce(payload -> 'traits' ->> 'user_id', person::text) = person::text
              then payload -> 'traits'
          end
        ) order by created_at, id
      ), '[]')
      from auth.audit_log_entries
      cross join lateral (select payload ->> 'actor_id' = person::text as is_own) as actor
      where payload ->> 'actor_id' = person::text
        or payload -> 'traits' ->> 'user_id' = person::text
    )
  )
$$;

-- BeaconPay's server has tables of its own for this; a hosted project has others.
create function private.exported_service_data(person uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  service_data jsonb;
begin
  if to_regprocedure('backend_auth.account_data(uuid)') is not null then
    execute 'select backend_auth.account_data($1) || backend_storage.account_data($1)'
      into service_data using person;
    return service_data;
  end if;
  return jsonb_build_object(
    'passkeys', private.optional_rows(
      'auth.webauthn_credentials', 'user_id',
      array['id', 'friendly_name', 'transports', 'created_at', 'updated_at', 'last_used_at'], person
    ),
    'app_consents', private.optional_rows(
      'auth.oauth_consents', 'user_id', array['client_id', 'scopes', 'granted_at', 'revoked_at'], person
    ),
    'unfinished_uploads', private.optional_rows(
      'storage.s3_multipart_uploads', 'owner_id',
      array['bucket_id', 'key', 'created_at', 'user_metadata'], person
    )
  );
end
$$;

create function private.exported_mails(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'mail_preferences', (
      select to_jsonb(preferences) from public.mail_preferences as preferences where user_id = person
    ),
    'mails', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', kind, 'record', record_id, 'reason', detail -> 'reason', 'state', state, 'result', result,
          'created_at', created_at, 'finished_at', finished_at
        ) order by id
      ), '[]')
      from private.outbox where user_id = person
    )
  )
$$;

-- Bypasses row level security on purpose: the auth schema and the audit log have no policies. Every part
-- is about one person.
create function private.account_data(person uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('exported_at', now())
    || private.exported_account(person)
    || private.exported_logins(person)
    || private.exported_records(person)
    || private.exported_log(person)
    || private.exported_mails(person)
    || private.exported_service_data(person)
$$;

create function public.export_my_data() returns jsonb
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

revoke execute on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;

revoke execute on all functions in schema private from public;
