-- The private channel on which administrators see who of them has which record open. Whoever may select
-- a message of it may listen, whoever may insert one may speak; both as far as the policies that let
-- administrators read records go. Nobody else has a policy here, so no other private channel is open.

create policy "Administrators hear each other"
  on realtime.messages for select to authenticated
  using (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );

create policy "Administrators speak to each other"
  on realtime.messages for insert to authenticated
  with check (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );
