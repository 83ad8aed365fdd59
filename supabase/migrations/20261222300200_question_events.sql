-- The timeline of a record has the questions to the customer.
alter table public.record_events drop constraint record_events_kind_check;
alter table public.record_events add constraint record_events_kind_check
  check (kind in (
    'opened', 'assigned', 'held', 'released', 'noted', 'first_approved', 'decided', 'corrected',
    'asked', 'mail', 'webhook', 'delivered', 'matched'
  ));

create or replace function public.ask_customer(record_id uuid, question text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(question, 'question', 1000);
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_pending_record(record_id);
  if record.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record.question',
      message = 'Enter a question for the customer.';
  end if;
  perform private.queue_mail(
    'needs_action', record.user_id, record.id, jsonb_build_object('reason', tidy)
  );
  perform private.add_record_event(record.id, 'asked', jsonb_build_object('reason', tidy));
end
$$;
