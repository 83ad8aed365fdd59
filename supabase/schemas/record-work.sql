-- The work of administrators on a record: assign, hold, note, approve with two administrators, correct. The
-- decision itself is an update of orders or recharges: see review.sql.

-- Events -------------------------------------------------------------------------------------------

create table public.record_events (
  id bigint primary key generated always as identity,
  -- No foreign key: an event outlives its record, as in the audit log.
  record_id uuid not null,
  kind text not null check (kind in (
    'opened', 'assigned', 'held', 'released', 'noted', 'first_approved', 'decided', 'corrected',
    'asked', 'mail', 'webhook', 'delivered', 'matched'
  )),
  -- Null: the system.
  actor_id uuid,
  at timestamptz not null default now(),
  detail jsonb not null default '{}'
);
comment on table public.record_events is
  'Append-only. What happened to a record after its submission, for administrators.';
create index record_events_record_id_idx on public.record_events (record_id, id);

create function private.add_record_event(record_id uuid, kind text, detail jsonb default '{}')
returns void
language sql security definer
set search_path = ''
as $$
  insert into public.record_events (record_id, kind, actor_id, detail)
  values (record_id, kind, auth.uid(), detail)
$$;

-- The erasure of an account is the one exception: see erasure.sql.
create function private.refuse_event_changes() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and current_setting('private.erasing_account', true) = 'yes' then
    return null;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    hint = 'record_events.append_only',
    message = 'The history of a record can''t be changed.';
end
$$;

create trigger append_only
  before update or delete or truncate on public.record_events
  for each statement execute function private.refuse_event_changes();

-- Both decisions stay in the timeline: a correction overwrites the notes of the record.
create function private.log_decision() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.add_record_event(
    new.id,
    case
      when current_setting('private.correcting_record', true) = new.id::text then 'corrected'
      else 'decided'
    end,
    jsonb_build_object('from', old.status, 'status', new.status, 'notes', new.admin_notes)
  );
  return null;
end
$$;

create trigger log_decision
  after update on public.orders
  for each row
  when (old.status is distinct from new.status)
  execute function private.log_decision();

create trigger log_decision
  after update on public.recharges
  for each row
  when (old.status is distinct from new.status)
  execute function private.log_decision();

alter table public.record_events enable row level security;

create policy "Events are visible to administrators"
  on public.record_events for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.record_events as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.record_events from anon, authenticated, service_role;
grant select on public.record_events to authenticated, service_role;

create function public.record_timeline(record_id uuid)
returns table (
  id bigint, kind text, actor_id uuid, actor_name text, actor_email text, at timestamptz, detail jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select
      event.id, event.kind, event.actor_id, profiles.full_name, users.email, event.at, event.detail
    from (
      -- The submission is the row of the record itself.
      select
        0::bigint as id, 'submitted' as kind, record.user_id as actor_id, record.created_at as at,
        jsonb_build_object(
          'amount', record.amount, 'currency', record.currency,
          'payment_method', record.payment_method
        ) as detail
      from public.records as record where record.id = record_timeline.record_id
      union all
      select record_event.id, record_event.kind, record_event.actor_id, record_event.at, record_event.detail
      from public.record_events as record_event
      where record_event.record_id = record_timeline.record_id
    ) as event
    left join public.profiles on profiles.id = event.actor_id
    left join public.users on users.id = event.actor_id
    order by event.id;
end
$$;
comment on function public.record_timeline(uuid) is
  'For administrators: the submission (id 0) and the events of a record, in order.';

-- Notes --------------------------------------------------------------------------------------------

create table public.record_notes (
  id uuid primary key default gen_random_uuid(),
  record_id uuid not null references public.records on delete cascade,
  author_id uuid not null default auth.uid(),
  body text not null check (length(body) between 1 and 2000),
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 20),
  created_at timestamptz not null default now()
);
comment on table public.record_notes is 'Internal notes. Customers never read them. A note does not change.';
comment on column public.record_notes.mentions is 'The administrators whom the note mentions.';
create index record_notes_record_id_idx on public.record_notes (record_id, created_at);

