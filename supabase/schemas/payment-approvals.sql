-- From a proposed link to an approved record: by a job, by an administrator, and back.

create function private.approve_record(record_id uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.orders set status = 'manual_payment_approved' where id = record_id;
  update public.recharges set status = 'manual_payment_approved' where id = record_id;
end
$$;

-- The state of a line follows from its links. "over" is a case until the excess is refunded or kept.
create function private.settle_line(line_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.bank_lines as line
  set
    state = case
      when linked.proposed > 0 then 'proposed'
      when linked.total < line.amount and linked.is_foreign is not true and line.resolution is null then 'case'
      else 'matched'
    end,
    case_reason = case
      when linked.total < line.amount and linked.is_foreign is not true
        then case when line.case_reason = 'several_records' then line.case_reason else 'over' end
    end
  from (
    select
      count(*) filter (where link.state = 'proposed') as proposed, sum(link.amount) as total,
      bool_or(bank_line.currency <> record.currency) as is_foreign
    from public.payment_links as link
    join public.bank_lines as bank_line on bank_line.id = link.line_id
    join public.records as record on record.id = link.record_id
    where link.line_id = settle_line.line_id and link.state <> 'undone'
  ) as linked
  where line.id = settle_line.line_id and linked.total is not null
$$;

-- The link is undone and the line is a case.
create function private.reject_link(link public.payment_links, reason text, administrator uuid)
returns void
language sql
set search_path = ''
as $$
  update public.payment_links
  set state = 'undone', undone_by = administrator, undone_at = now(), is_automatic = false
  where id = link.id;
  update public.bank_lines
  set
    state = 'case', case_reason = reason, resolution = null, resolved_by = null, resolved_at = null,
    candidate_ids = (array_remove(candidate_ids, link.record_id) || link.record_id)[1:10]
  where id = link.line_id;
$$;

-- Approves the record if the money covers it, by the same guards as a manual decision. The caller holds the locks.
create function private.confirm_link(link_id uuid, administrator uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  link public.payment_links;
  line public.bank_lines;
  record public.records;
  received_before numeric;
begin
  select * into link from public.payment_links where id = link_id;
  select * into line from public.bank_lines where id = link.line_id;
  select * into record from public.records where id = link.record_id;
  if link.state is distinct from 'proposed' or record.id is null then
    return 'payment_link.not_proposed';
  end if;
  if record.user_id = administrator then
    return 'review.own_record';
  end if;
  select coalesce(sum(private.booked_amount(other.amount, other_line.currency, record.amount, record.currency)), 0)
  into received_before
  from public.payment_links as other
  join public.bank_lines as other_line on other_line.id = other.line_id
  where other.record_id = record.id and other.state = 'confirmed';
  if received_before >= record.amount then
    perform private.reject_link(link, 'duplicate', administrator);
    return 'payment_link.already_paid';
  end if;
  if record.status = 'manual_payment_rejected' then
    perform private.reject_link(link, 'late', administrator);
    return 'review.already_decided';
  end if;
  if record.status = 'pending_manual_verification'
    and received_before
      + private.booked_amount(link.amount, line.currency, record.amount, record.currency) >= record.amount
  then
    if administrator is not null and private.needs_four_eyes(record.amount)
      and (record.first_approved_by is null or not private.is_administrator(record.first_approved_by))
    then
      perform public.approve_first(record.id);
      return 'first_approved';
    end if;
    perform private.approve_record(record.id);
    update public.bank_lines as paid set state = 'matched', case_reason = null
    from public.payment_links as earlier
    where earlier.record_id = record.id and earlier.state = 'confirmed' and paid.id = earlier.line_id
      and paid.case_reason = 'under';
  end if;
  update public.payment_links
  set state = 'confirmed', is_automatic = false, confirmed_by = administrator, confirmed_at = now()
  where id = link.id;
  perform private.settle_line(line.id);
  return 'confirmed';
end
$$;

create function private.lock_links(link_ids uuid[]) returns void
language sql
set search_path = ''
as $$
  select private.lock_payments(
    array(select line_id from public.payment_links where id = any (link_ids)),
    array(select record_id from public.payment_links where id = any (link_ids))
  )
$$;

-- Automatic approvals ------------------------------------------------------------------------------

-- Each approval is its own subtransaction: a rule that refuses one leaves the link for administrators.
create function private.approve_matched_links(max_links integer default 500) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  link_ids uuid[];
  link_id uuid;
  approved integer := 0;
begin
  select array_agg(chosen.id) into link_ids
  from (
    select link.id from public.payment_links as link
    where link.state = 'proposed' and link.is_automatic
    order by link.created_at, link.id limit max_links
  ) as chosen;
  if link_ids is null then
    return 0;
  end if;
  perform private.lock_links(link_ids);
  -- The decision has no actor: the caller only imported the line. The mail to the customer counts as one of a
  -- request.
  perform set_config('request.jwt.claims', '{"role":"service_role"}', true);
  foreach link_id in array link_ids loop
    -- The settings or the record may have changed since the match.
    if not exists (
      select from public.payment_links as link
      join public.records as record on record.id = link.record_id
      where link.id = link_id and link.state = 'proposed' and private.may_approve_by_itself(record)
    ) then
      update public.payment_links set is_automatic = false where id = link_id and is_automatic;
      continue;
    end if;
    begin
      if private.confirm_link(link_id, null) = 'confirmed' then
        approved := approved + 1;
      end if;
    exception when check_violation or sqlstate 'PT409' then
      update public.payment_links set is_automatic = false where id = link_id;
    end;
  end loop;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return approved;
end
$$;
comment on function private.approve_matched_links(integer) is
  'Confirms automatic links and approves their records, oldest first. Returns the number of confirmed links.';

-- Approvals by administrators ----------------------------------------------------------------------

create function public.confirm_payment_links(ids uuid[])
returns table (link_id uuid, result text)
language plpgsql security definer
set search_path = ''
as $$
declare
  refusal text;
begin
  perform private.require_admin();
  if cardinality(ids) > 200 then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.too_many',
      detail = json_build_object('max', 200),
      message = 'Confirm at most 200 payments at once.';
  end if;
  perform private.lock_links(ids);
  for link_id in select distinct id from unnest(ids) as id order by id loop
    begin
      result := private.confirm_link(link_id, auth.uid());
    exception when check_violation or sqlstate 'PT409' then
      get stacked diagnostics refusal = pg_exception_hint;
      result := refusal;
    end;
    return next;
  end loop;
end
$$;
comment on function public.confirm_payment_links(uuid[]) is
  'For administrators: confirms proposed links and approves their records. The result is confirmed, first_approved (another administrator must confirm, too) or the key of the rule that refused.';

create function public.undo_payment_link(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  link public.payment_links;
begin
  perform private.require_admin();
  perform private.lock_links(array[undo_payment_link.id]);
  select * into link from public.payment_links where payment_links.id = undo_payment_link.id;
  if link.id is null then
    raise sqlstate 'PT404' using
      hint = 'payment_link.not_found',
      message = 'This payment is not linked.';
  end if;
  if link.state = 'undone' then
    raise sqlstate 'PT409' using
      hint = 'payment_link.already_undone',
      message = 'This link was already undone.';
  end if;
  if auth.uid() in (link.created_by, link.confirmed_by) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.undo_by_another',
      message = 'Another administrator must undo your link.';
  end if;
  if exists (
    select from public.records where records.id = link.record_id and records.user_id = auth.uid()
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  perform private.reject_link(link, 'undone', auth.uid());
end
$$;
comment on function public.undo_payment_link(uuid) is
  'For administrators, other than the one who confirmed: the line is a case again. The decision of the record stays; correct_decision() changes it.';

revoke execute on function public.confirm_payment_links(uuid[]), public.undo_payment_link(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.confirm_payment_links(uuid[]), public.undo_payment_link(uuid)
  to authenticated;

revoke execute on all functions in schema private from public;
