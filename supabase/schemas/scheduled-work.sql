-- What runs without a click: jobs add mails for administrators and wake functions.

create table private.functions_endpoint (
  is_only_row boolean primary key default true check (is_only_row),
  url text not null check (url ~ '^https?://[^[:space:]]+[^/[:space:]]$')
);
comment on table private.functions_endpoint is
  'The URL of the functions on hosted Supabase: https://<project>.supabase.co/functions/v1. apps/server sets its own elsewhere.';
alter table private.functions_endpoint enable row level security;
revoke all on private.functions_endpoint from anon, authenticated, service_role;

create function private.functions_url() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  url text;
begin
  select endpoint.url into url from private.functions_endpoint as endpoint;
  if url is null and to_regprocedure('backend_net.functions_url()') is not null then
    execute 'select backend_net.functions_url()' into url;
  end if;
  return url;
end
$$;
comment on function private.functions_url() is 'The URL of the functions without a slash at its end. Null: not known.';

-- The request has no secret: it only makes the function look for work.
create function private.wake_function(name text) returns void
language plpgsql
set search_path = ''
as $$
declare
  url constant text := private.functions_url();
begin
  if url is null or to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null then
    return;
  end if;
  execute 'select net.http_post($1)' using url || '/' || name;
end
$$;

create function private.wake_mails() returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from private.outbox where finished_at is null and due_at <= now()) then
    perform private.wake_function('send-mails');
  end if;
end
$$;

-- Mails to administrators --------------------------------------------------------------------------

create function private.queue_digest() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  head private.audit_chain;
  detail jsonb;
begin
  if not exists (
    select from public.back_office_settings
    where digest_hour = extract(hour from now() at time zone 'UTC')
  ) then
    return;
  end if;
  select * into head from private.audit_chain order by position desc limit 1;
  select jsonb_build_object(
    'day', today - 1,
    'received', count(*) filter (where created_at >= today - 1 and created_at < today),
    'approved', count(*) filter (
      where decided_at >= today - 1 and decided_at < today and status in ('manual_payment_approved', 'completed')
    ),
    'rejected', count(*) filter (
      where decided_at >= today - 1 and decided_at < today and status = 'manual_payment_rejected'
    ),
    'pending', count(*) filter (where status = 'pending_manual_verification'),
    'oldest', min(created_at) filter (where status = 'pending_manual_verification'),
    'audit_head', head.position || ':' || encode(head.hash, 'hex')
  )
  into detail
  from public.records
  where status = 'pending_manual_verification' or created_at >= today - 1 or decided_at >= today - 1;
  perform private.queue_administrators_mail('digest', detail, 'digest:' || today);
end
$$;
comment on function private.queue_digest() is
  'Adds the morning mail to administrators in the hour that the settings name.';

-- One mail in four hours, however many records wait too long.
create function private.queue_age_alarm() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  detail jsonb;
begin
  select jsonb_build_object('count', count(*), 'oldest', min(created_at))
  into detail
  from private.overdue_records();
  if (detail ->> 'count')::bigint > 0 then
    perform private.queue_administrators_mail(
      'queue_alarm', detail, 'queue_alarm:' || floor(extract(epoch from now()) / 14400)
    );
  end if;
end
$$;
comment on function private.queue_age_alarm() is
  'Adds a mail to administrators when a record waits longer than the age limit of its payment method.';

create function private.forget_old_mails() returns void
language sql security definer
set search_path = ''
as $$
  delete from private.outbox where finished_at < now() - interval '90 days'
$$;

revoke execute on all functions in schema private from public;
