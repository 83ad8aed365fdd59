-- Whether a password alone makes somebody an administrator. One setting for all of them, changed by one of
-- them who has proved two factors; every change is in the audit log.

create table public.security_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  administrators_need_second_factor boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.security_settings is 'One row: how the product''s own people sign in.';
comment on column public.security_settings.administrators_need_second_factor is
  'At aal1 an administrator is nobody special, also one who has no second factor yet.';

insert into public.security_settings default values;

-- Who it is comes first, so that a customer pays for nothing of the rest. A factor that is there counts
-- here too, and not in policies only: functions that look past them ask nothing but this.
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.profiles where id = auth.uid() and account_type = 'admin'
  ) then
    return false;
  end if;
  return auth.jwt() ->> 'aal' is not distinct from 'aal2'
    or private.has_required_factors() and not exists (
      select from public.security_settings where administrators_need_second_factor
    );
end
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator, and has proved as many factors as the settings ask of one.';

-- Whoever turns it on must come back in after a lost passkey or an ended session.
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

-- Not private.is_admin(): who is refused for want of a factor has to learn why.
create policy "Administrators read how they sign in"
  on public.security_settings for select to authenticated
  using (exists (
    select from public.profiles
    where profiles.id = (select auth.uid()) and profiles.account_type = 'admin'
  ));

create policy "Administrators change how they sign in"
  on public.security_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Two factors are needed to change how administrators sign in"
  on public.security_settings as restrictive for update to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2');

revoke all on public.security_settings from anon, authenticated, service_role;
grant select on public.security_settings to authenticated, service_role;
grant update (administrators_need_second_factor) on public.security_settings to authenticated;

revoke execute on function private.guard_security_settings() from public;
