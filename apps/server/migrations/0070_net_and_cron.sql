-- HTTP requests and scheduled commands from SQL, with the interfaces of pg_net and pg_cron. Where a database has one of
-- these extensions, the extension is used.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values ('backend_cron', 'postgres'), ('backend_cron_service', 'service_role'))
      as role_list (role_name, granted)
  loop
    if not exists (select from pg_roles where rolname = wanted.role_name) then
      begin
        execute format('create role %I login noinherit', wanted.role_name);
      exception
        when duplicate_object or unique_violation then null; -- another database created it first
      end;
    end if;
    if not pg_has_role(wanted.role_name, wanted.granted, 'member') then
      execute format('grant %I to %I', wanted.granted, wanted.role_name);
    end if;
  end loop;
end
$$;

-- The URL of the functions of this server, for requests from SQL (net.sql).

create schema backend_net;
grant usage on schema backend_net to postgres, service_role, backend_shared;

-- The server writes its URL at each start. Servers on other machines usually have the same one.
create table backend_net.functions_endpoint (
  is_only boolean primary key default true check (is_only),
  url text not null
);
grant select, insert, update on backend_net.functions_endpoint to backend_shared;

create function backend_net.functions_url() returns text
language sql stable security definer
set search_path = ''
as $$
  select url from backend_net.functions_endpoint
$$;
comment on function backend_net.functions_url() is
  'The public URL of /functions/v1, without a slash at its end. Null before the first start of a server.';
revoke all on function backend_net.functions_url() from public;
grant execute on function backend_net.functions_url() to postgres, service_role;

do $migration$
begin
  if to_regnamespace('net') is not null then
    raise notice 'the schema net exists, so the server does not create it';
    return;
  end if;
  execute $net$
-- HTTP requests from SQL, with the interface of pg_net 0.20. A migration creates this only where that extension does
-- not exist. The server sends the requests that are in the queue after their transaction has committed.

create schema net;
grant usage on schema net to postgres, service_role, backend_shared;

-- Unlogged, as in pg_net: a crash of Postgres drops requests. A caller that needs a retry has an outbox of its own.
create unlogged table net.http_request_queue (
  id bigserial primary key,
  method text not null check (method in ('GET', 'POST', 'DELETE')),
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);
grant select, update, delete on net.http_request_queue to backend_shared;

create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out bool,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_id_idx on net._http_response (id);
create index _http_response_created_idx on net._http_response (created);
grant select on net._http_response to postgres, service_role;
grant select, insert, delete on net._http_response to backend_shared;

create function net._urlencode_string(string varchar) returns text
language sql immutable strict
set search_path = ''
as $$
  select coalesce(
    string_agg(
      case
        when chr(byte) ~ '^[A-Za-z0-9._~-]$' then chr(byte)
        else '%' || upper(lpad(to_hex(byte), 2, '0'))
      end,
      '' order by place
    ),
    ''
  )
  from convert_to(string, 'UTF8') as encoded,
    generate_series(0, octet_length(encoded) - 1) as place,
    get_byte(encoded, place) as byte
$$;
comment on function net._urlencode_string(varchar) is 'A text for the query of a URL (RFC 3986).';

create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language sql immutable strict
set search_path = ''
as $$
  select case
    when cardinality(params_array) = 0 then url
    else part[1]
      || case
        when part[1] not like '%?%' then '?'
        when right(part[1], 1) in ('?', '&') then ''
        else '&'
      end
      || array_to_string(params_array, '&') || coalesce(part[2], '')
  end
  from regexp_match(url, '^([^#]*)(#.*)?$') as part
$$;
comment on function net._encode_url_with_params_array(text, text[]) is
  'The URL with further parameters, before its fragment.';

create function net._add_request(
  method text,
  url text,
  params jsonb,
  headers jsonb,
  body jsonb,
  timeout_milliseconds int
) returns bigint
language sql
set search_path = ''
as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    method,
    net._encode_url_with_params_array(url, array(
      select net._urlencode_string(key) || '=' || net._urlencode_string(value)
      from jsonb_each_text(coalesce(params, '{}')) where value is not null
    )),
    headers,
    convert_to(body::text, 'UTF8'),
    timeout_milliseconds
  )
  returning id
$$;

create function net.http_get(
  url text,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{}'::jsonb,
  timeout_milliseconds int default 5000
) returns bigint
language sql security definer
set search_path = ''
as $$
  select net._add_request('GET', url, params, headers, null, timeout_milliseconds)
$$;
comment on function net.http_get(text, jsonb, jsonb, int) is
  'Adds a request and returns its id. The request starts after the commit.';

