-- Live updates: the tables whose changes subscribers receive, and the administrators' channel.

-- Row level security decides which subscriber receives which row.
alter publication supabase_realtime
  add table
    public.profiles,
    public.orders,
    public.recharges,
    public.transactions,
    public.payment_method_settings,
    public.account_deletion_requests,
    public.deliveries,
    public.administrator_requests,
    public.records,
    public.record_notes,
    public.record_events,
    public.payment_states,
    public.payment_links;

-- The private channel on which administrators see who has which record open. The right to select a message
-- permits listening, the right to insert one permits sending. No policy covers another private channel.
create policy "Administrators receive messages of their channel"
  on realtime.messages for select to authenticated
  using (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );

create policy "Administrators send messages to their channel"
  on realtime.messages for insert to authenticated
  with check (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );
