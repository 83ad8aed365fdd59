-- Faster matching: the planner cannot know how many lines an import has, and its nested loops compared each line of
-- a call with each other line.

-- In the order of the keys, so that two imports of the same lines wait for each other and never in a circle.
create or replace function private.add_bank_lines(lines jsonb, source text) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  added uuid[];
begin
  with account as materialized (
    -- Most statements have one account, and its text takes as long as all others of a line.
    select written, private.bank_text(written, 70) as safe
    from (select distinct line ->> 'account' as written from jsonb_array_elements(lines) as line) as accounts
  ),
  line as (
    select distinct on (line.line_key)
      line.*,
      account.safe as safe_account,
      private.bank_text(line.counterparty_name, 300) as safe_name,
      private.bank_text(line.counterparty_iban, 70) as safe_iban,
      private.bank_text(line.remittance_text, 2000) as safe_text,
      private.bank_text(line.end_to_end_id, 200) as safe_end_to_end_id,
      private.bank_text(line.bank_reference, 200) as safe_bank_reference
    from jsonb_to_recordset(lines) as line (
      line_key text, account text, booking_date date, value_date date, amount numeric, currency text,
      counterparty_name text, counterparty_iban text, remittance_text text, end_to_end_id text,
      bank_reference text, is_reversal boolean
    )
    join account on account.written = line.account
    where not exists (select from public.bank_lines as known where known.line_key = line.line_key)
    order by line.line_key
  ),
  inserted as (
    insert into public.bank_lines (
      line_key, account, booking_date, value_date, amount, currency, counterparty_name,
      counterparty_iban, remittance_text, end_to_end_id, bank_reference, is_reversal, source,
      imported_by, codes, near_codes, reference_keys
    )
    select
      line.line_key, line.safe_account, line.booking_date, line.value_date,
      trim_scale(line.amount), line.currency, line.safe_name, line.safe_iban, line.safe_text,
      line.safe_end_to_end_id, line.safe_bank_reference, coalesce(line.is_reversal, false),
      add_bank_lines.source, auth.uid(), named.codes, named.near_codes, named.reference_keys
    from line
    cross join lateral private.read_references(
      concat_ws(' / ', line.safe_text, line.safe_end_to_end_id, line.safe_bank_reference)
    ) as named
    order by line.line_key
    on conflict (line_key) do nothing
    returning id
  )
  select array_agg(id) into added from inserted;
  return coalesce(added, '{}');
end
$$;

-- What the records have received, apart from undone links.
create or replace function private.received_amounts(record_ids uuid[])
returns table (record_id uuid, received numeric)
language sql stable
set search_path = ''
set enable_nestloop = on
as $$
  select
    link.record_id,
    sum(private.booked_amount(link.amount, line.currency, record.amount, record.currency))
  from public.payment_links as link
  join public.bank_lines as line on line.id = link.line_id
  join public.records as record on record.id = link.record_id
  where link.record_id = any (record_ids) and link.state <> 'undone'
  group by link.record_id
$$;

