-- What administrators do to the accounts of others. The function manage-account asks authorize_account_action with
-- the token of the administrator before it calls the auth service with the secret key.

-- Two administrators decide who is one: the first requests the change, the second confirms it.
create table public.administrator_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  action text not null check (action in ('make', 'unmake')),
  reason text check (length(reason) between 1 and 500),
  state text not null default 'open' check (state in ('open', 'confirmed', 'withdrawn')),
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  decided_by uuid,
  decided_at timestamptz
);
comment on table public.administrator_requests is
  'Requests to make a customer an administrator, or an administrator a customer.';
create unique index administrator_requests_open_user_id_key
  on public.administrator_requests (user_id) where state = 'open';

create function private.record_account_action(account uuid, details jsonb) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), 'auth.users', account, 'update',
    '{"account_action": null}', details
  )
$$;
comment on function private.record_account_action(uuid, jsonb) is
  'Writes into the audit log what the caller does to the account of another user.';

create function private.require_account_administrator() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'account_action.administrator_required',
      message = 'Only administrators can do this.';
  end if;
end
$$;

create function private.require_account_of_another(account uuid) returns auth.users
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_account auth.users;
begin
  if account = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'account_action.own_account',
      message = 'You can''t do this to your own account. Ask another administrator to do it.';
  end if;
  select * into found_account from auth.users where id = account and deleted_at is null;
  if not found then
    raise sqlstate 'PT404' using
      hint = 'account_action.not_found',
      message = 'There is no account with this ID.';
  end if;
  return found_account;
end
$$;

-- Actions of the auth service ----------------------------------------------------------------------

create function public.authorize_account_action(
  user_id uuid, action text, reason text default null
)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  account auth.users;
  tidy constant text := private.safe_text(reason, 'reason', 500);
  is_locked boolean;
begin
  perform private.require_account_administrator();
  if action not in ('lock', 'unlock', 'resend_confirmation', 'send_recovery', 'delete') then
    raise exception using
      errcode = 'check_violation',
      hint = 'account_action.unknown',
      message = 'There is no such action.';
  end if;
  account := private.require_account_of_another(user_id);
  is_locked := coalesce(account.banned_until > now(), false);

  if action in ('lock', 'delete') and exists (
    select from public.profiles where id = account.id and account_type = 'admin'
  ) then
    raise sqlstate 'PT409' using
      hint = 'account_action.is_administrator',
      message = 'This account is an administrator''s. Make it a customer''s first.';
  end if;
  if action = 'lock' and tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'account_action.reason_required',
      message = 'Enter a reason.';
  end if;
  case action
    when 'lock' then
      if is_locked then
        raise sqlstate 'PT409' using
          hint = 'account_action.already_locked',
          message = 'This account is already locked.';
      end if;
    when 'unlock' then
      if not is_locked then
        raise sqlstate 'PT409' using
          hint = 'account_action.not_locked',
          message = 'This account isn''t locked.';
      end if;
    when 'resend_confirmation' then
      if account.email_confirmed_at is not null then
        raise sqlstate 'PT409' using
          hint = 'account_action.already_confirmed',
          message = 'This email address is already confirmed.';
      end if;
    when 'delete' then
      if not exists (
        select from public.account_deletion_requests as request where request.user_id = account.id
      ) then
        raise sqlstate 'PT409' using
          hint = 'account_action.no_deletion_request',
          message = 'The customer hasn''t asked for the deletion of this account.';
      end if;
    else null;
  end case;
  if action in ('resend_confirmation', 'send_recovery') and account.email is null then
    raise sqlstate 'PT409' using
      hint = 'account_action.no_email',
      message = 'This account has no email address.';
  end if;

  perform private.record_account_action(
    account.id, jsonb_strip_nulls(jsonb_build_object('account_action', action, 'reason', tidy))
  );
  return jsonb_build_object('email', account.email);
end
$$;
comment on function public.authorize_account_action(uuid, text, text) is
  'For administrators: checks and logs an action, which the function manage-account then carries out.';

-- The auth service has no call that ends the sessions of another user. This uses its own table, which a hosted
-- project has too.
create function public.end_sessions_of(user_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  account auth.users;
  ended integer;
begin
  perform private.require_account_administrator();
  account := private.require_account_of_another(user_id);
  delete from auth.sessions as session where session.user_id = account.id;
  get diagnostics ended = row_count;
  perform private.record_account_action(
    account.id, jsonb_build_object('account_action', 'sign_out', 'sessions', ended)
  );
  return ended;
end
$$;
comment on function public.end_sessions_of(uuid) is
  'For administrators: ends all sessions of another user. Returns their number.';

-- Administrators -----------------------------------------------------------------------------------

-- Changes of administrators happen one after the other, so that two of them cannot leave none.
create function private.lock_administrators() returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('administrators', 0))
$$;

