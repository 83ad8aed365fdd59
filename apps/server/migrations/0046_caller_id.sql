-- Nearly every policy asks who the caller is, several times a statement, and reading all claims for it costs
-- ten times as much as the rest. The server says it in a setting of its own as well, which hosted Supabase's
-- function reads first, too. Who sets the claims alone is still answered by them.
create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
