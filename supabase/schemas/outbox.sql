-- Mails of the product. A trigger adds a row in the transaction that changes a record. A job wakes the function
-- send-mails, which claims rows, sends them and stores the result. Mails of the auth service do not come here.

create table private.outbox (
  id bigint primary key generated always as identity,
  kind text not null check (kind in (
    'received', 'needs_action', 'approved', 'rejected', 'corrected', 'card_delivered', 'top_up_delivered',
    'digest', 'queue_alarm', 'delivery_alarm', 'underpaid', 'expiry_warning', 'expired'
  )),
  -- The recipient. No foreign key, so that a submission checks none.
  user_id uuid not null,
  record_id uuid,
  detail jsonb not null default '{}',
  -- Two mails with the same key to one user are one mail.
  dedupe_key text,
  state text not null default 'waiting'
    check (state in ('waiting', 'claimed', 'sending', 'sent', 'skipped', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  lease uuid,
  leased_until timestamptz,
  result text check (length(result) <= 200),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.outbox is 'Mails that wait, and the results of those that were sent in the last 90 days.';
comment on column private.outbox.state is
  'claimed: a function prepares the mail. sending: the mail host may have it, so no one sends it again.';

create index outbox_due_at_idx on private.outbox (due_at) where finished_at is null;
create index outbox_user_id_idx on private.outbox (user_id);
create unique index outbox_user_id_dedupe_key_key on private.outbox (user_id, dedupe_key)
  where dedupe_key is not null;

alter table private.outbox enable row level security;
revoke all on private.outbox from anon, authenticated, service_role;

-- Preferences --------------------------------------------------------------------------------------

create table public.mail_preferences (
  user_id uuid primary key default auth.uid() references public.profiles on delete cascade,
  optional_mails boolean not null default true,
  updated_at timestamptz not null default now()
);
comment on table public.mail_preferences is 'Users without a row get optional mails.';
comment on column public.mail_preferences.optional_mails is
  'Mails that a user can do without: a record was received or delivered, the digest of administrators.';

create function private.stamp_mail_preferences() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger stamp_mail_preferences
  before update on public.mail_preferences
  for each row execute function private.stamp_mail_preferences();

create trigger record_change
  after insert or update on public.mail_preferences
  for each row execute function private.record_change();

alter table public.mail_preferences enable row level security;

create policy "Users read their own mail preferences"
  on public.mail_preferences for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Users add their own mail preferences"
  on public.mail_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Users change their own mail preferences"
  on public.mail_preferences for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "Rows require the second factor of the user"
  on public.mail_preferences as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.mail_preferences from anon, authenticated, service_role;
-- An upsert of a client also assigns user_id.
grant select, insert (user_id, optional_mails), update (user_id, optional_mails)
  on public.mail_preferences to authenticated;

create table private.mail_keys (
  is_only_row boolean primary key default true check (is_only_row),
  unsubscribe_key bytea not null
);
comment on table private.mail_keys is 'The key that signs the links to unsubscribe.';
alter table private.mail_keys enable row level security;
revoke all on private.mail_keys from anon, authenticated, service_role;
insert into private.mail_keys (unsubscribe_key) values (extensions.gen_random_bytes(32));

create function private.unsubscribe_token(person uuid) returns text
language sql stable
set search_path = ''
as $$
  select person || '.'
    || encode(extensions.hmac(convert_to('unsubscribe:' || person, 'UTF8'), unsubscribe_key, 'sha256'), 'hex')
  from private.mail_keys
$$;

-- Anyone who received the mail may stop such mails, without signing in.
create function public.unsubscribe(token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid;
begin
  if token !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{64}$' then
    return false;
  end if;
  person := split_part(token, '.', 1)::uuid;
  -- Comparing hashes takes the same time wherever the tokens differ.
  if sha256(convert_to(token, 'UTF8'))
    <> sha256(convert_to(private.unsubscribe_token(person), 'UTF8'))
    or not exists (select from public.profiles where id = person)
  then
    return false;
  end if;
  insert into public.mail_preferences (user_id, optional_mails) values (person, false)
  on conflict (user_id) do update set optional_mails = false
  where mail_preferences.optional_mails;
  return true;
end
$$;
comment on function public.unsubscribe(text) is
  'Stops the optional mails of the user whom the token of a mail names. False for another token.';
revoke execute on function public.unsubscribe(text) from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(text) to anon, authenticated, service_role;

-- Adding mails -------------------------------------------------------------------------------------

create function private.is_optional_mail(kind text) returns boolean
language sql immutable
as $$
  select kind in ('received', 'card_delivered', 'top_up_delivered', 'digest')
$$;

create function private.queue_mail(
  kind text, user_id uuid, record_id uuid default null, detail jsonb default '{}',
  dedupe_key text default null
) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.outbox (kind, user_id, record_id, detail, dedupe_key)
  values (kind, user_id, record_id, coalesce(detail, '{}'), dedupe_key)
  on conflict do nothing
$$;
comment on function private.queue_mail(text, uuid, uuid, jsonb, text) is
  'Adds a mail about a record to the outbox. detail: {"reason": text} for the customer.';

create function private.queue_administrators_mail(
  kind text, detail jsonb default '{}', dedupe_key text default null
) returns void
language sql security definer
set search_path = ''
as $$
  insert into private.outbox (kind, user_id, detail, dedupe_key)
  select kind, id, coalesce(detail, '{}'), dedupe_key
  from public.profiles where account_type = 'admin'
  on conflict do nothing
$$;

-- Outside of a request an operator imports or repairs records. Their customers get no mail.
create function private.queue_record_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  kind text := 'received';
  detail jsonb := '{}';
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or current_setting('private.erasing_account', true) = 'yes'
  then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    kind := case
      when old.status in ('manual_payment_approved', 'manual_payment_rejected') then 'corrected'
      when new.status = 'manual_payment_rejected' then 'rejected'
      else 'approved'
    end;
    detail := jsonb_strip_nulls(jsonb_build_object('status', new.status, 'reason', new.admin_notes));
  end if;
  insert into private.outbox (kind, user_id, record_id, detail) values (kind, new.user_id, new.id, detail);
  return null;
end
$$;

create trigger queue_mail
  after insert on public.orders
  for each row execute function private.queue_record_mail();

create trigger queue_mail
  after insert on public.recharges
  for each row execute function private.queue_record_mail();

create trigger queue_decision_mail
  after update on public.orders
  for each row
  when (old.status is distinct from new.status)
  execute function private.queue_record_mail();

create trigger queue_decision_mail
  after update on public.recharges
  for each row
  when (old.status is distinct from new.status)
  execute function private.queue_record_mail();

create function public.ask_customer(record_id uuid, question text) returns void
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
comment on function public.ask_customer(uuid, text) is
  'For administrators: sends the customer of a pending record a mail that says what is missing.';
revoke execute on function public.ask_customer(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.ask_customer(uuid, text) to authenticated;

-- The customer reads it above the form that the mail opens.
create function public.question_about_record(record_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select outbox.detail ->> 'reason'
  from private.outbox
  where outbox.user_id = auth.uid()
    and outbox.record_id = question_about_record.record_id
    and outbox.kind = 'needs_action'
    and not exists (select from private.missing_factors)
  order by outbox.id desc
  limit 1
$$;
comment on function public.question_about_record(uuid) is
  'The last question of an administrator to the caller about a record of the caller. Null without one.';
revoke execute on function public.question_about_record(uuid) from public, anon, authenticated, service_role;
grant execute on function public.question_about_record(uuid) to authenticated;

-- Sending ------------------------------------------------------------------------------------------

-- Ends the work on a mail, and adds the result to the timeline of its record. The address of the recipient is
-- in neither.
create function private.finish_mail(mail_id bigint, new_state text, new_result text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mail private.outbox;
begin
  update private.outbox
  set state = new_state, result = left(new_result, 200), finished_at = now(), lease = null, leased_until = null
  where id = mail_id
  returning * into mail;
  if mail.record_id is not null then
    perform private.add_record_event(
      mail.record_id, 'mail',
      jsonb_strip_nulls(jsonb_build_object('mail', mail.kind, 'state', mail.state, 'result', mail.result))
    );
  end if;
end
$$;

create function private.mail_retry_period() returns interval
language sql immutable
as $$
  select interval '24 hours'
$$;

-- Mails that no function will send: the function ended while it handed a mail over, or the time is over.
create function private.close_stale_mails() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mail private.outbox;
begin
  for mail in
    select * from private.outbox
    where finished_at is null
      and (
        state = 'sending' and leased_until < now()
        or state = 'waiting' and attempts > 0 and created_at < now() - private.mail_retry_period()
      )
    for update skip locked
  loop
    perform private.finish_mail(
      mail.id, 'failed',
      case mail.state
        when 'sending' then 'unconfirmed: the mail host may have it'
        else concat_ws(': ', 'gave up after 24 hours', mail.result)
      end
    );
  end loop;
end
$$;

-- Null: the mail can be sent.
create function private.reason_to_skip(mail private.outbox) returns text
language sql stable
set search_path = ''
as $$
  select case
    when recipient.id is null or recipient.deleted_at is not null then 'skipped: the account was deleted'
    when coalesce(recipient.email, '') = '' then 'skipped: no email address'
    when private.is_optional_mail(mail.kind) and preferences.optional_mails = false
      then 'skipped: the user does not want optional mails'
    when mail.kind in ('digest', 'queue_alarm', 'delivery_alarm')
      and profile.account_type is distinct from 'admin' then 'skipped: no longer an administrator'
  end
  from (select) as only_row
  left join auth.users as recipient on recipient.id = mail.user_id
  left join public.profiles as profile on profile.id = mail.user_id
  left join public.mail_preferences as preferences on preferences.user_id = mail.user_id
$$;

-- What a mail may show of a record. No reference, no notes and no card.
create function private.mail_record(record_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', 'card_order', 'item', card_details ->> 'tier', 'amount', amount::text, 'currency', currency,
    'created_at', created_at
  )
  from public.orders where id = record_id
  union all
  select jsonb_build_object(
    'type', 'mobile_recharge', 'item', operator, 'amount', amount::text, 'currency', currency,
    'created_at', created_at
  )
  from public.recharges where id = record_id
$$;

create function public.claim_mails(max_mails integer default 20)
returns table (
  id bigint, lease uuid, kind text, email text, locale text, record_id uuid, record jsonb, detail jsonb,
  functions_url text, unsubscribe_token text
)
language plpgsql security definer
set search_path = ''
as $$
declare
  mail private.outbox;
  problem text;
begin
  perform private.close_stale_mails();
  for mail in
    select * from private.outbox as waiting
    where waiting.finished_at is null and waiting.due_at <= now()
      and (waiting.state = 'waiting' or waiting.state = 'claimed' and waiting.leased_until < now())
    order by waiting.due_at, waiting.id
    limit least(greatest(max_mails, 1), 100)
    for update skip locked
  loop
    problem := private.reason_to_skip(mail);
    if problem is not null then
      perform private.finish_mail(mail.id, 'skipped', problem);
      continue;
    end if;
    update private.outbox as claimed
    set state = 'claimed', lease = gen_random_uuid(), leased_until = now() + interval '5 minutes'
    where claimed.id = mail.id
    returning claimed.lease into lease;
    id := mail.id;
    kind := mail.kind;
    record_id := mail.record_id;
    record := private.mail_record(mail.record_id);
    functions_url := private.functions_url();
    unsubscribe_token :=
      case when private.is_optional_mail(mail.kind) then private.unsubscribe_token(mail.user_id) end;
    select recipient.email, coalesce(recipient.raw_user_meta_data ->> 'locale', 'en')
    into email, locale
    from auth.users as recipient where recipient.id = mail.user_id;
    detail := mail.detail
      || jsonb_strip_nulls(jsonb_build_object('custom', private.custom_mail_text(mail, locale)));
    return next;
  end loop;
end
$$;
comment on function public.claim_mails(integer) is
  'For the function send-mails: mails that are due, reserved for five minutes.';

-- The mail host may have the mail from now on.
create function public.begin_mail(mail_id bigint, mail_lease uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.outbox
  set state = 'sending', attempts = attempts + 1, leased_until = now() + interval '5 minutes'
  where id = mail_id and state = 'claimed' and lease = mail_lease and leased_until > now();
  return found;
end
$$;
comment on function public.begin_mail(bigint, uuid) is
  'For the function send-mails: marks an attempt. False when the reservation is over.';

create function public.complete_mail(
  mail_id bigint, mail_lease uuid, outcome text, result text default null
) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox
  where id = mail_id and state in ('claimed', 'sending') and outbox.lease = mail_lease for update;
  if mail.id is null then
    return false;
  end if;
  if outcome in ('sent', 'failed', 'skipped') then
    perform private.finish_mail(mail.id, outcome, result);
  elsif outcome <> 'retry' then
    raise exception using errcode = 'check_violation', hint = 'mail.outcome',
      message = 'The outcome is sent, failed, skipped or retry.';
  elsif mail.created_at < now() - private.mail_retry_period() then
    perform private.finish_mail(mail.id, 'failed', concat_ws(': ', 'gave up after 24 hours', result));
  else
    -- After 1, 2, 4, … minutes, at most an hour.
    update private.outbox
    set
      state = 'waiting', lease = null, leased_until = null, result = left(complete_mail.result, 200),
      due_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(mail.attempts, 7) / 2)
    where id = mail.id;
  end if;
  return true;
end
$$;
comment on function public.complete_mail(bigint, uuid, text, text) is
  'For the function send-mails: the result of an attempt. False when another caller has the mail.';

revoke execute on function
  public.claim_mails(integer), public.begin_mail(bigint, uuid), public.complete_mail(bigint, uuid, text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.claim_mails(integer), public.begin_mail(bigint, uuid), public.complete_mail(bigint, uuid, text, text)
  to service_role;

-- Erasure ------------------------------------------------------------------------------------------

create function private.erase_mails() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.outbox set detail = '{}' where user_id = new.id;
  delete from public.mail_preferences where user_id = new.id;
  return null;
end
$$;

create trigger erase_mails
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.erase_mails();

revoke execute on all functions in schema private from public;
