-- A customer can request the deletion of the account. After the deletion no row identifies the customer.

create table public.account_deletion_requests (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  requested_at timestamptz not null default now(),
  -- Subscribers receive the primary key of a deleted row, so it must not identify the user.
  id uuid primary key default gen_random_uuid(),
  unique (user_id)
);
comment on table public.account_deletion_requests is
  'Users who requested the deletion of their account, and when. An operator deletes the account.';

create trigger record_change
  after insert or delete on public.account_deletion_requests
  for each row execute function private.record_change();

alter table public.account_deletion_requests enable row level security;

create policy "Deletion requests are visible to their user and administrators"
  on public.account_deletion_requests for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Users request the deletion of their own account"
  on public.account_deletion_requests for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Users withdraw their own deletion request"
  on public.account_deletion_requests for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "Rows require the second factor of the user"
  on public.account_deletion_requests as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.account_deletion_requests from anon, authenticated, service_role;
grant select on public.account_deletion_requests to authenticated, service_role;
grant insert (user_id), delete on public.account_deletion_requests to authenticated;

-- Erasure ------------------------------------------------------------------------------------------

-- The values of the audit log that do not identify a person.
create function private.without_personal_values(columns jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_object_agg(
    name,
    case
      when name in (
        'status', 'account_type', 'reviewed_by', 'reviewed_at', 'stripe_session_id', 'banned_until', 'entries'
      ) then value
      else 'null'
    end
  ), case when columns is not null then '{}'::jsonb end)
  from jsonb_each(columns) as column_value (name, value)
$$;

-- Removes the personal values of the entries about a person, and the network and the user agent of the
-- entries that the person made. The chain keeps the hashes of the removed values without their salts, and a new
-- entry lists the changed ones.
create function private.erase_audit_entries(person uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  own_records uuid[];
  erased_ids bigint[];
begin
  perform private.lock_audit_chain();
  select array_agg(id) into own_records from (
    select person
    union all select id from public.orders where user_id = person
    union all select id from public.recharges where user_id = person
  ) as records (id);

  with changed as (
    update private.audit_log
    set
      before = case
        when record_id = any (own_records) then private.without_personal_values(before) else before
      end,
      after = case
        when record_id = any (own_records) then private.without_personal_values(after) else after
      end,
      origin = case
        when actor_id = person then private.without_personal_values(origin) else origin
      end
    where record_id = any (own_records) or actor_id = person and origin is not null
    returning id
  )
  select array_agg(id order by id) into erased_ids from changed;

  update private.audit_chain as link
  set leaves = (
    select coalesce(
      jsonb_object_agg(
        leaf.name,
        case when stored.value = 'null' then jsonb_build_array(null, leaf.value -> 1) else leaf.value end
      ),
      '{}'
    )
    from jsonb_each(link.leaves) as leaf (name, value)
    left join private.audit_values(entry) as stored on stored.name = leaf.name
  )
  from private.audit_log as entry
  where entry.id = link.entry_id and link.entry_id = any (erased_ids);

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), 'audit_log', person, 'erase', '{}',
    jsonb_build_object('entries', coalesce(to_jsonb(erased_ids), '[]'))
  );
end
$$;

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
create function private.erase_account() returns trigger
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

  perform private.erase_audit_entries(new.id);

  perform set_config('private.erasing_account', '', true);
  return null;
end
$$;

create trigger erase_account
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_account();

-- The files that a user uploaded, and all files in the user's folder.
create function private.files_of(person uuid) returns setof storage.objects
language sql stable security definer
set search_path = ''
as $$
  select * from storage.objects
  where owner_id = person::text
    or (
      bucket_id = 'avatars'
      and name collate "C" > person::text || '/'
      and name collate "C" < person::text || '0'
    )
$$;

-- After the row is deleted, no address leads to the file, and our storage removes its bytes. A hosted project
-- blocks the deletion of rows in SQL unless this setting allows it.
create function private.erase_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where id in (select id from private.files_of(old.id));
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;

create trigger erase_files
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_files();

create trigger erase_files_with_account
  after delete on auth.users
  for each row execute function private.erase_files();

revoke execute on all functions in schema private from public;
