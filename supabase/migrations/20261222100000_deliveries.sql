-- What follows an approval: the card or the top-up that the customer paid for is to be delivered.

-- back-office-settings.sql ------------------------------------------------------------------------

alter table public.back_office_settings
  alter column delivery_hours set default '{"card_order": 24, "mobile_recharge": 2}';
-- Without triggers: the default is no change of an administrator for the audit log.
alter table public.back_office_settings disable trigger user;
update public.back_office_settings
set delivery_hours = default
where delivery_hours = '{"card_order": 48, "mobile_recharge": 4}';
alter table public.back_office_settings enable trigger user;

-- deliveries.sql ----------------------------------------------------------------------------------

create table public.deliveries (
  -- The id of an order or a recharge, so no foreign key. A trigger inserts the row.
  record_id uuid primary key,
  user_id uuid not null references public.profiles on delete restrict,
  kind text not null check (kind in ('card_order', 'mobile_recharge')),
  state text not null default 'to_deliver'
    check (state in ('to_deliver', 'delivered', 'failed', 'cancelled')),
  due_at timestamptz not null,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  -- MM/YYYY
  card_expiry text check (card_expiry ~ '^(0[1-9]|1[0-2])/20[0-9]{2}$'),
  confirmation text check (length(confirmation) between 1 and 500),
  is_test boolean not null default false,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  -- The following columns are internal.
  delivered_by uuid,
  provider text check (length(provider) between 1 and 60),
  failure_reason text check (length(failure_reason) between 1 and 500),
  updated_at timestamptz not null default now(),
  -- Only a delivery has these values. The erasure of an account removes them.
  check (
    state = 'delivered'
    or (card_last4 is null and card_expiry is null and confirmation is null and delivered_at is null)
  ),
  check (kind = 'card_order' or (card_last4 is null and card_expiry is null)),
  check (kind = 'mobile_recharge' or confirmation is null)
);
comment on table public.deliveries is
  'One row per approved or completed order and recharge: whether the customer has received it.';
comment on column public.deliveries.card_last4 is 'The last four digits. The number is never stored.';
comment on column public.deliveries.confirmation is 'The confirmation of the operator, for the customer.';
comment on column public.deliveries.is_test is
  'Delivered by the sandbox of a provider: the card or the top-up does not exist.';
comment on column public.deliveries.provider is 'The provider that delivered. Null: by hand.';
comment on column public.deliveries.failure_reason is
  'Why the last attempt failed. For administrators only.';

-- The queue, oldest due first, and the finished deliveries, newest first.
create index deliveries_open_due_at_idx on public.deliveries (due_at, record_id)
  where state in ('to_deliver', 'failed');
create index deliveries_done_updated_at_idx on public.deliveries (updated_at desc, record_id desc)
  where state in ('delivered', 'cancelled');
create index deliveries_user_id_idx on public.deliveries (user_id, created_at desc);

create function private.promised_delivery_time(kind text) returns interval
language sql stable security definer
set search_path = ''
as $$
  select make_interval(secs => 3600 * (delivery_hours ->> kind)::double precision)
  from public.back_office_settings
$$;
comment on function private.promised_delivery_time(text) is
  'The time between an approval and the promised delivery, from the settings.';

-- A paid record is to be delivered. A record that is no longer paid is not, unless the customer has it already.
create function private.deliver_paid_record() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  record_kind constant text :=
    case tg_table_name when 'orders' then 'card_order' else 'mobile_recharge' end;
  current_state text;
begin
  if new.status in ('manual_payment_approved', 'completed') then
    insert into public.deliveries (record_id, user_id, kind, due_at)
    values (
      new.id, new.user_id, record_kind, now() + private.promised_delivery_time(record_kind)
    )
    on conflict (record_id) do update
    set state = 'to_deliver', due_at = excluded.due_at, updated_at = now()
    where deliveries.state = 'cancelled';
    return null;
  end if;

  select state into current_state from public.deliveries where record_id = new.id for update;
  if current_state = 'delivered' then
    raise sqlstate 'PT409' using
      hint = 'delivery.already_delivered',
      message = 'This has already been delivered.';
  end if;
  update public.deliveries
  set state = 'cancelled', failure_reason = null, updated_at = now()
  where record_id = new.id and state <> 'cancelled';
  return null;
end
$$;

create trigger deliver_paid_record
  after update on public.orders
  for each row
  when (old.status is distinct from new.status)
  execute function private.deliver_paid_record();

