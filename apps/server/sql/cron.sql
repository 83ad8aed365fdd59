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
