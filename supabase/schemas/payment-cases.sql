-- Cases: bank lines that an administrator must look at, with the likeliest records, and the search over all lines.

-- The records that the texts name first, then pending ones of the same amount: of a customer with the name of the
-- payer, or submitted shortly before the payment.
create function private.likely_records(line public.bank_lines) returns jsonb
language sql stable security definer
set search_path = ''
set jit = off
as $$
  with payer as (
    select regexp_split_to_array(private.search_text(coalesce(line.counterparty_name, '')), '[^[:alnum:]]+') as words
  ),
  reversed as (
    -- A reversal has the reference of the line that it takes back.
    select link.record_id
    from public.bank_lines as original
    join public.payment_links as link on link.line_id = original.id
    where line.amount < 0 and line.end_to_end_id is not null
      and original.end_to_end_id = line.end_to_end_id and original.amount = -line.amount
  ),
  candidate as (
    select named.id as record_id, 2 as grade
    from unnest(line.candidate_ids || array(select record_id from reversed)) as named (id)
    union all
    (
      select near.id, 0
      from (
        select record.id, record.created_at, record.status
        from public.records as record
        where record.amount = line.amount and line.amount > 0
          and record.created_at < line.booking_date + interval '3 days'
          and record.created_at > line.booking_date - interval '90 days'
        order by record.created_at desc
        limit 300
      ) as near
      where near.status = 'pending_manual_verification'
    )
  ),
  rated as (
    select
      candidate.record_id, record.*, profiles.full_name, users.email,
      max(candidate.grade) + case
        when exists (
          select from payer, unnest(payer.words) as word
          where length(word) > 2 and word = any (
            regexp_split_to_array(private.search_text(coalesce(profiles.full_name, '')), '[^[:alnum:]]+')
          )
        ) then 1 else 0
      end as grade
    from candidate
    join public.records as record on record.id = candidate.record_id
    join public.profiles on profiles.id = record.user_id
    join public.users on users.id = record.user_id
    group by candidate.record_id, record.id, profiles.full_name, users.email
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'record_id', best.record_id, 'kind', best.kind, 'status', best.status, 'amount', best.amount,
      'currency', best.currency, 'payment_code', best.payment_code, 'created_at', best.created_at,
      'transaction_reference',
      case when best.payment_method <> 'card_payment' then best.transaction_reference end,
      'customer_name', best.full_name, 'customer_email', best.email,
      'is_named', best.grade >= 2, 'received', coalesce(
        (select received from private.received_amounts(array[best.record_id])), 0
      )
    ) order by best.grade desc, best.created_at desc
  ), '[]')
  from (select * from rated order by grade desc, created_at desc limit 3) as best
$$;
comment on function private.likely_records(public.bank_lines) is
  'At most three records that the line may pay, likeliest first.';

create function private.links_of_line(wanted_line uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', link.id, 'record_id', link.record_id, 'amount', link.amount, 'kind', link.kind,
      'matched_by', link.matched_by, 'state', link.state, 'is_automatic', link.is_automatic,
      'created_at', link.created_at, 'created_by', link.created_by, 'confirmed_at', link.confirmed_at,
      'confirmed_by', link.confirmed_by, 'undone_at', link.undone_at, 'undone_by', link.undone_by,
      'record', jsonb_build_object(
        'kind', record.kind, 'status', record.status, 'amount', record.amount,
        'currency', record.currency, 'payment_code', record.payment_code,
        'customer_name', profiles.full_name, 'first_approved_by', record.first_approved_by
      )
    ) order by link.created_at, link.id
  ), '[]')
  from public.payment_links as link
  join public.records as record on record.id = link.record_id
  join public.profiles on profiles.id = record.user_id
  where link.line_id = wanted_line
$$;

-- The filter ---------------------------------------------------------------------------------------