create trigger deliver_paid_record
  after update on public.recharges
  for each row
  when (old.status is distinct from new.status)
  execute function private.deliver_paid_record();

-- Records that were paid before this table existed. Accounts that are deleted wait for nothing.
insert into public.deliveries (record_id, user_id, kind, due_at, created_at, updated_at)
select
  paid.id, paid.user_id, paid.kind, paid.paid_at + private.promised_delivery_time(paid.kind),
  paid.paid_at, paid.paid_at
from (
  select id, user_id, 'card_order' as kind, coalesce(reviewed_at, updated_at) as paid_at
  from public.orders where status in ('manual_payment_approved', 'completed')
  union all
  select id, user_id, 'mobile_recharge', coalesce(reviewed_at, updated_at)
  from public.recharges where status in ('manual_payment_approved', 'completed')
) as paid
where not exists (
  select from auth.users where users.id = paid.user_id and users.deleted_at is not null
);

create trigger record_change
  after update or delete on public.deliveries
  for each row execute function private.record_change();

-- The timeline of the record, the mail to the customer and the webhook of the team.
create function private.report_delivery_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.add_record_event(
    new.record_id, 'delivered',
    jsonb_strip_nulls(jsonb_build_object(
      'state', new.state, 'provider', new.provider, 'is_test', nullif(new.is_test, false),
      'reason', new.failure_reason
    ))
  );
  if new.state = 'delivered' and old.state <> 'delivered' then
    perform private.queue_mail(
      case new.kind when 'card_order' then 'card_delivered' else 'top_up_delivered' end,
      new.user_id, new.record_id
    );
    perform private.queue_webhook(
      'record.delivered', new.record_id,
      jsonb_build_object('id', new.record_id, 'kind', new.kind, 'is_test', new.is_test)
    );
  end if;
  return null;
end
$$;

create trigger report_delivery_change
  after update on public.deliveries
  for each row
  when ((old.state, old.failure_reason) is distinct from (new.state, new.failure_reason))
  execute function private.report_delivery_change();

-- The name of the trigger sorts before erase_account, which then removes the values from the audit log.
create function private.cancel_deliveries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.deliveries
  set
    state = case when state = 'delivered' then state else 'cancelled' end,
    card_last4 = null, card_expiry = null, confirmation = null, failure_reason = null,
    updated_at = now()
  where user_id = new.id;
  return null;
end
$$;

create trigger cancel_deliveries
  after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.cancel_deliveries();

-- Delivering ---------------------------------------------------------------------------------------

create function private.require_delivery_administrator() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'delivery.administrator_required',
      message = 'Only administrators can do this.';
  end if;
end
$$;

-- A second administrator waits for the row lock and then finds the record delivered.
create function private.lock_open_delivery(record uuid, expected_kind text, administrator uuid)
returns public.deliveries
language plpgsql security definer
set search_path = ''
as $$
declare
  delivery public.deliveries;
begin
  select * into delivery from public.deliveries where record_id = record for update;
  if not found then
    raise sqlstate 'PT404' using
      hint = 'delivery.not_found',
      message = 'There is nothing to deliver for this record.';
  end if;
  if delivery.user_id = administrator then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.own_record',
      message = 'You can''t deliver your own record. Ask another administrator to do it.';
  end if;
  if delivery.state = 'delivered' then
    raise sqlstate 'PT409' using
      hint = 'delivery.already_delivered',
      message = 'This has already been delivered.';
  end if;
  if delivery.state = 'cancelled' then
    raise sqlstate 'PT409' using
      hint = 'delivery.cancelled',
      message = 'This record was rejected, so there is nothing to deliver.';
  end if;
  if delivery.kind is distinct from coalesce(expected_kind, delivery.kind) then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.kind',
      message = 'A card and a top-up are delivered in different ways.';
  end if;
  return delivery;
end
$$;

