-- The page of one customer: notes of administrators, an export, and the kinds of second factors.

-- account-notes.sql --------------------------------------------------------------------------------

create table public.account_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  author_id uuid not null default auth.uid(),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table public.account_notes is
  'Internal notes about a customer. Only administrators read them. A note does not change.';
create index account_notes_user_id_idx on public.account_notes (user_id, created_at);

create function private.prepare_account_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.body := private.safe_text(new.body, 'note', 2000);
  if new.body is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_note.body',
      message = 'Enter a note.';
  end if;
  return new;
end
$$;

create trigger prepare_account_note
  before insert on public.account_notes
  for each row execute function private.prepare_account_note();

-- A note about a customer may identify the customer.
create function private.erase_account_notes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.account_notes where user_id = new.id;
  return null;
end
$$;

create trigger erase_account_notes
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_account_notes();

-- Access -------------------------------------------------------------------------------------------

alter table public.account_notes enable row level security;

-- An administrator does not read what others write about the administrator's own account.
create policy "Administrators read the notes about other users"
  on public.account_notes for select to authenticated
  using ((select private.is_admin()) and user_id <> (select auth.uid()));

create policy "Administrators write notes about other users"
  on public.account_notes for insert to authenticated
  with check (
    (select private.is_admin())
    and author_id = (select auth.uid()) and user_id <> (select auth.uid())
  );

create policy "Rows require the second factor of the user"
  on public.account_notes as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.account_notes from anon, authenticated, service_role;
grant select on public.account_notes to authenticated, service_role;
grant insert (user_id, body) on public.account_notes to authenticated;

-- account-administration.sql ----------------------------------------------------------------------

create or replace function public.decide_administrator_request(request_id uuid, is_confirmed boolean)
returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  request public.administrator_requests;
begin
  -- The rights of the caller are checked after the lock: the transaction before may have removed them.
  perform private.lock_administrators();
  perform private.require_account_administrator();
  select * into request from public.administrator_requests where id = request_id for update;
  if not found then
    raise sqlstate 'PT404' using
      hint = 'account_action.request_not_found',
      message = 'There is no such request.';
  end if;
  if request.state <> 'open' or request.expires_at <= now() then
    raise sqlstate 'PT409' using
      hint = 'account_action.request_closed',
      message = 'This request has already been decided, or it has expired.';
  end if;
  -- No administrator decides about the own account: the last administrator stays one, and a request to remove an
  -- administrator stays open.
  if is_confirmed or request.user_id = auth.uid() then
    perform private.require_account_of_another(request.user_id);
  end if;
  if is_confirmed then
    if request.requested_by = auth.uid() then
      raise exception using
        errcode = 'check_violation',
        hint = 'account_action.four_eyes',
        message = 'Another administrator must confirm your request.';
    end if;
    update public.profiles
    set account_type = case
      when request.action = 'make' then 'admin'
      when company_name is not null then 'business'
      else 'personal'
    end
    where id = request.user_id;
  end if;
  update public.administrator_requests
  set
    state = case when is_confirmed then 'confirmed' else 'withdrawn' end,
    decided_by = auth.uid(), decided_at = now()
  where id = request.id;
  perform private.record_account_action(
    request.user_id,
    jsonb_build_object(
      'account_action', case when is_confirmed then 'confirm_' else 'withdraw_' end || request.action,
      'request', request.id
    )
  );
end
$$;
comment on function public.decide_administrator_request(uuid, boolean) is
  'For administrators: confirms the request of another administrator, or withdraws a request about another user.';

create or replace function public.customer_overview(user_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person constant uuid := user_id;
begin
  perform private.require_account_administrator();
  if not exists (select from public.profiles where id = person) then
    raise sqlstate 'PT404' using
      hint = 'account_action.not_found',
      message = 'There is no account with this ID.';
  end if;
  return (
    select jsonb_build_object(
      'profile', to_jsonb(profiles),
      'account', (
        select jsonb_build_object(
          'email', account.email, 'created_at', account.created_at,
          'email_confirmed_at', account.email_confirmed_at,
          'last_sign_in_at', account.last_sign_in_at, 'deleted_at', account.deleted_at,
          'is_locked', coalesce(account.banned_until > now(), false),
          'has_second_factor', exists (
            select from auth.mfa_factors as factor
            where factor.user_id = person and factor.status = 'verified'
          ),
          'second_factors', (
            select coalesce(jsonb_agg(distinct factor.factor_type::text), '[]')
            from auth.mfa_factors as factor
            where factor.user_id = person and factor.status = 'verified'
          )
        )
        from auth.users as account where account.id = person
      ),
      'deletion_requested_at', (
        select requested_at from public.account_deletion_requests as request
        where request.user_id = person
      ),
      'administrator_request', (
        select to_jsonb(request)
          || jsonb_build_object('requested_by_email', requester.email)
        from public.administrator_requests as request
        left join public.users as requester on requester.id = request.requested_by
        where request.user_id = person and request.state = 'open' and request.expires_at > now()
      ),
      'totals', private.customer_totals(person),
      'sessions', private.customer_sessions(person),
      'audit', private.customer_audit(person, 50)
    )
    from public.profiles where profiles.id = person
  );
end
$$;

create function public.export_account_data(user_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := user_id;
begin
  perform private.require_account_administrator();
  if not exists (select from public.profiles where id = person) then
    raise sqlstate 'PT404' using
      hint = 'account_action.not_found',
      message = 'There is no account with this ID.';
  end if;
  perform private.record_account_action(person, '{"account_action": "export"}');
  return private.account_data(person);
end
$$;
comment on function public.export_account_data(uuid) is
  'For administrators: all data that is stored about one customer, for a customer who requests it. Each export is logged.';

revoke execute on function public.export_account_data(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.export_account_data(uuid) to authenticated;

revoke execute on all functions in schema private from public;
