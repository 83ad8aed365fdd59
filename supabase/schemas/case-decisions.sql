-- What an administrator does with a case.

-- Links the rest of the line to a record and approves the record if the money covers it.
create function private.link_case(line public.bank_lines, wanted_record uuid, note text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
  received numeric;
  remaining numeric;
  new_link uuid;
  outcome text;
begin
  select * into record from public.records where id = wanted_record;
  if record.id is null then
    raise sqlstate 'PT404' using
      hint = 'record.not_found',
      message = 'This record doesn''t exist.';
  end if;
  if record.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  select coalesce(sum(amounts.received), 0) into received
  from private.received_amounts(array[record.id]) as amounts;
  select line.amount - coalesce(sum(link.amount), 0) into remaining
  from public.payment_links as link where link.line_id = line.id and link.state <> 'undone';
  if remaining <= 0 or received >= record.amount then
    raise sqlstate 'PT409' using
      hint = 'payment_case.already_paid',
      message = 'The line has no money left, or the record is already paid.';
  end if;
  if record.status = 'manual_payment_rejected' then
    perform public.correct_decision(record.id, 'manual_payment_approved', note);
  end if;
  insert into public.payment_links (line_id, record_id, amount, kind, matched_by, created_by)
  values (
    line.id, record.id,
    case when line.currency = record.currency then least(remaining, record.amount - received) else remaining end,
    'manual', 'manual', auth.uid()
  )
  returning id into new_link;
  outcome := private.confirm_link(new_link, auth.uid());
  if outcome not in ('confirmed', 'first_approved') then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.not_linked',
      message = 'The payment could not be linked to this record.';
  end if;
  update public.bank_lines
  set resolution = 'linked', resolution_note = note, resolved_by = auth.uid(), resolved_at = now()
  where id = line.id;
  perform private.settle_line(line.id);
end
$$;

create function public.resolve_case(
  line_id uuid, action text, record_id uuid default null, note text default null
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(note, 'note', 1000);
  line public.bank_lines;
begin
  perform private.require_admin();
  perform private.lock_payments(
    array[resolve_case.line_id], array_remove(array[resolve_case.record_id], null)
  );
  select * into line from public.bank_lines where id = resolve_case.line_id;
  if line.id is null then
    raise sqlstate 'PT404' using
      hint = 'bank_line.not_found',
      message = 'This bank line does not exist.';
  end if;
  if action is null or action not in ('link', 'ignore', 'refunded', 'credit', 'reopen')
    or (action = 'link') <> (resolve_case.record_id is not null)
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.action',
      message = 'Choose what to do with the payment.';
  end if;
  if line.state <> (case action when 'reopen' then 'ignored' else 'case' end) then
    raise sqlstate 'PT409' using
      hint = 'payment_case.closed',
      message = 'Another administrator has closed this case.';
  end if;
  if action = 'link' and line.amount <= 0 then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.no_money',
      message = 'Only money that arrived can pay a record.';
  end if;
  if action = 'link' then
    perform private.link_case(line, resolve_case.record_id, tidy);
    return;
  end if;
  update public.bank_lines
  set
    state = case
      when action = 'reopen' then 'case'
      when exists (
        select from public.payment_links as link where link.line_id = line.id and link.state <> 'undone'
      ) then 'matched'
      else 'ignored'
    end,
    resolution = case action when 'ignore' then 'ignored' when 'reopen' then null else action end,
    resolution_note = tidy,
    resolved_by = case when action <> 'reopen' then auth.uid() end,
    resolved_at = case when action <> 'reopen' then now() end
  where id = line.id;
end
$$;
comment on function public.resolve_case(uuid, text, uuid, text) is
  'For administrators: link (to record_id), ignore, refunded, credit, or reopen an ignored line.';

revoke execute on function public.resolve_case(uuid, text, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.resolve_case(uuid, text, uuid, text) to authenticated;

revoke execute on all functions in schema private from public;
