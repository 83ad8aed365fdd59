-- Figures for administrators: how many records there were, how long decisions took, and how old the queue is. Days
-- are those of UTC.

create table private.daily_figures (
  -- The day of the submission.
  day date not null,
  kind text not null,
  method text not null,
  result text not null,
  count bigint not null,
  amount numeric not null,
  primary key (day, kind, method, result)
);
comment on table private.daily_figures is 'Sums of public.records, which a job updates every minute.';

create table private.figures_state (
  is_only_row boolean primary key default true check (is_only_row),
  -- What was committed ten minutes before this time is in the sums.
  refreshed_at timestamptz not null
);

alter table private.daily_figures enable row level security;
alter table private.figures_state enable row level security;
revoke all on private.daily_figures, private.figures_state from anon, authenticated, service_role;

create index records_decided_at_idx on public.records (decided_at)
  include (created_at, decided_by)
  where decided_at is not null;

create function private.day_start(day date) returns timestamptz
language sql immutable
as $$
  select day::timestamp at time zone 'UTC'
$$;

create function private.utc_day(moment timestamptz) returns date
language sql immutable
as $$
  select (moment at time zone 'UTC')::date
$$;

create function private.result_of(status text) returns text
language sql immutable
as $$
  select case status
    when 'pending_manual_verification' then 'pending'
    when 'manual_payment_approved' then 'approved'
    when 'manual_payment_rejected' then 'rejected'
    else status
  end
$$;

-- The sums of some days, from the records.
create function private.counted_figures(days date[]) returns setof private.daily_figures
language sql stable
set search_path = ''
as $$
  select
    wanted.day, record.kind, record.payment_method, private.result_of(record.status), count(*),
    sum(record.amount)
  from unnest(days) as wanted (day)
  join public.records as record
    on record.created_at >= private.day_start(wanted.day)
    and record.created_at < private.day_start(wanted.day + 1)
  group by 1, 2, 3, 4
$$;

-- The days on which something may have changed since the last refresh. A transaction that decides ends within
-- ten minutes.
create function private.changed_days() returns date[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct changed.day), '{}')
  from private.figures_state as state,
  lateral (
    select generate_series(
      private.utc_day(state.refreshed_at - interval '10 minutes')::timestamp,
      private.utc_day(now())::timestamp, interval '1 day'
    )::date
    union all
    select private.utc_day(record.created_at)
    from public.records as record
    where record.decided_at >= state.refreshed_at - interval '10 minutes'
  ) as changed (day)
$$;

create function private.refresh_daily_figures(everything boolean default false) returns void
language plpgsql
set search_path = ''
as $$
declare
  days date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.daily_figures', 0));
  if everything or not exists (select from private.figures_state) then
    delete from private.daily_figures;
    insert into private.daily_figures
    select
      private.utc_day(created_at), kind, payment_method, private.result_of(status), count(*), sum(amount)
    from public.records
    group by 1, 2, 3, 4;
  else
    days := private.changed_days();
    delete from private.daily_figures where day = any (days);
    insert into private.daily_figures select * from private.counted_figures(days);
  end if;
  insert into private.figures_state (refreshed_at) values (now())
  on conflict (is_only_row) do update set refreshed_at = excluded.refreshed_at;
end
$$;
comment on function private.refresh_daily_figures(boolean) is
  'Counts the days that changed since the last refresh again, or all days.';

-- Reading ------------------------------------------------------------------------------------------

create function private.check_range(from_day date, to_day date) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 731 then
    raise exception using
      errcode = 'check_violation',
      hint = 'figures.range',
      detail = json_build_object('days', 731),
      message = 'Choose a range of at most two years.';
  end if;
end
$$;

-- One value, because the data API limits the number of rows.
create function public.figures(from_day date, to_day date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  is_counted constant boolean := exists (select from private.figures_state);
  changed date[];
begin
  perform private.require_admin();
  perform private.check_range(from_day, to_day);
  changed := case
    when is_counted then private.changed_days()
    else array(select generate_series(from_day::timestamp, to_day::timestamp, interval '1 day')::date)
  end;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'day', day, 'kind', kind, 'method', method, 'result', result, 'count', count,
          'amount', amount::text
        ) order by day, kind, method, result
      ),
      '[]'
    )
    from (
      select * from private.daily_figures where day between from_day and to_day and day <> all (changed)
      union all
      select * from private.counted_figures(
        array(select day from unnest(changed) as day where day between from_day and to_day)
      )
    ) as counted
  );
end
$$;
comment on function public.figures(date, date) is
  'For administrators: rows of {day, kind, method, result, count, amount} by the day of submission. Results: pending, approved, rejected, completed.';