-- What each line is, and one row for each record that it pays. The lines of a record are judged together.
-- The planner cannot know how many lines an import has, so it must not choose nested loops.
create function private.judge_bank_lines(
  line_ids uuid[], pair_lines uuid[], pair_records uuid[], pair_kinds text[]
)
returns table (
  line_id uuid, state text, case_reason text, candidate_ids uuid[],
  record_id uuid, amount numeric, kind text, named_by text, link_state text, is_automatic boolean
)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_nestloop = off
set jit = off
as $$
#variable_conflict use_column
begin
  return query
    with named as materialized (
      select * from unnest(pair_lines, pair_records, pair_kinds) as named (line_id, record_id, named_by)
    ),
    record as materialized (
      select record.id, record.amount, record.currency, record.status, record as whole
      from public.records as record where record.id = any (pair_records)
    ),
    line as materialized (
      select
        line.id, line.amount, line.currency, line.booking_date, line.is_reversal, line.line_key,
        coalesce(found.records, 0) as records, found.named_by, found.record_id, found.record_ids
      from public.bank_lines as line
      left join (
        select
          line_id, count(*) as records, min(named_by) as named_by,
          (array_agg(record_id order by record_id))[1] as record_id,
          (array_agg(record_id order by record_id))[1:10] as record_ids
        from named group by line_id
      ) as found on found.line_id = line.id
      where line.id = any (line_ids)
        -- A line that another transaction has matched meanwhile stays as it is.
        and line.state = 'case' and line.case_reason = 'unknown' and line.resolution is null
    ),
    received as materialized (
      select * from private.received_amounts(array(select distinct record_id from named))
    ),
    -- One record: the amounts before and after each line, in the order of the bank.
    single as (
      select
        line.id, line.record_id, line.amount, line.named_by, record.amount as due, record.status, record.whole,
        coalesce(received.received, 0) + sum(line.amount) over (
          partition by line.record_id order by line.booking_date, line.line_key
        ) - line.amount as before
      from line
      join record on record.id = line.record_id
      left join received on received.record_id = line.record_id
      where line.records = 1 and line.amount > 0 and line.named_by in ('code', 'reference')
        and line.currency = record.currency and line.booking_date <= current_date + 3
        and record.status <> 'manual_payment_rejected' and record.status <> 'completed'
    ),
    judged_single as materialized (
      select
        *,
        case
          when before >= due then 'duplicate'
          when before + amount < due then 'under'
          when before + amount > due then 'over'
          else 'exact'
        end as verdict,
        status = 'pending_manual_verification' as is_pending
      from single
    ),
    -- Several records: only if the line is the sum of what all of them wait for.
    several as (
      select named.line_id
      from line
      join named on named.line_id = line.id
      join record on record.id = named.record_id
      left join received on received.record_id = record.id
      where line.records > 1 and line.amount > 0 and line.named_by = 'code'
        and line.booking_date <= current_date + 3
      group by named.line_id, line.amount, line.currency
      having sum(record.amount) = line.amount
        and bool_and(
          record.status = 'pending_manual_verification' and record.currency = line.currency
          and received.received is null
        )
        and not exists (
          select from named as other
          where other.line_id <> named.line_id and other.named_by = 'code'
            and other.record_id = any (array_agg(named.record_id))
        )
    ),
    new_link as materialized (
      select
        id as line_id, record_id, least(amount, due - before) as amount, verdict as kind, named_by,
        case when verdict = 'under' or not is_pending then 'confirmed' else 'proposed' end as state,
        is_pending and verdict <> 'under' and private.may_approve_by_itself(whole) as is_automatic
      from judged_single
      where named_by = 'code' and verdict <> 'duplicate'
      union all
      select id, record_id, amount, 'exact', named_by, 'proposed', false
      from judged_single where named_by = 'reference' and verdict = 'exact'
      union all
      select named.line_id, named.record_id, record.amount, 'exact', 'code', 'proposed', false
      from several
      join named on named.line_id = several.line_id
      join record on record.id = named.record_id
    ),
    paid as (
      select line_id, min(kind) as kind, min(state) as state from new_link group by line_id
    ),
    judged as (
      select
        line.id,
        case
          when paid.state = 'proposed' then 'proposed'
          when paid.kind = 'exact' then 'matched'
          when line.amount = 0 then 'ignored'
          when line.amount < 0 and not line.is_reversal
            and not coalesce(line.named_by = 'code' and received.received > 0, false) then 'ignored'
          else 'case'
        end as state,
        case
          when paid.kind = 'exact' then null
          when paid.kind is not null then paid.kind
          when line.amount = 0 or line.amount < 0 and not line.is_reversal
            and not coalesce(line.named_by = 'code' and received.received > 0, false) then 'outgoing'
          when line.amount < 0 then 'reversal'
          when line.booking_date > current_date + 3 then 'future_date'
          when line.records = 0 then 'unknown'
          when line.named_by = 'near' then 'wrong_character'
          when line.records > 1 then 'several_records'
          when line.currency <> record.currency then 'other_currency'
          when record.status = 'manual_payment_rejected' then 'late'
          when record.status = 'completed' then 'duplicate'
          when judged_single.verdict in ('under', 'over') then judged_single.verdict
          else 'duplicate'
        end as reason,
        coalesce(line.record_ids, '{}') as candidate_ids
      from line
      left join paid on paid.line_id = line.id
      left join judged_single on judged_single.id = line.id
      left join record on record.id = line.record_id
      left join received on received.record_id = line.record_id
    )
    select
      judged.id, judged.state, judged.reason, judged.candidate_ids,
      new_link.record_id, new_link.amount, new_link.kind, new_link.named_by, new_link.state, new_link.is_automatic
    from judged
    left join new_link on new_link.line_id = judged.id;
end
$$;

-- Writes links and states in one statement.
create or replace function private.match_bank_lines(line_ids uuid[]) returns void
language plpgsql security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  pair_lines uuid[];
  pair_records uuid[];
  pair_kinds text[];
begin
  select
    coalesce(array_agg(named.line_id), '{}'), coalesce(array_agg(named.record_id), '{}'),
    coalesce(array_agg(named.named_by), '{}')
  into pair_lines, pair_records, pair_kinds
  from private.named_records(line_ids) as named;
  perform private.lock_payments(line_ids, pair_records);

  with judged as materialized (
    select * from private.judge_bank_lines(line_ids, pair_lines, pair_records, pair_kinds)
  ),
  linked as (
    insert into public.payment_links
      (line_id, record_id, amount, kind, matched_by, state, is_automatic, confirmed_at)
    select
      line_id, record_id, amount, kind, named_by, link_state, is_automatic,
      case link_state when 'confirmed' then now() end
    from judged where record_id is not null
  ),
  waiting as (
    insert into private.waiting_references (reference, line_id)
    select distinct reference, bank_line.id
    from judged
    join public.bank_lines as bank_line on bank_line.id = judged.line_id
    cross join lateral unnest(
      bank_line.reference_keys || array(
        select code from private.payment_codes where code = any (bank_line.codes)
      )
    ) as reference
    where judged.case_reason = 'unknown' and bank_line.amount > 0
    on conflict do nothing
  )
  update public.bank_lines
  set state = judged.state, case_reason = judged.case_reason, candidate_ids = judged.candidate_ids
  from (select distinct on (line_id) * from judged order by line_id) as judged
  where bank_lines.id = judged.line_id
    and (bank_lines.state, bank_lines.case_reason, bank_lines.candidate_ids)
      is distinct from (judged.state, judged.case_reason, judged.candidate_ids);
end
$$;

revoke execute on all functions in schema private from public;
