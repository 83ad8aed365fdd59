-- Plain names of policies and plain comments. Access does not change.

alter policy "A second factor is needed where there is one" on public.account_deletion_requests rename to "Rows require the second factor of the user";
alter policy "Everybody asks for the deletion of their own account" on public.account_deletion_requests rename to "Users request the deletion of their own account";
alter policy "Deletion requests are seen by who made them and by administrators" on public.account_deletion_requests rename to "Deletion requests are visible to their user and administrators";
alter policy "Everybody takes back their own request" on public.account_deletion_requests rename to "Users withdraw their own deletion request";
alter policy "A second factor is needed where there is one" on public.orders rename to "Rows require the second factor of the user";
alter policy "Customers order for themselves" on public.orders rename to "Customers insert their own orders";
alter policy "Orders are seen by their owner and by administrators" on public.orders rename to "Orders are visible to their owner and administrators";
alter policy "A second factor is needed where there is one" on public.payment_method_settings rename to "Rows require the second factor of the user";
alter policy "Administrators change how to pay" on public.payment_method_settings rename to "Administrators change the payment methods";
alter policy "Everybody reads how to pay" on public.payment_method_settings rename to "Everyone reads the payment methods";
alter policy "A second factor is needed where there is one" on public.profiles rename to "Rows require the second factor of the user";
alter policy "Profiles are seen by their owner and by administrators" on public.profiles rename to "Profiles are visible to their owner and administrators";
alter policy "A second factor is needed where there is one" on public.recharges rename to "Rows require the second factor of the user";
alter policy "Customers recharge for themselves" on public.recharges rename to "Customers insert their own recharges";
alter policy "Recharges are seen by their owner and by administrators" on public.recharges rename to "Recharges are visible to their owner and administrators";
alter policy "Administrators change how they sign in" on public.security_settings rename to "Administrators change the security settings";
alter policy "Administrators read how they sign in" on public.security_settings rename to "Administrators read the security settings";
alter policy "Two factors are needed to change how administrators sign in" on public.security_settings rename to "Changes of the security settings require a second factor";
alter policy "A second factor is needed where there is one" on public.transactions rename to "Rows require the second factor of the user";
alter policy "Transactions are seen by their owner and by administrators" on public.transactions rename to "Transactions are visible to their owner and administrators";
alter policy "A second factor is needed where there is one" on public.users rename to "Rows require the second factor of the user";
alter policy "Users are seen by themselves and by administrators" on public.users rename to "Users are visible to themselves and administrators";

-- Hosted Supabase lets `postgres` create, change and drop policies of these two tables, but not rename them.
drop policy "Administrators hear each other" on realtime.messages;
create policy "Administrators receive messages of their channel"
  on realtime.messages for select to authenticated
  using (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );

drop policy "Administrators speak to each other" on realtime.messages;
create policy "Administrators send messages to their channel"
  on realtime.messages for insert to authenticated
  with check (
    (select realtime.topic()) = 'administrators'
    and extension in ('broadcast', 'presence')
    and (select private.is_admin())
    and (select private.has_required_factors())
  );

drop policy "A second factor is needed for pictures where there is one" on storage.objects;
create policy "Pictures require the second factor of their user"
  on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'avatars' or (select private.has_required_factors()));

drop policy "Everybody adds pictures to their own folder" on storage.objects;
create policy "Users add pictures to their own folder"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_room_for_picture())
  );

drop policy "Everybody removes pictures from their own folder" on storage.objects;
create policy "Users remove pictures from their own folder"
  on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy "Everybody replaces pictures in their own folder" on storage.objects;
create policy "Users replace pictures in their own folder"
  on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy "Everybody sees the pictures in their own folder" on storage.objects;
create policy "Users read the pictures in their own folder"
  on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

comment on table private.audit_log is
  'Append-only. No foreign keys, because an entry outlives its record.';
comment on table public.security_settings is
  'One row with the rules for the sign-in of administrators.';
comment on column public.security_settings.administrators_need_second_factor is
  'Whether administrators need aal2 for their rights, even before they have a second factor.';
comment on function public.end_my_session(uuid) is
  'Ends one session of the caller. Ended sessions and those of other users do not change.';