create function private.prepare_record_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.body := private.safe_text(new.body, 'note', 2000);
  if new.body is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_note.body',
      message = 'Enter a note.';
  end if;
  -- An error would show a customer whether an account exists. The policy refuses the customer afterwards.
  if private.is_admin() and exists (
    select from unnest(new.mentions) as mentioned (id)
    where not exists (
      select from public.profiles where profiles.id = mentioned.id and profiles.account_type = 'admin'
    )
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_note.mention',
      message = 'You can mention administrators only.';
  end if;
  new.mentions := array(select distinct unnest(new.mentions));
  return new;
end
$$;

create trigger prepare_record_note
  before insert on public.record_notes
  for each row execute function private.prepare_record_note();

create function private.log_record_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.add_record_event(
    new.record_id, 'noted', jsonb_build_object('note_id', new.id, 'mentions', new.mentions)
  );
  return null;
end
$$;

create trigger log_record_note
  after insert on public.record_notes
  for each row execute function private.log_record_note();

alter table public.record_notes enable row level security;

create policy "Notes are visible to administrators"
  on public.record_notes for select to authenticated
  using ((select private.is_admin()));

create policy "Administrators write notes"
  on public.record_notes for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select auth.uid()));

create policy "Rows require the second factor of the user"
  on public.record_notes as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.record_notes from anon, authenticated, service_role;
grant select on public.record_notes to authenticated, service_role;
grant insert (record_id, body, mentions) on public.record_notes to authenticated;

-- Assignment and hold ------------------------------------------------------------------------------

create function private.is_administrator(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.profiles where profiles.id = person and profiles.account_type = 'admin'
  )
$$;

-- The row lock makes two administrators wait for each other.
create function private.lock_record(record_id uuid) returns public.records
language plpgsql
set search_path = ''
as $$
declare
  record public.records;
begin
  select * into record from public.records where records.id = record_id for update;
  if not found then
    raise sqlstate 'PT404' using
      hint = 'record.not_found',
      message = 'This record doesn''t exist.';
  end if;
  return record;
end
$$;

create function private.lock_pending_record(record_id uuid) returns public.records
language plpgsql
set search_path = ''
as $$
declare
  record constant public.records := private.lock_record(record_id);
begin
  if record.status <> 'pending_manual_verification' then
    raise sqlstate 'PT409' using
      hint = 'review.already_decided',
      detail = json_build_object('status', record.status),
      message = 'already reviewed';
  end if;
  return record;
end
$$;

