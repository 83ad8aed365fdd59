-- Who the caller is: the functions and the view that policies on all tables use.

-- The data API does not expose this schema. Only policies, triggers and functions use it.
create schema private;
grant usage on schema private to authenticated, service_role;

-- A view and not a function: nearly every statement evaluates this for each of its tables, and a function
-- would run a statement of its own.
create view private.missing_factors as
  select id from auth.mfa_factors
  where user_id = auth.uid()
    -- A case, so that Postgres reads the claims of the token only for a user who has a factor.
    and case status when 'verified' then auth.jwt() ->> 'aal' is distinct from 'aal2' else false end;
comment on view private.missing_factors is
  'The verified factors of the caller that the session has not used. Empty at aal2 and for users without factors.';

-- The view runs with the rights of its owner, so callers need no access to auth.mfa_factors.
revoke all on private.missing_factors from public, anon, authenticated, service_role;
grant select on private.missing_factors to authenticated, service_role;

create function private.has_required_factors() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from private.missing_factors);
end
$$;
comment on function private.has_required_factors() is
  'Whether the session meets the factors of the caller: true at aal2 and for users without factors.';

-- Security definer: a policy on profiles that reads profiles would recurse. plpgsql keeps its plan for the
-- session, and nearly every request calls this function.
create function private.is_admin() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.profiles where id = auth.uid() and account_type = 'admin')
    and not exists (select from private.missing_factors)
    and (
      not exists (
        select from public.security_settings where administrators_need_second_factor
      )
      or auth.jwt() ->> 'aal' is not distinct from 'aal2'
    );
end
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator whose session has the factors that the settings require.';

-- Triggers run before policies. A trigger must not reveal another customer's records, so it skips its checks
-- for a row of another user and leaves the error to the policies. The function has no search path of its own,
-- so that Postgres can inline it.
create function private.belongs_to_another_user(owner_id uuid) returns boolean
language sql stable
as $$
  select owner_id is distinct from auth.uid() and auth.role() in ('anon', 'authenticated')
$$;

revoke execute on all functions in schema private from public;
grant execute on function
  private.has_required_factors(),
  private.is_admin()
  to authenticated, service_role;