create function private.check_line_filter(filter jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  problem text;
begin
  if jsonb_typeof(filter) is distinct from 'object' or octet_length(filter::text) > 16384 then
    problem := 'filter';
  else
    select key into problem
    from jsonb_each(filter) as entry (key, value)
    where not case
      when key in ('state', 'reason', 'source') then
        jsonb_typeof(value) = 'array' and not exists (
          select from jsonb_array_elements(value) as item where jsonb_typeof(item) <> 'string'
        )
      when key in ('amount_min', 'amount_max') then jsonb_typeof(value) in ('number', 'string')
      else key in ('text', 'from', 'to', 'account', 'record_id') and jsonb_typeof(value) = 'string'
    end
    limit 1;
  end if;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'bank_line.filter',
      detail = json_build_object('key', left(problem, 60)),
      message = format('The filter "%s" is not valid.', left(problem, 60));
  end if;
end
$$;

-- A page of lines, newest first. The conditions have quoted values.
create function private.find_bank_lines(filter jsonb, after jsonb, max_rows integer)
returns setof public.bank_lines
language plpgsql stable
set search_path = ''
set jit = off
as $$
declare
  wanted constant text := nullif(btrim(left(filter ->> 'text', 200)), '');
  conditions text;
begin
  conditions := concat_ws(
    ' and ',
    'true',
    private.one_of('state', filter -> 'state'),
    private.one_of('case_reason', filter -> 'reason'),
    private.one_of('source', filter -> 'source'),
    'account = ' || quote_literal(filter ->> 'account'),
    'amount >= ' || quote_literal((filter ->> 'amount_min')::numeric),
    'amount <= ' || quote_literal((filter ->> 'amount_max')::numeric),
    'booking_date >= ' || quote_literal((filter ->> 'from')::date),
    'booking_date <= ' || quote_literal((filter ->> 'to')::date),
    'id in (select line_id from public.payment_links where record_id = '
      || quote_literal((filter ->> 'record_id')::uuid) || ')'
  );
  if wanted is not null then
    conditions := conditions || format(
      ' and (%L = any (codes) or strpos(private.search_text(concat_ws(chr(10), counterparty_name, '
        || 'counterparty_iban, remittance_text, end_to_end_id, bank_reference)), private.search_text(%L)) > 0)',
      private.normalize_payment_code(wanted), wanted
    );
  end if;
  if after is not null then
    conditions := conditions || format(
      ' and (booking_date, id) < (%L::date, %L::uuid)', (after ->> 'booking_date')::date, (after ->> 'id')::uuid
    );
  end if;
  return query execute format(
    'select * from public.bank_lines where %s order by booking_date desc, id desc limit %s', conditions, max_rows
  );
end
$$;

create function private.line_for_administrators(line public.bank_lines) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(line) - array['codes', 'near_codes', 'reference_keys', 'candidate_ids']
    || jsonb_build_object('links', private.links_of_line(line.id))
$$;

create function public.search_bank_lines(
  filter jsonb default '{}', after jsonb default null, page_size integer default 50
)
returns table (id uuid, line jsonb, next_cursor jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_rows constant integer := least(greatest(coalesce(page_size, 50), 1), 1000);
begin
  perform private.require_admin();
  perform private.check_line_filter(filter);
  return query
    with found_lines as materialized (
      select found_line as content, row_number() over () as place
      from private.find_bank_lines(filter, after, page_rows + 1) as found_line
    )
    select
      (content).id, private.line_for_administrators(content),
      case when place = page_rows and exists (select from found_lines where place > page_rows)
        then jsonb_build_object('booking_date', (content).booking_date, 'id', (content).id)
      end
    from found_lines where place <= page_rows order by place;
end
$$;
comment on function public.search_bank_lines(jsonb, jsonb, integer) is
  'For administrators: a page of bank lines with their links, newest first. Filter: text, state[], reason[], source[], account, record_id, from, to, amount_min, amount_max.';

create function public.payment_cases(
  filter jsonb default '{}', after jsonb default null, page_size integer default 20
)
returns table (id uuid, line jsonb, candidates jsonb, next_cursor jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_rows constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
begin
  perform private.require_admin();
  perform private.check_line_filter(filter);
  return query
    with found_lines as materialized (
      select found_line as content, row_number() over () as place
      from private.find_bank_lines(filter || '{"state": ["case"]}', after, page_rows + 1) as found_line
    )
    select
      (content).id, private.line_for_administrators(content), private.likely_records(content),
      case when place = page_rows and exists (select from found_lines where place > page_rows)
        then jsonb_build_object('booking_date', (content).booking_date, 'id', (content).id)
      end
    from found_lines where place <= page_rows order by place;
end
$$;
comment on function public.payment_cases(jsonb, jsonb, integer) is
  'For administrators: a page of the lines to look at, each with at most three likely records. The filter is that of search_bank_lines().';

create function public.bank_line_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'proposed', (select count(*) from public.bank_lines where state = 'proposed'),
      'cases', coalesce(sum(reason.lines), 0),
      'reasons', coalesce(jsonb_object_agg(reason.name, reason.lines), '{}')
    )
    from (
      select case_reason as name, count(*) as lines
      from public.bank_lines where state = 'case' group by case_reason
    ) as reason
  );
end
$$;
comment on function public.bank_line_counts() is
  'For administrators: {proposed, cases, reasons: {reason: count}}.';

revoke execute on function
  public.search_bank_lines(jsonb, jsonb, integer), public.payment_cases(jsonb, jsonb, integer),
  public.bank_line_counts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_bank_lines(jsonb, jsonb, integer), public.payment_cases(jsonb, jsonb, integer),
  public.bank_line_counts()
  to authenticated;

revoke execute on all functions in schema private from public;