create function public.open_record(record_id uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_record(record_id);
  -- Loading the page again is not another event.
  if not exists (
    select from public.record_events as event
    where event.record_id = record.id and event.kind = 'opened' and event.actor_id = auth.uid()
      and event.at > now() - interval '10 minutes'
  ) then
    perform private.add_record_event(record.id, 'opened');
  end if;
  if record.status = 'pending_manual_verification' and record.user_id <> auth.uid()
    and (record.assigned_to is null or not private.is_administrator(record.assigned_to))
  then
    update public.records set assigned_to = auth.uid(), assigned_at = now()
    where records.id = record.id
    returning * into record;
    perform private.add_record_event(
      record.id, 'assigned', jsonb_build_object('administrator_id', auth.uid(), 'by_opening', true)
    );
  end if;
  return record.assigned_to;
end
$$;
comment on function public.open_record(uuid) is
  'Assigns a pending record to the caller unless another administrator has it. Returns the assignee.';

create function public.assign_record(record_id uuid, administrator_id uuid default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_pending_record(record_id);
  if administrator_id is not null
    and (administrator_id = record.user_id or not private.is_administrator(administrator_id))
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'record.assignee',
      message = 'Assign the record to an administrator other than its customer.';
  end if;
  if record.assigned_to is not distinct from administrator_id then
    return;
  end if;
  update public.records
  set
    assigned_to = administrator_id,
    assigned_at = case when administrator_id is not null then now() end
  where records.id = record.id;
  perform private.add_record_event(
    record.id, 'assigned',
    jsonb_build_object('administrator_id', administrator_id, 'before', record.assigned_to)
  );
end
$$;

create function public.hold_record(record_id uuid, until timestamptz, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(reason, 'reason', 500);
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_pending_record(record_id);
  if until is null or until <= now() or until > now() + interval '1 year' then
    raise exception using
      errcode = 'check_violation',
      hint = 'record.hold_date',
      message = 'Choose a date in the future, at most one year from now.';
  end if;
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record.hold_reason',
      message = 'Enter a reason for the hold.';
  end if;
  update public.records set held_until = until, hold_reason = tidy where records.id = record.id;
  perform private.add_record_event(
    record.id, 'held', jsonb_build_object('until', until, 'reason', tidy)
  );
end
$$;
comment on function public.hold_record(uuid, timestamptz, text) is
  'Takes a pending record out of the queue until a time. Then it is in the queue again.';

create function public.release_record(record_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_pending_record(record_id);
  if record.held_until is null then
    return;
  end if;
  update public.records set held_until = null, hold_reason = null where records.id = record.id;
  perform private.add_record_event(record.id, 'released', jsonb_build_object('until', record.held_until));
end
$$;

-- Two administrators -------------------------------------------------------------------------------

create function private.needs_four_eyes(amount numeric) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.back_office_settings as settings where amount > settings.four_eyes_amount
  )
$$;

create function private.correction_period() returns interval
language sql immutable
as $$
  select interval '30 days'
$$;

create function public.approve_first(record_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
begin
  perform private.require_admin();
  record := private.lock_record(record_id);
  -- A rejected record that needs two administrators needs them for its correction, too.
  if record.status <> 'manual_payment_rejected' or record.corrected_at is not null
    or record.decided_at < now() - private.correction_period()
  then
    record := private.lock_pending_record(record_id);
  end if;
  if record.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  if not private.needs_four_eyes(record.amount) then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.first_approval_not_needed',
      message = 'One administrator can approve this record.';
  end if;
  if record.first_approved_by = auth.uid() then
    return;
  end if;
  -- The approval of a user who is no longer an administrator does not count.
  if record.first_approved_by is not null and private.is_administrator(record.first_approved_by) then
    raise sqlstate 'PT409' using
      hint = 'review.already_first_approved',
      detail = json_build_object('administrator_id', record.first_approved_by),
      message = 'Another administrator approved this record first. You can give the second approval.';
  end if;
  update public.records set first_approved_by = auth.uid(), first_approved_at = now()
  where records.id = record.id;
  perform private.add_record_event(record.id, 'first_approved');
end
$$;
comment on function public.approve_first(uuid) is
  'The first of two approvals. The second one is the approval of the order or the recharge by another administrator.';

-- Runs after guard_decision, which refuses decided records and the customer's own ones.
create function private.require_four_eyes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  first_administrator uuid;
begin
  if not private.needs_four_eyes(new.amount) then
    return new;
  end if;
  -- approve_first() holds this lock until its transaction ends.
  select records.first_approved_by into first_administrator
  from public.records where records.id = new.id for update;
  if first_administrator is null
    or first_administrator = auth.uid()
    or first_administrator = new.user_id
    or not private.is_administrator(first_administrator)
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.four_eyes',
      detail = json_build_object(
        'first_approved_by', first_administrator,
        'amount', (select four_eyes_amount from public.back_office_settings)
      ),
      message = 'This amount needs the approval of two administrators.';
  end if;
  return new;
end
$$;

create trigger require_four_eyes
  before update on public.orders
  for each row
  when (
    new.status = 'manual_payment_approved' and old.status is distinct from new.status
  )
  execute function private.require_four_eyes();

create trigger require_four_eyes
  before update on public.recharges
  for each row
  when (
    new.status = 'manual_payment_approved' and old.status is distinct from new.status
  )
  execute function private.require_four_eyes();

-- Correction ---------------------------------------------------------------------------------------

create function private.check_correction(record public.records, new_status text) returns void
language plpgsql
set search_path = ''
as $$
declare
  problem text;
begin
  problem := case
    when record.status not in ('manual_payment_approved', 'manual_payment_rejected')
      then 'review.not_correctable'
    when new_status is null or new_status not in ('manual_payment_approved', 'manual_payment_rejected')
      or new_status = record.status then 'review.correction_status'
    when record.user_id = auth.uid() then 'review.own_record'
    when record.decided_by = auth.uid() then 'review.correction_by_decider'
    when record.decided_at < now() - private.correction_period() then 'review.correction_late'
    when exists (
      select from public.users where users.id = record.user_id and users.email is null
    ) and exists (
      select from auth.users where users.id = record.user_id and users.deleted_at is not null
    ) then 'review.account_deleted'
  end;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = problem,
      detail = json_build_object('status', record.status, 'days', 30),
      message = case problem
        when 'review.not_correctable' then 'Only an approved or rejected record can be corrected.'
        when 'review.correction_status' then 'Choose the other decision.'
        when 'review.own_record'
          then 'You can''t review your own record. Ask another administrator to do it.'
        when 'review.correction_by_decider'
          then 'Another administrator must correct your decision.'
        when 'review.correction_late' then 'A decision can be corrected within 30 days.'
        when 'review.account_deleted' then 'The account of this customer was deleted.'
      end;
  end if;
  if record.corrected_at is not null then
    raise sqlstate 'PT409' using
      hint = 'review.already_corrected',
      detail = json_build_object('status', record.status),
      message = 'This decision was already corrected.';
  end if;
end
$$;

-- A trigger on records before an update of corrected_at can refuse the correction, for example because the
-- record is delivered.
create function public.correct_decision(record_id uuid, status text, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(reason, 'reason', 2000);
  record public.records;
begin
  perform private.require_admin();
  -- The same order of locks as in a decision: the order or the recharge, then the record.
  perform from public.orders where orders.id = record_id for update;
  perform from public.recharges where recharges.id = record_id for update;
  record := private.lock_record(record_id);
  perform private.check_correction(record, status);
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.correction_reason',
      message = 'Enter a reason for the correction.';
  end if;
  -- Lets guard_decision accept a decided record. No API role can skip that trigger.
  perform set_config('private.correcting_record', record.id::text, true);
  if record.kind = 'card_order' then
    update public.orders
    set
      status = correct_decision.status, admin_notes = tidy, reviewed_by = auth.uid(),
      reviewed_at = now(), updated_at = now()
    where orders.id = record.id;
  else
    update public.recharges
    set
      status = correct_decision.status, admin_notes = tidy, reviewed_by = auth.uid(),
      reviewed_at = now(), updated_at = now()
    where recharges.id = record.id;
  end if;
  perform set_config('private.correcting_record', '', true);
end
$$;
comment on function public.correct_decision(uuid, text, text) is
  'Changes a decision once, by another administrator than the one who decided, within 30 days.';

-- The queue ----------------------------------------------------------------------------------------

create function public.record_neighbours(record_id uuid)
returns table (previous_id uuid, next_id uuid, next_for_me uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  here public.records;
begin
  perform private.require_admin();
  select * into here from public.records where records.id = record_id;
  return query
    select
      (
        select record.id from public.records as record
        where record.status = 'pending_manual_verification'
          and (record.created_at, record.id) < (here.created_at, here.id)
          and (record.held_until is null or record.held_until <= now())
        order by record.created_at desc, record.id desc limit 1
      ),
      (
        select record.id from public.records as record
        where record.status = 'pending_manual_verification'
          and (record.created_at, record.id) > (here.created_at, here.id)
          and (record.held_until is null or record.held_until <= now())
        order by record.created_at, record.id limit 1
      ),
      (
        select record.id from public.records as record
        where record.status = 'pending_manual_verification'
          and record.id is distinct from here.id
          and record.user_id <> auth.uid()
          and (record.assigned_to is null or record.assigned_to = auth.uid())
          and (record.held_until is null or record.held_until <= now())
        order by record.created_at, record.id limit 1
      );
end
$$;
comment on function public.record_neighbours(uuid) is
  'For administrators: the records before and after this one in the queue, and the oldest other one that no other administrator has.';

create function public.queue_summary()
returns table (
  waiting bigint, held bigint, mine bigint, unassigned bigint, overdue bigint, oldest_created_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select
      count(*) filter (where not record.is_held),
      count(*) filter (where record.is_held),
      count(*) filter (where record.assigned_to = auth.uid() and not record.is_held),
      count(*) filter (where record.assigned_to is null and not record.is_held),
      count(*) filter (where record.age_limit < now() - record.created_at and not record.is_held),
      min(record.created_at) filter (where not record.is_held)
    from (
      select
        records.assigned_to, records.created_at,
        records.held_until is not null and records.held_until > now() as is_held,
        (settings.age_limits ->> records.payment_method)::numeric * interval '1 minute' as age_limit
      from public.records cross join public.back_office_settings as settings
      where records.status = 'pending_manual_verification'
    ) as record;
end
$$;
comment on function public.queue_summary() is 'For administrators: how many pending records there are.';

create function private.overdue_records()
returns table (
  record_id uuid, kind text, payment_method text, assigned_to uuid, created_at timestamptz,
  limit_minutes numeric
)
language sql stable security definer
set search_path = ''
as $$
  select
    record.id, record.kind, record.payment_method, record.assigned_to, record.created_at,
    (settings.age_limits ->> record.payment_method)::numeric
  from public.records as record
  cross join public.back_office_settings as settings
  where record.status = 'pending_manual_verification'
    and (record.held_until is null or record.held_until <= now())
    and record.created_at
      < now() - (settings.age_limits ->> record.payment_method)::numeric * interval '1 minute'
  order by record.created_at
$$;
comment on function private.overdue_records() is
  'The pending records that wait longer than the age limit of their payment method, oldest first.';

revoke execute on function
  public.record_timeline(uuid), public.open_record(uuid), public.assign_record(uuid, uuid),
  public.hold_record(uuid, timestamptz, text), public.release_record(uuid),
  public.approve_first(uuid), public.correct_decision(uuid, text, text),
  public.record_neighbours(uuid), public.queue_summary()
  from public, anon, authenticated, service_role;
grant execute on function
  public.record_timeline(uuid), public.open_record(uuid), public.assign_record(uuid, uuid),
  public.hold_record(uuid, timestamptz, text), public.release_record(uuid),
  public.approve_first(uuid), public.correct_decision(uuid, text, text),
  public.record_neighbours(uuid), public.queue_summary()
  to authenticated;

revoke execute on all functions in schema private from public;
