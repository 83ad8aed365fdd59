-- Matching: which records the imported bank lines pay. See docs/decisions/031-matching-of-payments.md.

create index records_reference_key_idx on public.records (private.reference_key(transaction_reference))
  where payment_method <> 'card_payment';

-- A line can arrive before the customer submits the form.
create table private.waiting_references (
  reference text not null,
  -- Only match_bank_lines() writes this list, and lines are never deleted.
  line_id uuid not null,
  primary key (reference, line_id)
);
comment on table private.waiting_references is
  'The codes and references of lines that no record has. A submission with one of them is matched at once.';
create index waiting_references_line_id_idx on private.waiting_references (line_id);
alter table private.waiting_references enable row level security;
revoke all on private.waiting_references from anon, authenticated, service_role;

-- Records that the texts of lines name: by a code, by a code with one wrong character, or by a reference. A record
-- with a code is not searched by references.
-- Each key is looked up by its index: the statistics of new lines do not exist yet.
create function private.named_records(line_ids uuid[])
returns table (line_id uuid, record_id uuid, named_by text)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
#variable_conflict use_column
begin
  return query
    with line as materialized (
      select line.id, line.codes, line.near_codes, line.reference_keys, line.booking_date
      from unnest(line_ids) as wanted (id)
      join public.bank_lines as line on line.id = wanted.id
    ),
    named as materialized (
      select
        line.id, line.booking_date, line.reference_keys, line.near_codes,
        array(
          select record.id from unnest(line.codes) as code
          join public.records as record on record.payment_code = code
        ) as by_code
      from line
    )
    select named.id, record.id, 'code'
    from named cross join lateral (select distinct unnest(named.by_code)) as record (id)
    union all
    select distinct named.id, record.id, 'near'
    from named
    cross join lateral unnest(named.near_codes) as code
    join public.records as record on record.payment_code = code
    where named.by_code = '{}'
    union all
    select distinct named.id, record.id, 'reference'
    from named
    cross join lateral unnest(named.reference_keys) as reference
    cross join lateral (
      select record.id, record.created_at from public.records as record
      where private.reference_key(record.transaction_reference) = reference
        and record.payment_method <> 'card_payment'
      offset 0
    ) as record
    where named.by_code = '{}'
      and record.created_at between named.booking_date - interval '180 days'
        and named.booking_date + interval '60 days';
end
$$;

-- What the records have received, apart from undone links.
create function private.received_amounts(record_ids uuid[])
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

create function private.may_approve_by_itself(record public.records) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce((settings.auto_approve ->> record.payment_method)::boolean, false)
    and record.amount < coalesce(office.four_eyes_amount, 'infinity')
    and (record.held_until is null or record.held_until <= now())
    and record.flag < 3
    and not private.is_administrator(record.user_id)
  from public.matching_settings as settings cross join public.back_office_settings as office
$$;
comment on function private.may_approve_by_itself(public.records) is
  'Whether an exact payment approves this pending record without an administrator.';

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
create function private.match_bank_lines(line_ids uuid[]) returns void
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
comment on function private.match_bank_lines(uuid[]) is
  'Links the lines that no record is known for to the records that they pay, or says why an administrator must look at them.';

-- A submission whose code or reference a line has already.
create function private.match_waiting_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  line_ids uuid[];
begin
  select array_agg(distinct waiting.line_id) into line_ids
  from private.waiting_references as waiting
  where waiting.reference in (new.payment_code, private.reference_key(new.transaction_reference));
  if line_ids is not null then
    perform private.match_bank_lines(line_ids[1:20]);
    delete from private.waiting_references as waiting
    using public.bank_lines as line
    where waiting.line_id = any (line_ids) and line.id = waiting.line_id
      and line.case_reason is distinct from 'unknown';
  end if;
  return null;
end
$$;

create trigger match_waiting_lines
  after insert on public.records
  for each row
  when (new.payment_method <> 'card_payment')
  execute function private.match_waiting_lines();

revoke execute on all functions in schema private from public;