create function public.request_administrator_change(
  user_id uuid, action text, reason text default null
)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  account auth.users;
  is_administrator boolean;
  request_id uuid;
begin
  perform private.lock_administrators();
  perform private.require_account_administrator();
  if action not in ('make', 'unmake') then
    raise exception using
      errcode = 'check_violation',
      hint = 'account_action.unknown',
      message = 'There is no such action.';
  end if;
  account := private.require_account_of_another(user_id);
  select account_type = 'admin' into is_administrator from public.profiles where id = account.id;
  if is_administrator = (action = 'make') then
    raise sqlstate 'PT409' using
      hint = 'account_action.nothing_to_change',
      detail = json_build_object('action', action),
      message = case action
        when 'make' then 'This user is already an administrator.'
        else 'This user isn''t an administrator.'
      end;
  end if;
  if action = 'make' and (
    account.email_confirmed_at is null or coalesce(account.banned_until > now(), false)
  ) then
    raise sqlstate 'PT409' using
      hint = 'account_action.not_eligible',
      message = 'An administrator needs a confirmed email address and an account that isn''t locked.';
  end if;

  update public.administrator_requests as request
  set state = 'withdrawn', decided_at = now()
  where request.user_id = account.id and request.state = 'open' and request.expires_at <= now();
  insert into public.administrator_requests (user_id, action, reason, requested_by)
  values (account.id, action, private.safe_text(reason, 'reason', 500), auth.uid())
  on conflict do nothing
  returning id into request_id;
  if request_id is null then
    raise sqlstate 'PT409' using
      hint = 'account_action.already_requested',
      message = 'Another request for this user is already open.';
  end if;
  perform private.record_account_action(
    account.id,
    jsonb_strip_nulls(jsonb_build_object(
      'account_action', 'request_' || action, 'request', request_id,
      'reason', private.safe_text(reason, 'reason', 500)
    ))
  );
  return request_id;
end
$$;
comment on function public.request_administrator_change(uuid, text, text) is
  'For administrators: requests to make (make) or no longer make (unmake) a user an administrator. Another administrator confirms it.';

create function public.decide_administrator_request(request_id uuid, is_confirmed boolean)
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

-- One customer -------------------------------------------------------------------------------------

create function private.customer_totals(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(totals) order by month desc, kind, status), '[]')
  from (
    select
      to_char(date_trunc('month', created_at at time zone 'UTC'), 'YYYY-MM') as month,
      kind, status, currency, count(*) as count, sum(amount)::text as amount
    from (
      select 'card_order' as kind, created_at, status, currency, amount
      from public.orders where user_id = person
      union all
      select 'mobile_recharge', created_at, status, currency, amount
      from public.recharges where user_id = person
    ) as records
    group by 1, 2, 3, 4
  ) as totals
$$;

create function private.customer_audit(person uuid, max_entries integer) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(entry) order by entry.id desc), '[]')
  from (
    select
      log.id, log.recorded_at, log.actor_id, actor.email as actor_email, log.actor_role,
      log.table_name, log.record_id, log.action, log.before, log.after
    from private.audit_log as log
    left join public.users as actor on actor.id = log.actor_id
    where log.record_id in (
      select person
      union all select id from public.orders where user_id = person
      union all select id from public.recharges where user_id = person
    )
    order by log.id desc
    limit max_entries
  ) as entry
$$;

create function private.customer_sessions(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by last_active_at desc nulls last), '[]')
  from (
    select
      id, created_at as signed_in_at,
      -- This column has no time zone; its values are in UTC.
      coalesce(refreshed_at at time zone 'UTC', created_at) as last_active_at,
      left(user_agent, 500) as user_agent, aal::text as aal
    from auth.sessions
    where user_id = person and (not_after is null or not_after > now())
  ) as listed
$$;

create function public.customer_overview(user_id uuid) returns jsonb
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
comment on function public.customer_overview(uuid) is
  'For administrators: one customer with account, totals per month, sessions, audit entries and open requests.';

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

-- Access -------------------------------------------------------------------------------------------

alter table public.administrator_requests enable row level security;

create policy "Administrators read the requests"
  on public.administrator_requests for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.administrator_requests as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.administrator_requests from anon, authenticated, service_role;
grant select on public.administrator_requests to authenticated, service_role;

revoke execute on function
  public.authorize_account_action(uuid, text, text),
  public.end_sessions_of(uuid),
  public.request_administrator_change(uuid, text, text),
  public.decide_administrator_request(uuid, boolean),
  public.customer_overview(uuid),
  public.export_account_data(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.authorize_account_action(uuid, text, text),
  public.end_sessions_of(uuid),
  public.request_administrator_change(uuid, text, text),
  public.decide_administrator_request(uuid, boolean),
  public.customer_overview(uuid),
  public.export_account_data(uuid)
  to authenticated;

revoke execute on all functions in schema private from public;
