-- Where somebody is signed in, and the way to end one of those sessions from elsewhere. The auth service
-- has no call for either; both work on its own table, which looks the same on a hosted project.

-- Looks past row level security on purpose, for the auth schema has no policies; every row is the
-- caller's. What proves a session (its tokens) and the network address are left out.
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
      errcode = 'insufficient_privilege', message = 'Please log in to see where you are signed in.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'Please confirm your second factor to see where you are signed in.';
  end if;
  return query
    select
      session.id,
      session.id = (claims ->> 'session_id')::uuid is true,
      session.created_at,
      -- The auth service keeps this one without a zone, in UTC.
      coalesce(session.refreshed_at at time zone 'UTC', session.created_at),
      left(session.user_agent, 500)
    from auth.sessions as session
    where session.user_id = (claims ->> 'sub')::uuid
      and (session.not_after is null or session.not_after > now())
    order by 2 desc, 4 desc nulls last, 1;
end
$$;
comment on function public.my_sessions() is
  'Where the caller is signed in: this session first, then by when each was active last.';

create function public.end_my_session(session_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'insufficient_privilege', message = 'Please log in to end a session.';
  end if;
  if not private.has_required_factors() then
    raise exception using
      errcode = 'insufficient_privilege',
      message = 'Please confirm your second factor to end a session.';
  end if;
  delete from auth.sessions where id = session_id and user_id = auth.uid();
  if found then
    insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before)
    values (auth.uid(), auth.role(), 'auth.sessions', session_id, 'delete', '{}');
  end if;
end
$$;
comment on function public.end_my_session(uuid) is
  'Ends one session of the caller; one that is over already, or somebody else''s, stays as it is.';

revoke execute on function public.my_sessions(), public.end_my_session(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated;
