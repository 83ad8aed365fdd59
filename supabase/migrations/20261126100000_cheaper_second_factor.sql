-- The question for the second factor without a call: nearly every statement asks it for each of its tables,
-- and a function runs a statement of its own for it, which costs twice the look-up.

create view private.missing_factors as
  select id from auth.mfa_factors
  where user_id = auth.uid()
    -- A case, so that the claims of the token are read only for who has a factor.
    and case status when 'verified' then auth.jwt() ->> 'aal' is distinct from 'aal2' else false end;
comment on view private.missing_factors is
  'The factors that the caller set up and has not proved: none at aal2, and none for who has none.';

-- Postgres lets a view of another owner read what its callers may not; each sees factors of their own.
revoke all on private.missing_factors from public, anon, authenticated, service_role;
grant select on private.missing_factors to authenticated, service_role;

create or replace function private.has_required_factors() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from private.missing_factors);
end
$$;

alter policy "A second factor is needed where there is one"
  on public.users using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.profiles using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.orders using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.recharges using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.transactions using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.payment_method_settings using (not exists (select from private.missing_factors));

alter policy "A second factor is needed where there is one"
  on public.account_deletion_requests using (not exists (select from private.missing_factors));
