-- Nearly every policy asks who the caller is, several times a statement, and reading all claims for it costs
-- ten times as much as the rest. The server says it in a setting of its own as well, which hosted Supabase's
-- function reads first, too. Who sets the claims alone is still answered by them.
--
-- plpgsql because a function in SQL is read, checked and written into every statement that names it, each
-- time one is planned.
create or replace function auth.uid() returns uuid
language plpgsql stable parallel safe
as $$
begin
  return coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;
end
$$;
