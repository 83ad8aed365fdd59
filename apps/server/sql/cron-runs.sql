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
