-- Webhooks to the team's chat.

-- webhooks.sql -------------------------------------------------------------------------------------

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  event text not null check (event ~ '^[a-z_]+(\.[a-z_]+)+$'),
  record_id uuid,
  -- What the function posts as the field data. No personal data.
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- The HTTP status of the last answer. Null: no answer.
  status_code smallint,
  error text check (length(error) <= 200),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.webhook_deliveries is 'Webhooks of the last 30 days, for administrators.';

create index webhook_deliveries_due_at_idx on public.webhook_deliveries (due_at)
  where finished_at is null;
create index webhook_deliveries_created_at_idx on public.webhook_deliveries (created_at desc, id);
create index webhook_deliveries_record_id_idx on public.webhook_deliveries (record_id);

alter table public.webhook_deliveries enable row level security;

create policy "Administrators read the webhook deliveries"
  on public.webhook_deliveries for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.webhook_deliveries as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.webhook_deliveries from anon, authenticated, service_role;
grant select on public.webhook_deliveries to authenticated;

-- Adding -------------------------------------------------------------------------------------------

create function private.has_webhook() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.back_office_settings where webhook_url <> '')
$$;

create function private.queue_webhook(event text, record_id uuid default null, data jsonb default '{}')
returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.has_webhook() then
    insert into public.webhook_deliveries (event, record_id, data)
    values (event, record_id, coalesce(data, '{}'));
  end if;
end
$$;
comment on function private.queue_webhook(text, uuid, jsonb) is
  'Adds an event, such as record.approved, for the team''s chat, if the settings name a URL.';

create function private.queue_record_webhook() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = '' then
    return null;
  end if;
  perform private.queue_webhook(
    case
      when tg_op = 'INSERT' then 'record.received'
      when old.status in ('manual_payment_approved', 'manual_payment_rejected') then 'record.corrected'
      else 'record.' || private.result_of(new.status)
    end,
    new.id,
    jsonb_build_object(
      'id', new.id, 'kind', new.kind, 'status', new.status, 'amount', new.amount::text,
      'currency', new.currency, 'method', new.payment_method
    )
  );
  return null;
end
$$;

create trigger queue_webhook
  after insert on public.records
  for each row execute function private.queue_record_webhook();

create trigger queue_decision_webhook
  after update on public.records
  for each row
  when (old.status is distinct from new.status)
  execute function private.queue_record_webhook();

-- An administrator sends a test event, or a failed delivery again.
create function public.send_test_webhook() returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  delivery uuid;
begin
  perform private.require_admin();
  if not private.has_webhook() then
    raise exception using
      errcode = 'check_violation',
      hint = 'webhook.no_url',
      message = 'Enter the URL of the webhook first.';
  end if;
  insert into public.webhook_deliveries (event, data) values ('webhook.test', '{}')
  returning id into delivery;
  return delivery;
end
$$;

create function public.retry_webhook(delivery_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.webhook_deliveries
  set
    state = 'waiting', due_at = now(), finished_at = null, attempts = 0, error = null,
    created_at = now()
  where id = delivery_id and state = 'failed';
  if not found then
    raise exception using
      errcode = 'check_violation',
      hint = 'webhook.not_failed',
      message = 'Only a failed delivery can be sent again.';
  end if;
end
$$;

-- Sending ------------------------------------------------------------------------------------------

create function private.finish_webhook(delivery_id uuid, new_state text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  delivery public.webhook_deliveries;
begin
  update public.webhook_deliveries set state = new_state, finished_at = now()
  where id = delivery_id returning * into delivery;
  if delivery.record_id is not null then
    perform private.add_record_event(
      delivery.record_id, 'webhook',
      jsonb_strip_nulls(jsonb_build_object(
        'event', delivery.event, 'state', delivery.state, 'status_code', delivery.status_code,
        'error', delivery.error
      ))
    );
  end if;
end
$$;

create function public.claim_webhooks(max_deliveries integer default 20)
returns table (
  id uuid, attempt smallint, event text, data jsonb, created_at timestamptz, url text, secret text
)
language plpgsql security definer
set search_path = ''
as $$
begin
  return query
    update public.webhook_deliveries as delivery
    set state = 'sending', attempts = delivery.attempts + 1, due_at = now() + interval '2 minutes'
    from (
      select waiting.id
      from public.webhook_deliveries as waiting
      where waiting.finished_at is null and waiting.due_at <= now()
      order by waiting.due_at
      limit least(greatest(max_deliveries, 1), 100)
      for update skip locked
    ) as due
    cross join public.back_office_settings as settings
    where delivery.id = due.id and settings.webhook_url <> ''
    returning
      delivery.id, delivery.attempts, delivery.event, delivery.data, delivery.created_at,
      settings.webhook_url, private.webhook_secret();
end
$$;
comment on function public.claim_webhooks(integer) is
  'For the function send-webhooks: deliveries that are due, reserved for two minutes, with the URL and the secret.';

create function public.complete_webhook(
  delivery_id uuid, delivery_attempt smallint, status_code smallint, error text default null
) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  delivery public.webhook_deliveries;
begin
  update public.webhook_deliveries as sent
  set status_code = complete_webhook.status_code, error = left(complete_webhook.error, 200)
  where sent.id = delivery_id and sent.state = 'sending' and sent.attempts = delivery_attempt
  returning * into delivery;
  if delivery.id is null then
    return false;
  end if;
  if delivery.status_code between 200 and 299 then
    perform private.finish_webhook(delivery.id, 'delivered');
  elsif delivery.created_at < now() - private.mail_retry_period() then
    perform private.finish_webhook(delivery.id, 'failed');
  else
    update public.webhook_deliveries
    set
      state = 'waiting',
      due_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(delivery.attempts, 7) / 2)
    where id = delivery.id;
  end if;
  return true;
end
$$;
comment on function public.complete_webhook(uuid, smallint, smallint, text) is
  'For the function send-webhooks: the answer to an attempt. Other answers than 2xx are tried again for 24 hours.';

create function private.wake_webhooks() returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from public.webhook_deliveries where finished_at is null and due_at <= now()) then
    perform private.wake_function('send-webhooks');
  end if;
end
$$;

create function private.forget_old_webhooks() returns void
language sql security definer
set search_path = ''
as $$
  delete from public.webhook_deliveries where created_at < now() - interval '30 days'
$$;

revoke execute on function
  public.send_test_webhook(), public.retry_webhook(uuid), public.claim_webhooks(integer),
  public.complete_webhook(uuid, smallint, smallint, text)
  from public, anon, authenticated, service_role;
grant execute on function public.send_test_webhook(), public.retry_webhook(uuid) to authenticated;
grant execute on function
  public.claim_webhooks(integer), public.complete_webhook(uuid, smallint, smallint, text)
  to service_role;

revoke execute on all functions in schema private from public;
