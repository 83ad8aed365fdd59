-- A faster import of bank lines: most texts need no masking, and one statement queues the mails of all links.

-- Removes control characters. A text that is too long is cut: a payment is never refused for its text.
create or replace function private.bank_text(value text, max_length integer) returns text
language sql immutable parallel safe
as $$
  select nullif(btrim(left(
    case
      -- Most texts are printable ASCII with fewer digits than a card number.
      when octet_length(value) = length(value) and value !~ '[[:cntrl:]]'
        and length(value) - length(translate(value, '0123456789', '')) < 12
        then value
      else private.without_direction_controls(
        regexp_replace(
          private.mask_card_numbers(left(value, 4000)), '[[:cntrl:]]+', ' ', 'g'
        )
      )
    end,
    max_length
  )), '')
$$;

drop trigger queue_underpaid_mail on public.payment_links;

create or replace function private.queue_underpaid_mail() returns trigger
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

-- Only match_bank_lines() writes this list, and lines are never deleted.
alter table private.waiting_references drop constraint waiting_references_line_id_fkey;

revoke execute on all functions in schema private from public;
