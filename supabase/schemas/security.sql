-- How administrators sign in, and the sessions of an account.

create table public.security_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  administrators_need_second_factor boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.security_settings is 'One row with the rules for the sign-in of administrators.';
comment on column public.security_settings.administrators_need_second_factor is
  'Whether administrators need aal2 for their rights, even before they have a second factor.';

insert into public.security_settings default values;

-- An administrator who turns the setting on must be able to sign in again afterwards.
create function private.guard_security_settings() returns trigger
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

create trigger guard_security_settings
  before update on public.security_settings
  for each row execute function private.guard_security_settings();

create trigger record_change
  after update or delete on public.security_settings
  for each row execute function private.record_change();

alter table public.security_settings enable row level security;

-- Does not use private.is_admin(), because an administrator who lacks a factor must be able to read why.
create policy "Administrators read the security settings"
  on public.security_settings for select to authenticated
  using (exists (
    select from public.profiles
    where profiles.id = (select auth.uid()) and profiles.account_type = 'admin'
  ));

create policy "Administrators change the security settings"
  on public.security_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Changes of the security settings require a second factor"
  on public.security_settings as restrictive for update to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2');

revoke all on public.security_settings from anon, authenticated, service_role;
grant select on public.security_settings to authenticated, service_role;
grant update (administrators_need_second_factor) on public.security_settings to authenticated;

-- Sessions -----------------------------------------------------------------------------------------

-- The auth service has no call that lists or ends sessions. These functions use its own table, which a hosted
-- project has too. Security definer, because the auth schema has no policies: every row is the caller's, and
-- tokens and network addresses are left out.
create function public.my_sessions()
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

create function public.end_my_session(session_id uuid) returns void
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
comment on function public.end_my_session(uuid) is
  'Ends one session of the caller. Ended sessions and those of other users do not change.';

revoke execute on function public.my_sessions(), public.end_my_session(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;

revoke execute on all functions in schema private from public;