create function private.check_card_expiry(expiry text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  first_day date;
begin
  if expiry ~ '^(0[1-9]|1[0-2])/20[0-9]{2}$' then
    first_day := make_date(right(expiry, 4)::integer, left(expiry, 2)::integer, 1);
  end if;
  -- A card is valid until the end of its month.
  if first_day is null
    or first_day + interval '1 month' <= now()
    or first_day > now() + interval '20 years'
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.expiry',
      message = 'Enter an expiry date in the future as MM/YYYY.';
  end if;
end
$$;

create function private.complete_card_delivery(
  record uuid, last4 text, expiry text, administrator uuid, provider_name text, from_sandbox boolean
)
returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_open_delivery(record, 'card_order', administrator);
  if last4 is null or last4 !~ '^[0-9]{4}$' then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.last_digits',
      message = 'Enter the last four digits of the card, and no more.';
  end if;
  perform private.check_card_expiry(coalesce(expiry, ''));
  update public.deliveries
  set
    state = 'delivered', card_last4 = last4, card_expiry = expiry, is_test = from_sandbox,
    delivered_by = administrator, provider = provider_name, failure_reason = null,
    delivered_at = now(), updated_at = now()
  where record_id = record;
end
$$;

create function private.complete_top_up_delivery(
  record uuid, operator_text text, administrator uuid, provider_name text, from_sandbox boolean
)
returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(operator_text, 'confirmation', 500);
begin
  perform private.lock_open_delivery(record, 'mobile_recharge', administrator);
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.confirmation_required',
      message = 'Enter the confirmation of the operator.';
  end if;
  update public.deliveries
  set
    state = 'delivered', confirmation = tidy, is_test = from_sandbox,
    delivered_by = administrator, provider = provider_name, failure_reason = null,
    delivered_at = now(), updated_at = now()
  where record_id = record;
end
$$;

create function public.deliver_card(record_id uuid, last4 text, expiry text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_delivery_administrator();
  perform private.complete_card_delivery(
    record_id, btrim(last4), btrim(expiry), auth.uid(), null, false
  );
end
$$;
comment on function public.deliver_card(uuid, text, text) is
  'For administrators: the card of an order is issued. Takes its last four digits and its expiry as MM/YYYY.';

create function public.deliver_top_up(record_id uuid, confirmation text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_delivery_administrator();
  perform private.complete_top_up_delivery(record_id, confirmation, auth.uid(), null, false);
end
$$;
comment on function public.deliver_top_up(uuid, text) is
  'For administrators: the top-up of a recharge is sent. Takes the confirmation of the operator.';

create function public.fail_delivery(record_id uuid, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(reason, 'reason', 500);
begin
  perform private.require_delivery_administrator();
  perform private.lock_open_delivery(record_id, null, auth.uid());
  if tidy is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'delivery.reason_required',
      message = 'Enter why the delivery failed.';
  end if;
  update public.deliveries as delivery
  set state = 'failed', failure_reason = tidy, updated_at = now()
  where delivery.record_id = fail_delivery.record_id;
end
$$;
comment on function public.fail_delivery(uuid, text) is
  'For administrators: an attempt to deliver failed. The record stays in the queue. The customer does not see the reason.';

-- Providers ----------------------------------------------------------------------------------------

-- The functions of providers call this with the token of the administrator, and then deliver with the secret key.
create function public.provider_order(record_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  delivery public.deliveries;
begin
  perform private.require_delivery_administrator();
  delivery := private.lock_open_delivery(record_id, null, auth.uid());
  if delivery.kind = 'card_order' then
    return (
      select jsonb_build_object(
        'kind', delivery.kind, 'tier', orders.card_details ->> 'tier',
        'card_name', orders.card_details ->> 'cardName', 'holder', profiles.full_name,
        'amount', orders.amount::text, 'currency', orders.currency
      )
      from public.orders join public.profiles on profiles.id = orders.user_id
      where orders.id = delivery.record_id
    );
  end if;
  return (
    select jsonb_build_object(
      'kind', delivery.kind, 'operator', recharges.operator,
      'phone_number', recharges.phone_number, 'type', recharges.recharge_details ->> 'type',
      'amount', recharges.amount::text, 'currency', recharges.currency
    )
    from public.recharges where recharges.id = delivery.record_id
  );
end
$$;
comment on function public.provider_order(uuid) is
  'For administrators: what a provider needs to deliver a record that is not delivered yet.';

create function public.deliver_by_provider(
  record_id uuid, administrator_id uuid, provider text, is_test boolean, result jsonb
)
returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if result ? 'confirmation' then
    perform private.complete_top_up_delivery(
      record_id, result ->> 'confirmation', administrator_id, provider, is_test
    );
  else
    perform private.complete_card_delivery(
      record_id, result ->> 'last4', result ->> 'expiry', administrator_id, provider, is_test
    );
  end if;
end
$$;
comment on function public.deliver_by_provider(uuid, uuid, text, boolean, jsonb) is
  'For the functions of providers: stores {last4, expiry} of a card or {confirmation} of a top-up.';

-- The back office ----------------------------------------------------------------------------------

create function private.overdue_deliveries()
returns table (record_id uuid, kind text, user_id uuid, due_at timestamptz, late_by interval)
language sql stable security definer
set search_path = ''
as $$
  select record_id, kind, user_id, due_at, now() - due_at
  from public.deliveries
  where state in ('to_deliver', 'failed') and due_at < now()
  order by due_at, record_id
$$;
comment on function private.overdue_deliveries() is
  'The deliveries that were not made within the promised time, oldest first.';

-- One mail in four hours, however many deliveries are late.
create function private.queue_delivery_alarm() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  detail jsonb;
begin
  select jsonb_build_object('count', count(*), 'oldest', min(due_at))
  into detail
  from private.overdue_deliveries();
  if (detail ->> 'count')::bigint > 0 then
    perform private.queue_administrators_mail(
      'delivery_alarm', detail, 'delivery_alarm:' || floor(extract(epoch from now()) / 14400)
    );
  end if;
end
$$;
comment on function private.queue_delivery_alarm() is
  'Adds a mail to administrators when a delivery was not made within the promised time.';

create function public.delivery_queue(
  is_done boolean default false, after jsonb default null, page_size integer default 50
)
returns table (
  record_id uuid, kind text, state text, due_at timestamptz, is_overdue boolean, user_id uuid,
  customer_name text, customer_email text, amount numeric, currency text, details jsonb,
  approved_at timestamptz, card_last4 text, card_expiry text, confirmation text, is_test boolean,
  provider text, failure_reason text, delivered_at timestamptz, delivered_by_email text,
  sorted_at timestamptz
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  after_at constant timestamptz := (after ->> 'at')::timestamptz;
  after_id constant uuid := (after ->> 'id')::uuid;
  max_rows constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
begin
  if not private.is_admin() then
    return;
  end if;
  return query
    with page as (
      (
        select delivery.*, due_at as sorted_at, 1 as direction from public.deliveries as delivery
        where not is_done and state in ('to_deliver', 'failed')
          and (after is null or (due_at, record_id) > (after_at, after_id))
        order by due_at, record_id
        limit max_rows
      )
      union all
      (
        select delivery.*, updated_at, -1 from public.deliveries as delivery
        where is_done and state in ('delivered', 'cancelled')
          and (after is null or (updated_at, record_id) < (after_at, after_id))
        order by updated_at desc, record_id desc
        limit max_rows
      )
    )
    select
      page.record_id, page.kind, page.state, page.due_at,
      page.state in ('to_deliver', 'failed') and page.due_at < now(), page.user_id,
      profiles.full_name, users.email,
      coalesce(orders.amount, recharges.amount), coalesce(orders.currency, recharges.currency),
      coalesce(
        orders.card_details,
        jsonb_build_object(
          'operator', recharges.operator, 'phone_number', recharges.phone_number,
          'type', recharges.recharge_details ->> 'type'
        )
      ),
      page.created_at, page.card_last4, page.card_expiry, page.confirmation, page.is_test,
      page.provider, page.failure_reason, page.delivered_at, deliverer.email, page.sorted_at
    from page
    join public.profiles on profiles.id = page.user_id
    join public.users on users.id = page.user_id
    left join public.orders on page.kind = 'card_order' and orders.id = page.record_id
    left join public.recharges on page.kind = 'mobile_recharge' and recharges.id = page.record_id
    left join public.users as deliverer on deliverer.id = page.delivered_by
    order by
      page.direction * extract(epoch from page.sorted_at),
      case when page.direction = 1 then page.record_id end,
      case when page.direction = -1 then page.record_id end desc;
end
$$;
comment on function public.delivery_queue(boolean, jsonb, integer) is
  'For administrators: what is to deliver, oldest due first, or what is done, newest first. The next page starts after {at: sorted_at, id: record_id} of the last row.';

create function public.delivery_counts() returns table (open_count bigint, overdue_count bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then
    return;
  end if;
  return query
    select count(*), count(*) filter (where due_at < now())
    from public.deliveries where state in ('to_deliver', 'failed');
end
$$;
comment on function public.delivery_counts() is
  'For administrators: how many deliveries are open, and how many of them are overdue.';

-- Access -------------------------------------------------------------------------------------------

alter table public.deliveries enable row level security;

create policy "Deliveries are visible to their customer and administrators"
  on public.deliveries for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.deliveries as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.deliveries from anon, authenticated, service_role;
-- Customers and administrators have the same role, so administrators read the internal columns with
-- delivery_queue().
grant select (
  record_id, user_id, kind, state, due_at, card_last4, card_expiry, confirmation, is_test, delivered_at,
  created_at
) on public.deliveries to authenticated;
grant select on public.deliveries to service_role;

revoke execute on function
  public.deliver_card(uuid, text, text),
  public.deliver_top_up(uuid, text),
  public.fail_delivery(uuid, text),
  public.provider_order(uuid),
  public.deliver_by_provider(uuid, uuid, text, boolean, jsonb),
  public.delivery_queue(boolean, jsonb, integer),
  public.delivery_counts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.deliver_card(uuid, text, text),
  public.deliver_top_up(uuid, text),
  public.fail_delivery(uuid, text),
  public.provider_order(uuid),
  public.delivery_queue(boolean, jsonb, integer),
  public.delivery_counts()
  to authenticated;
grant execute on function public.deliver_by_provider(uuid, uuid, text, boolean, jsonb) to service_role;

revoke execute on all functions in schema private from public;

-- realtime.sql ------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.deliveries;

-- jobs.sql ----------------------------------------------------------------------------------------

do $jobs$
begin
  if exists (
    select from pg_namespace where nspname = 'cron' and has_schema_privilege(oid, 'usage')
  ) then
    execute $job$
      select cron.schedule('queue-delivery-alarm', '*/5 * * * *', 'select private.queue_delivery_alarm()')
    $job$;
  end if;
end
$jobs$;

-- export.sql --------------------------------------------------------------------------------------

-- Columns that only administrators read, such as why a delivery failed or an account was locked.
create function private.internal_columns() returns text[]
language sql immutable
as $$
  select array['delivered_by', 'provider', 'failure_reason', 'reason']
$$;

create or replace function private.exported_records(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) order by created_at, id), '[]')
      from public.orders where user_id = person
    ),
    'recharges', (
      select coalesce(jsonb_agg(to_jsonb(recharges) order by created_at, id), '[]')
      from public.recharges where user_id = person
    ),
    'transactions', (
      select coalesce(jsonb_agg(to_jsonb(transactions) order by created_at, id), '[]')
      from public.transactions where user_id = person
    ),
    'deliveries', (
      select coalesce(jsonb_agg(
        to_jsonb(delivery) - private.internal_columns() order by created_at, record_id
      ), '[]')
      from public.deliveries as delivery where user_id = person
    ),
    'sandbox_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) - 'id' order by created_at, id), '[]')
      from public.sandbox_checkout_sessions as payment where user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', bucket_id, 'name', name, 'metadata', metadata, 'user_metadata', user_metadata,
          'created_at', created_at, 'updated_at', updated_at, 'last_accessed_at', last_accessed_at
        ) order by created_at, id
      ), '[]')
      from storage.objects where owner_id = person::text
    ),
    'buckets', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'created_at', created_at) order by created_at, id
      ), '[]')
      from storage.buckets where owner_id = person::text
    )
  )
