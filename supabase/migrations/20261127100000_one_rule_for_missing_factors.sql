-- Who has not proved a factor is said by private.missing_factors alone, also where administrators are told.

create or replace function private.is_admin() returns boolean
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
