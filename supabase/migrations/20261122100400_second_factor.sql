-- Once somebody has a verified second factor, a password alone (aal1) opens nothing of theirs: neither
-- their own rows nor, for an administrator, anybody's.

-- plpgsql because it keeps its plan for the session, and nearly every request asks. The claim comes
-- first: with a second factor in the token there is nothing to look up. The claims are read once.
create function private.has_required_factors() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  if claims ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (
    select from auth.mfa_factors
    where user_id = (claims ->> 'sub')::uuid and status = 'verified'
  );
end
$$;
comment on function private.has_required_factors() is
  'Whether the caller has proved every factor they set up: true at aal2, and for who has none.';

revoke execute on all functions in schema private from public;
grant execute on function private.has_required_factors() to authenticated, service_role;

-- Restrictive: asked in addition to whatever lets a row be seen or written. Inside a select, so that
-- Postgres asks once per query, not once per row.
create policy "A second factor is needed where there is one"
  on public.users as restrictive for all to authenticated
  using ((select private.has_required_factors()));

create policy "A second factor is needed where there is one"
  on public.profiles as restrictive for all to authenticated
  using ((select private.has_required_factors()));

create policy "A second factor is needed where there is one"
  on public.orders as restrictive for all to authenticated
  using ((select private.has_required_factors()));

create policy "A second factor is needed where there is one"
  on public.recharges as restrictive for all to authenticated
  using ((select private.has_required_factors()));

create policy "A second factor is needed where there is one"
  on public.transactions as restrictive for all to authenticated
  using ((select private.has_required_factors()));

create policy "A second factor is needed where there is one"
  on public.payment_method_settings as restrictive for update to authenticated
  using ((select private.has_required_factors()));
