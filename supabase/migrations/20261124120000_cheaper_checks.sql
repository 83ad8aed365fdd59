-- The same two answers at a fraction of the cost: nearly every statement asks them for each of its tables.
-- Who the caller is comes cheaply; their other claims are read only where the answer hangs on them.

create or replace function private.has_required_factors() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
    or auth.jwt() ->> 'aal' is not distinct from 'aal2';
end
$$;

-- One statement, since each costs as much as what it looks up. What is asked of administrators alone comes
-- after who it is, so that a customer pays for nothing of it.
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller_id constant uuid := auth.uid();
begin
  return exists (
      select from public.profiles where id = caller_id and account_type = 'admin'
    )
    and (
      not exists (
        select from auth.mfa_factors where user_id = caller_id and status = 'verified'
      )
      and not exists (
        select from public.security_settings where administrators_need_second_factor
      )
      or auth.jwt() ->> 'aal' is not distinct from 'aal2'
    );
end
$$;

-- Hardly anybody writes for somebody else, so the cheap question comes first.
create or replace function private.is_for_somebody_else(owner_id uuid) returns boolean
language sql stable
as $$
  select owner_id is distinct from auth.uid() and auth.role() in ('anon', 'authenticated')
$$;