create function net.http_post(
  url text,
  body jsonb default '{}'::jsonb,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{"Content-Type": "application/json"}'::jsonb,
  timeout_milliseconds int default 5000
) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type' limit 1
  );
begin
  if content_type is null then
    headers := coalesce(headers, '{}') || '{"Content-Type": "application/json"}';
  elsif content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  return net._add_request('POST', url, params, headers, body, timeout_milliseconds);
end
$$;
comment on function net.http_post(text, jsonb, jsonb, jsonb, int) is
  'Adds a request and returns its id. The request starts after the commit.';

create function net.http_delete(
  url text,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{}'::jsonb,
  timeout_milliseconds int default 5000,
  body jsonb default null
) returns bigint
language sql security definer
set search_path = ''
as $$
  select net._add_request('DELETE', url, params, headers, body, timeout_milliseconds)
$$;
comment on function net.http_delete(text, jsonb, jsonb, int, jsonb) is
  'Adds a request and returns its id. The request starts after the commit.';

revoke all on function
  net._urlencode_string(varchar),
  net._encode_url_with_params_array(text, text[]),
  net._add_request(text, text, jsonb, jsonb, jsonb, int),
  net.http_get(text, jsonb, jsonb, int),
  net.http_post(text, jsonb, jsonb, jsonb, int),
  net.http_delete(text, jsonb, jsonb, int, jsonb)
from public;
grant execute on function
  net.http_get(text, jsonb, jsonb, int),
  net.http_post(text, jsonb, jsonb, jsonb, int),
  net.http_delete(text, jsonb, jsonb, int, jsonb)
to postgres, service_role;

-- The server's side of the queue -------------------------------------------------------------------

create function backend_net.announce_requests() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('backend', '{"topic":"net:requests","message":{}}');
  return null;
end
$$;
revoke all on function backend_net.announce_requests() from public;
create trigger announce_requests
after insert on net.http_request_queue
for each statement execute function backend_net.announce_requests();

-- Removes the requests that it returns, so that none is sent twice. Only some of the oldest requests of an origin are
-- taken, so that an origin that does not respond does not hold up the others.
create function backend_net.claim_requests(
  -- The number of running requests of the process, by origin.
  in_flight jsonb,
  max_requests int,
  max_per_origin int,
  max_body_bytes bigint
) returns table (
  id bigint,
  method text,
  url text,
  headers jsonb,
  body bytea,
  timeout_milliseconds int,
  origin text
)
language sql
set search_path = ''
as $$
  with candidate as (
    select q.id, o.origin, coalesce(octet_length(q.body), 0) as bytes
    from net.http_request_queue as q,
      -- The scheme, host and port of the URL.
      lower(coalesce(substring(q.url from '^[^:/?#]+://[^/?#]*'), '')) as o (origin)
    where coalesce((in_flight ->> o.origin)::int, 0) < max_per_origin
    order by q.id
    limit 500
  ),
  placed as (
    select c.id, c.origin,
      row_number() over (partition by c.origin order by c.id) as place,
      sum(c.bytes) over (order by c.id) - c.bytes as bytes_before
    from candidate as c
  ),
  chosen as (
    select q.id, p.origin
    from net.http_request_queue as q join placed as p on p.id = q.id
    where p.place <= max_per_origin - coalesce((in_flight ->> p.origin)::int, 0)
      and p.bytes_before < max_body_bytes
    order by q.id
    limit max_requests
    for update of q skip locked
  )
  delete from net.http_request_queue as q
  using chosen
  where q.id = chosen.id
  returning q.id, q.method, q.url, q.headers, q.body, q.timeout_milliseconds, chosen.origin
$$;

revoke all on function backend_net.claim_requests(jsonb, int, int, bigint) from public;
grant execute on function backend_net.claim_requests(jsonb, int, int, bigint) to backend_shared;
$net$;
end
$migration$;

do $migration$
begin
  if to_regnamespace('cron') is not null then
    raise notice 'the schema cron exists, so the server does not create it';
    return;
  end if;
  execute $cron$
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

-- Scheduled commands, with the interface of pg_cron 1.6. A migration creates this only where that extension does not
-- exist. The server runs the commands: it logs in as a role that may become the role of the job and no other.

create schema cron;
grant usage on schema cron to postgres, service_role, backend_shared;

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default coalesce(inet_server_port(), current_setting('port')::int),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
create policy "The server reads all jobs" on cron.job for select to backend_shared using (true);
grant select, insert, update, delete on cron.job to postgres, service_role;
grant select on cron.job to backend_shared;
grant usage, select on sequence cron.jobid_seq to postgres, service_role;

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
create index job_run_details_open_idx on cron.job_run_details (runid)
  where status in ('starting', 'running');
