-- The schedules of jobs (cron.sql): five cron fields in GMT as in Vixie cron, or "[1-59] seconds".

create schema backend_cron;
grant usage on schema backend_cron to postgres, service_role, backend_shared;

create function backend_cron.field_values(field text, low int, high int, names text[])
returns int[]
language plpgsql immutable
set search_path = ''
as $$
declare
  result int[] := '{}';
  item text;
  part text[];
  first int;
  last int;
  step int;
begin
  foreach item in array string_to_array(lower(field), ',') loop
    part := regexp_match(
      item, '^(?:(\*)|([0-9]{1,9}|[a-z]+)(?:-([0-9]{1,9}|[a-z]+))?)(?:/([0-9]{1,9}))?$'
    );
    if part is null or part[4] is not null and part[1] is null and part[3] is null then
      return null;
    end if;
    first := case
      when part[1] is not null then low
      when part[2] ~ '^[0-9]' then part[2]::int
      else low - 1 + array_position(names, part[2])
    end;
    last := case
      when part[1] is not null then high
      when part[3] is null then first
      when part[3] ~ '^[0-9]' then part[3]::int
      else low - 1 + array_position(names, part[3])
    end;
    step := coalesce(part[4]::int, 1);
    if first is null or last is null or step = 0 or first < low or last > high or first > last then
      return null;
    end if;
    result := result || array(select generate_series(first, last, step));
  end loop;
  return result;
end
$$;
comment on function backend_cron.field_values(text, int, int, text[]) is
  'The values of a cron field, such as 1-5,*/10 or mon; null when it is not valid.';

-- As in Vixie cron. All columns are null when the schedule is not valid.
create function backend_cron.parse(
  schedule text,
  out minutes int[],
  out hours int[],
  out days int[],
  out is_last_day boolean,
  out months int[],
  out weekdays int[],
  -- Whether a date must match the day and the weekday. Otherwise one of them is enough.
  out needs_both_days boolean,
  -- For an interval instead of a time.
  out interval_seconds int
)
language plpgsql immutable
set search_path = ''
as $$
declare
  fields text[];
begin
  if length(schedule) >= 1000 then
    return;
  end if;
  interval_seconds := substring(lower(schedule) from '^\s*0*([1-9]|[1-5][0-9])\s*seconds?\s*$')::int;
  if interval_seconds is not null then
    return;
  end if;
  fields := regexp_split_to_array(
    case btrim(lower(schedule), E' \t\n')
      when '@yearly' then '0 0 1 1 *'
      when '@annually' then '0 0 1 1 *'
      when '@monthly' then '0 0 1 * *'
      when '@weekly' then '0 0 * * 0'
      when '@daily' then '0 0 * * *'
      when '@midnight' then '0 0 * * *'
      when '@hourly' then '0 * * * *'
      else btrim(lower(schedule), E' \t\n')
    end,
    '[ \t]+'
  );
  if cardinality(fields) <> 5 then
    return;
  end if;
  minutes := backend_cron.field_values(fields[1], 0, 59, null);
  hours := backend_cron.field_values(fields[2], 0, 23, null);
  is_last_day := fields[3] = '$';
  days := case when is_last_day then '{}' else backend_cron.field_values(fields[3], 1, 31, null) end;
  months := backend_cron.field_values(
    fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}'
  );
  weekdays := backend_cron.field_values(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}');
  needs_both_days := fields[3] like '*%' or fields[5] like '*%';
  if minutes is null or hours is null or days is null or months is null or weekdays is null then
    minutes := null;
    hours := null;
    days := null;
    is_last_day := null;
    months := null;
    weekdays := null;
    needs_both_days := null;
  end if;
end
$$;
comment on function backend_cron.parse(text) is
  'The times of a schedule: five cron fields in GMT, or "[1-59] seconds".';

create function backend_cron.is_valid(schedule text) returns boolean
language sql immutable
set search_path = ''
as $$
  select parsed.minutes is not null or parsed.interval_seconds is not null
  from backend_cron.parse(schedule) as parsed
$$;

create function backend_cron.is_due(schedule text, at timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(
    extract(minute from time) = any (parsed.minutes)
      and extract(hour from time) = any (parsed.hours)
      and extract(month from time) = any (parsed.months)
      and case
        when parsed.needs_both_days then is_day and is_weekday
        else is_day or is_weekday
      end,
    false
  )
  from backend_cron.parse(schedule) as parsed,
    timezone('UTC', at) as time,
    lateral (
      select extract(day from time) = any (parsed.days)
          or parsed.is_last_day and extract(day from time + interval '1 day') = 1 as is_day,
        -- Sunday is 0 and 7.
        extract(dow from time) = any (parsed.weekdays)
          or extract(isodow from time) = any (parsed.weekdays) as is_weekday
    ) as day
$$;
comment on function backend_cron.is_due(text, timestamptz) is
  'Whether a cron schedule matches the minute of a time.';

revoke all on function
  backend_cron.field_values(text, int, int, text[]),
  backend_cron.parse(text),
  backend_cron.is_valid(text),
  backend_cron.is_due(text, timestamptz)
from public;
grant execute on function
  backend_cron.field_values(text, int, int, text[]),
  backend_cron.parse(text),
  backend_cron.is_valid(text),
  backend_cron.is_due(text, timestamptz)
to postgres, service_role, backend_shared;