$$;

create or replace function private.exported_log(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with own_records as (
    select person as id
    union all select id from public.orders where user_id = person
    union all select id from public.recharges where user_id = person
  )
  select jsonb_build_object(
    'changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'recorded_at', recorded_at, 'by_yourself', actor_id is not distinct from person,
          'table', table_name, 'record', record_id, 'action', action,
          'before', before - private.internal_columns(), 'after', after - private.internal_columns()
        ) order by id
      ), '[]')
      from private.audit_log where record_id in (select id from own_records)
    ),
    'changes_to_others', (
      select coalesce(jsonb_agg(
        jsonb_build_object('recorded_at', recorded_at, 'table', table_name, 'action', action)
        order by id
      ), '[]')
      from private.audit_log
      where actor_id = person and record_id not in (select id from own_records)
    ),
    'security_events', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'recorded_at', created_at, 'action', payload ->> 'action', 'by_yourself', is_own,
          'ip', case when is_own then nullif(ip_address, '') end,
          'details', case
            when coalesce(payload -> 'traits' ->> 'user_id', person::text) = person::text
              then payload -> 'traits'
          end
        ) order by created_at, id
      ), '[]')
      from auth.audit_log_entries
      cross join lateral (select payload ->> 'actor_id' = person::text as is_own) as actor
      where payload ->> 'actor_id' = person::text
        or payload -> 'traits' ->> 'user_id' = person::text
    )
  )
$$;

revoke execute on function private.internal_columns() from public;