create function public.decision_times(from_day date, to_day date)
returns table (day date, decisions bigint, median_seconds numeric, p90_seconds numeric)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.check_range(from_day, to_day);
  return query
    select
      decided.decided_on, count(*),
      round(percentile_cont(0.5) within group (order by decided.seconds)::numeric, 3),
      round(percentile_cont(0.9) within group (order by decided.seconds)::numeric, 3)
    from (
      select
        private.utc_day(record.decided_at) as decided_on,
        extract(epoch from record.decided_at - record.created_at)::double precision as seconds
      from public.records as record
      where record.decided_at >= private.day_start(from_day)
        and record.decided_at < private.day_start(to_day + 1)
        and record.decided_by is not null
    ) as decided
    group by grouping sets ((decided.decided_on), ())
    order by decided.decided_on nulls first;
end
$$;
comment on function public.decision_times(date, date) is
  'For administrators: the time from submission to decision, by the day of the decision. The row without a day is the whole range.';

create function public.decisions_per_administrator(from_day date, to_day date)
returns table (
  administrator_id uuid, email text, approved bigint, rejected bigint, corrections bigint,
  median_seconds numeric
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.check_range(from_day, to_day);
  return query
    select
      record.decided_by, users.email,
      count(*) filter (where record.status = 'manual_payment_approved'),
      count(*) filter (where record.status = 'manual_payment_rejected'),
      count(*) filter (where record.corrected_at is not null),
      round(
        percentile_cont(0.5) within group (
          order by extract(epoch from record.decided_at - record.created_at)::double precision
        )::numeric,
        3
      )
    from public.records as record
    left join public.users on users.id = record.decided_by
    where record.decided_at >= private.day_start(from_day)
      and record.decided_at < private.day_start(to_day + 1)
      and record.decided_by is not null
    group by record.decided_by, users.email
    order by count(*) desc, record.decided_by;
end
$$;
comment on function public.decisions_per_administrator(date, date) is
  'For administrators: who decided how many records. Corrections are decisions that replaced another one.';

create function public.rejections_by_reason(from_day date, to_day date)
returns table (reason text, count bigint, amount numeric)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.check_range(from_day, to_day);
  return query
    select left(decided.notes, 200), count(*), sum(decided.amount)
    from (
      select
        case record.kind
          when 'card_order' then (select orders.admin_notes from public.orders where orders.id = record.id)
          else (select recharges.admin_notes from public.recharges where recharges.id = record.id)
        end as notes,
        record.amount
      from public.records as record
      where record.decided_at >= private.day_start(from_day)
        and record.decided_at < private.day_start(to_day + 1)
        and record.status = 'manual_payment_rejected'
    ) as decided
    group by 1
    order by 2 desc, 1
    limit 100;
end
$$;
comment on function public.rejections_by_reason(date, date) is
  'For administrators: the notes of rejected records, the most frequent first. A null reason: none was given.';

create function public.queue_age()
returns table (
  kind text, method text, waiting bigint, held bigint, overdue bigint, oldest_created_at timestamptz,
  median_seconds numeric, under_1_hour bigint, under_4_hours bigint, under_24_hours bigint,
  over_24_hours bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select
      record.kind, record.payment_method,
      count(*) filter (where not record.is_held),
      count(*) filter (where record.is_held),
      count(*) filter (where not record.is_held and record.age > record.age_limit),
      min(record.created_at) filter (where not record.is_held),
      round((
        percentile_cont(0.5) within group (order by extract(epoch from record.age)::double precision)
          filter (where not record.is_held)
      )::numeric, 3),
      count(*) filter (where not record.is_held and record.age < interval '1 hour'),
      count(*) filter (
        where not record.is_held and record.age >= interval '1 hour' and record.age < interval '4 hours'
      ),
      count(*) filter (
        where not record.is_held and record.age >= interval '4 hours' and record.age < interval '24 hours'
      ),
      count(*) filter (where not record.is_held and record.age >= interval '24 hours')
    from (
      select
        pending.kind, pending.payment_method, pending.created_at, now() - pending.created_at as age,
        pending.held_until is not null and pending.held_until > now() as is_held,
        (settings.age_limits ->> pending.payment_method)::numeric * interval '1 minute' as age_limit
      from public.records as pending
      cross join public.back_office_settings as settings
      where pending.status = 'pending_manual_verification'
    ) as record
    group by record.kind, record.payment_method
    order by record.kind, record.payment_method;
end
$$;
comment on function public.queue_age() is
  'For administrators: how long pending records have waited. Each of the four age groups excludes the one before it.';

revoke execute on function
  public.figures(date, date), public.decision_times(date, date),
  public.decisions_per_administrator(date, date), public.rejections_by_reason(date, date),
  public.queue_age()
  from public, anon, authenticated, service_role;
grant execute on function
  public.figures(date, date), public.decision_times(date, date),
  public.decisions_per_administrator(date, date), public.rejections_by_reason(date, date),
  public.queue_age()
  to authenticated;

revoke execute on all functions in schema private from public;