create index job_run_details_end_time_idx on cron.job_run_details (end_time);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);
create policy "The server writes all runs" on cron.job_run_details for all to backend_shared
  using (true) with check (true);
grant select, delete on cron.job_run_details to postgres, service_role;
grant select, insert, update, delete on cron.job_run_details to backend_shared;
grant usage on sequence cron.runid_seq to backend_shared;

-- A login role is a member of one role only, so that a command can become no other role. `set role none` leaves it
-- with no rights at all.
create function backend_cron.runner_of(username text) returns text
language sql stable
set search_path = ''
as $$
  select member.rolname::text
  from pg_catalog.pg_auth_members as m
    join pg_catalog.pg_roles as member on member.oid = m.member
    join pg_catalog.pg_roles as granted on granted.oid = m.roleid
  where granted.rolname = runner_of.username
    and member.rolname in ('backend_cron', 'backend_cron_service')
  order by member.rolname
  limit 1
$$;
comment on function backend_cron.runner_of(text) is
  'The role that the server logs in as to run the commands of a role; null when it cannot run them.';

create function backend_cron.may_manage(username text) returns boolean
language sql stable
set search_path = ''
as $$
  select (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
    or exists (
      select from pg_catalog.pg_roles
      where rolname = may_manage.username and pg_has_role(current_user, oid, 'usage')
    )
$$;
comment on function backend_cron.may_manage(text) is
  'Whether the current user has the rights of the role that a job runs as.';

-- Also for roles to which row level security does not apply: a job must not run with rights that its author lacks.
create function backend_cron.guard_job() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and not backend_cron.may_manage(old.username) then
    raise exception 'permission denied for table job' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if not backend_cron.may_manage(new.username) then
    raise exception 'permission denied for table job' using errcode = 'insufficient_privilege';
  end if;
  if not backend_cron.is_valid(new.schedule) then
    raise exception 'invalid schedule: %', new.schedule
      using errcode = 'invalid_parameter_value',
        hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  if backend_cron.runner_of(new.username) is null then
    raise exception 'role "%" can not run jobs', new.username
      using errcode = 'insufficient_privilege',
        hint = 'Use "set role postgres" or "set role service_role" before scheduling.';
  end if;
  return new;
end
$$;
create trigger guard_job
before insert or update or delete on cron.job
for each row execute function backend_cron.guard_job();

create function backend_cron.announce_jobs() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('backend', '{"topic":"cron:jobs","message":{}}');
  return null;
end
$$;
create trigger announce_jobs
after insert or update or delete or truncate on cron.job
for each statement execute function backend_cron.announce_jobs();

create function cron.schedule(schedule text, command text) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  new_id bigint;
begin
  if schedule is null then
    raise exception 'schedule can not be NULL';
  elsif command is null then
    raise exception 'command can not be NULL';
  end if;
  insert into cron.job (schedule, command) values (schedule.schedule, schedule.command)
  returning jobid into new_id;
  return new_id;
end
$$;
comment on function cron.schedule(text, text) is 'Schedules a command and returns the id of its job.';

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  new_id bigint;
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  elsif schedule is null then
    raise exception 'schedule can not be NULL';
  elsif command is null then
    raise exception 'command can not be NULL';
  end if;
  insert into cron.job (jobname, schedule, command)
  values (job_name, schedule.schedule, schedule.command)
  on conflict on constraint jobname_username_uniq do update
  set schedule = excluded.schedule, command = excluded.command, database = excluded.database
  returning jobid into new_id;
  return new_id;
end
$$;
comment on function cron.schedule(text, text, text) is
  'Schedules a command under a name, or replaces the job with this name of the same user.';

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job %', job_id;
  end if;
  return true;
end
$$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  end if;
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$$;

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  is_superuser boolean := (
    select rolsuper from pg_catalog.pg_roles where rolname = current_user
  );
begin
  if job_id is null then
    raise exception 'job_id can not be NULL';
  elsif alter_job.username is not null and not is_superuser then
    raise exception 'must be superuser to alter username';
  elsif alter_job.database <> current_database() then
    raise exception 'jobs run in the database "%" only', current_database();
  elsif num_nonnulls(
    alter_job.schedule, alter_job.command, alter_job.database, alter_job.username, alter_job.active
  ) = 0 then
    raise exception 'no updates specified'
      using hint = 'You must specify at least one job attribute to change when calling alter_job';
  end if;
  update cron.job as j
  set schedule = coalesce(alter_job.schedule, j.schedule),
    command = coalesce(alter_job.command, j.command),
    username = coalesce(alter_job.username, j.username),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = job_id and (is_superuser or j.username = current_user);
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end
$$;
comment on function cron.alter_job(bigint, text, text, text, text, boolean) is
  'Changes a job. Parameters that are null change nothing.';

revoke all on function
  backend_cron.runner_of(text),
  backend_cron.may_manage(text),
  backend_cron.guard_job(),
  backend_cron.announce_jobs(),
  cron.schedule(text, text),
  cron.schedule(text, text, text),
  cron.unschedule(bigint),
  cron.unschedule(text),
  cron.alter_job(bigint, text, text, text, text, boolean)
from public;
grant execute on function
  backend_cron.runner_of(text)
to postgres, service_role, backend_shared;
grant execute on function
  backend_cron.may_manage(text),
  cron.schedule(text, text),
  cron.schedule(text, text, text),
  cron.unschedule(bigint),
  cron.unschedule(text),
  cron.alter_job(bigint, text, text, text, text, boolean)
to postgres, service_role;

-- The server's side of scheduled commands (cron.sql): which jobs are due, and their runs. One process on the database
-- leads, so each statement requires its lease.

-- The last minute whose jobs were started. The next leader continues after it, so that no minute is run twice.
create table backend_cron.progress (
  is_only boolean primary key default true check (is_only),
  last_minute timestamptz not null
);
grant select, insert, update on backend_cron.progress to backend_shared;

create function backend_cron.take_due_jobs(lead_name text, holder uuid, at timestamptz)
returns setof bigint
language plpgsql
set search_path = ''
as $$
declare
  current_minute constant timestamptz := date_trunc('minute', at);
  previous_minute timestamptz;
begin
  perform backend_shared.require_lease(lead_name, holder);
  insert into backend_cron.progress (last_minute) values (current_minute)
  on conflict (is_only) do nothing;
  select p.last_minute into previous_minute from backend_cron.progress as p for update;
  -- The clock was set back. Its jobs have run, except when it was set back by hours.
  if current_minute <= previous_minute and current_minute > previous_minute - interval '3 hours' then
    return;
  end if;
  update backend_cron.progress set last_minute = current_minute;
  -- Missed minutes are made up for after a short pause, such as a restart.
  if current_minute - previous_minute not between interval '1 minute' and interval '5 minutes' then
    previous_minute := current_minute - interval '1 minute';
  end if;
  return query
    select j.jobid
    from cron.job as j
    where j.active and exists (
      select
      from generate_series(previous_minute + interval '1 minute', current_minute, '1 minute') as minute
      where backend_cron.is_due(j.schedule, minute)
    )
    order by j.jobid;
end
$$;
comment on function backend_cron.take_due_jobs(text, uuid, timestamptz) is
  'The jobs that are due since the last call, each once.';

create function backend_cron.begin_run(
  lead_name text,
  holder uuid,
  job bigint,
  out run bigint,
  out username text,
  out command text,
  out runner text
)
language plpgsql
set search_path = ''
as $$
begin
  perform backend_shared.require_lease(lead_name, holder);
  select j.username, j.command, backend_cron.runner_of(j.username)
  into username, command, runner
  from cron.job as j where j.jobid = job and j.active;
  if not found then
    return;
  end if;
  insert into cron.job_run_details (jobid, database, username, command, status)
  values (job, current_database(), begin_run.username, begin_run.command, 'starting')
  returning runid into run;
end
$$;
comment on function backend_cron.begin_run(text, uuid, bigint) is
  'Adds a run of an active job. All columns are null when the job does not exist any more.';

create function backend_cron.fail_open_runs(lead_name text, holder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform backend_shared.require_lease(lead_name, holder);
  update cron.job_run_details
  set status = 'failed', return_message = 'server restarted', end_time = clock_timestamp()
  where status in ('starting', 'running');
end
$$;
comment on function backend_cron.fail_open_runs(text, uuid) is
  'Ends the runs of a process that has ended without a result.';

revoke all on function
  backend_cron.take_due_jobs(text, uuid, timestamptz),
  backend_cron.begin_run(text, uuid, bigint),
  backend_cron.fail_open_runs(text, uuid)
from public;
grant execute on function
  backend_cron.take_due_jobs(text, uuid, timestamptz),
  backend_cron.begin_run(text, uuid, bigint),
  backend_cron.fail_open_runs(text, uuid)
to backend_shared;
$cron$;
end
$migration$;
