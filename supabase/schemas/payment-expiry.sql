-- Records whose payment does not arrive, or not in full. A record without any payment is rejected after the days that
-- the settings name for its method, a day after a mail. A part of a payment asks the customer for the rest.

-- The mails that announced an expiry. No foreign key, as in the outbox.
create table private.expiry_warnings (
  record_id uuid primary key,
  -- The time that the mail names. The record is not rejected before.
  pay_by timestamptz not null
);
alter table private.expiry_warnings enable row level security;
revoke all on private.expiry_warnings from anon, authenticated, service_role;

-- A payment that an administrator has to confirm counts, too.
create function private.has_payment(record_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.payment_links as link
    where link.record_id = has_payment.record_id and link.state in ('proposed', 'confirmed')
  )
$$;

create function private.payment_code_of(record_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select code.code from private.payment_codes as code where code.record_id = payment_code_of.record_id
$$;

-- A record on hold, or with one of two approvals, is in the hands of an administrator.
create function private.expiring_records()
returns table (record_id uuid, kind text, due_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select record.id, record.kind, record.created_at + expiry.days * interval '1 day'
  from public.matching_settings as settings
  cross join lateral (
    select entry.key as payment_method, entry.value::numeric as days
    from jsonb_each_text(settings.expiry_days) as entry (key, value)
    where entry.value is not null
  ) as expiry
  join public.records as record
    on record.payment_method = expiry.payment_method
    and record.status = 'pending_manual_verification'
    and record.created_at + expiry.days * interval '1 day' < now() + interval '1 day'
  where (record.held_until is null or record.held_until <= now())
    and record.first_approved_by is null
    and not private.has_payment(record.id)
$$;
comment on function private.expiring_records() is
  'The pending records without a payment whose time is over, or will be within a day.';

-- The customer reads the reason, so it is in the customer's language.
create function private.expiry_reason(locale text) returns text
language sql immutable
set search_path = ''
as $$
  select case split_part(lower(locale), '-', 1)
    when 'de' then 'Es ist keine Zahlung rechtzeitig eingegangen. Der Auftrag wurde automatisch storniert.'
    when 'fr' then 'Aucun paiement n’est arrivé à temps. La commande a été annulée automatiquement.'
    when 'es' then 'No ha llegado ningún pago a tiempo. El pedido se ha cancelado automáticamente.'
    when 'hi' then 'समय पर कोई भुगतान नहीं मिला। ऑर्डर अपने-आप रद्द कर दिया गया।'
    when 'ar' then 'لم تصل أي دفعة في الوقت المحدد. أُلغي الطلب تلقائيًا.'
    else 'No payment arrived in time. The order was cancelled automatically.'
  end
$$;

create function private.warn_of_expiry() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  added private.expiry_warnings;
begin
  -- A record that was paid, held or decided, or whose method no longer expires, gets another mail if that changes.
  delete from private.expiry_warnings as warning
  where not exists (select from private.expiring_records() as record where record.record_id = warning.record_id);
  for added in
    insert into private.expiry_warnings (record_id, pay_by)
    select record.record_id, greatest(record.due_at, now() + interval '1 day')
    from private.expiring_records() as record
    on conflict do nothing
    returning record_id, pay_by
  loop
    perform private.queue_mail(
      'expiry_warning', record.user_id, record.id,
      jsonb_strip_nulls(jsonb_build_object(
        'pay_by', added.pay_by, 'payment_code', private.payment_code_of(record.id)
      ))
    )
    from public.records as record where record.id = added.record_id;
  end loop;
end
$$;

-- Rejects one record, unless a payment or an administrator was faster.
create function private.expire_record(expiring_id uuid, kind text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  customer uuid;
  reason text;
begin
  -- Payments take the same lock, and decisions of administrators both, in this order.
  if kind = 'card_order' then
    select user_id into customer from public.orders
    where id = expiring_id and status = 'pending_manual_verification' for update skip locked;
  else
    select user_id into customer from public.recharges
    where id = expiring_id and status = 'pending_manual_verification' for update skip locked;
  end if;
  perform from public.records
  where id = expiring_id and (held_until is null or held_until <= now()) and first_approved_by is null for update;
  if not found or customer is null or private.has_payment(expiring_id) then
    return false;
  end if;
  select private.expiry_reason(coalesce(recipient.raw_user_meta_data ->> 'locale', 'en')) into reason
  from auth.users as recipient where recipient.id = customer;
  if kind = 'card_order' then
    update public.orders set status = 'manual_payment_rejected', admin_notes = reason where id = expiring_id;
  else
    update public.recharges set status = 'manual_payment_rejected', admin_notes = reason where id = expiring_id;
  end if;
  perform private.queue_mail('expired', customer, expiring_id, '{}', 'expired:' || expiring_id);
  delete from private.expiry_warnings where record_id = expiring_id;
  return true;
end
$$;

create function private.expire_records() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  expiring record;
begin
  perform private.warn_of_expiry();
  for expiring in
    select record.record_id, record.kind
    from private.expiring_records() as record
    join private.expiry_warnings as warning on warning.record_id = record.record_id
    where warning.pay_by <= now()
    order by record.due_at
    limit 500
  loop
    begin
      perform private.expire_record(expiring.record_id, expiring.kind);
    exception when others then
      -- One record must not keep the others.
      raise warning 'payment-expiry: failed to reject record %: %', expiring.record_id, sqlerrm;
    end;
  end loop;
end
$$;
comment on function private.expire_records() is
  'Announces and rejects records without a payment. A scheduled job calls it.';

-- Underpaid ----------------------------------------------------------------------------------------

-- A second part that is still too small asks again. The same sum asks once.
create function private.queue_underpaid_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.queue_mail(
    'underpaid', underpaid.user_id, underpaid.id,
    jsonb_strip_nulls(jsonb_build_object(
      'received_amount', underpaid.received::text, 'missing_amount', (underpaid.amount - underpaid.received)::text,
      'payment_code', private.payment_code_of(underpaid.id)
    )),
    'underpaid:' || underpaid.id || ':' || underpaid.received
  )
  from (
    select record.id, record.user_id, record.amount, paid.received
    from private.received_amounts(array(
      select distinct record_id from added where kind in ('under', 'manual') and state <> 'undone'
    )) as paid
    join public.records as record on record.id = paid.record_id
    where record.status = 'pending_manual_verification' and paid.received > 0 and paid.received < record.amount
    order by record.id
  ) as underpaid;
  return null;
end
$$;

create trigger queue_underpaid_mail
  after insert on public.payment_links
  referencing new table as added
  for each statement execute function private.queue_underpaid_mail();

revoke execute on all functions in schema private from public;
