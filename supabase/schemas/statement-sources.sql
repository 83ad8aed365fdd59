-- Services that a function reads payments from, such as Binance Pay. A row keeps how far a service was read, so that
-- each payment is read once and no service is asked too often. The lines go to import_bank_lines().

create table public.statement_sources (
  name text primary key check (name ~ '^[a-z][a-z_]{0,39}$'),
  -- How far the source was read, in the form that its function chooses.
  mark jsonb not null default '{}' check (pg_column_size(mark) <= 10000),
  next_read_at timestamptz not null default now(),
  lease uuid,
  -- The last read without an error.
  last_read_at timestamptz,
  -- Of the last read. Null: no error.
  error text check (length(error) <= 200)
);
comment on table public.statement_sources is
  'How far each service with payments was read, for administrators. Written by the functions that read.';

alter table public.statement_sources enable row level security;

create policy "Administrators read the statement sources"
  on public.statement_sources for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.statement_sources as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.statement_sources from anon, authenticated, service_role;
grant select on public.statement_sources to authenticated;

create function public.begin_statement_read(source text, pause_s integer)
returns table (lease uuid, mark jsonb, first_read_from timestamptz)
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.statement_sources (name) values (source) on conflict do nothing;
  return query
    update public.statement_sources as started
    set lease = gen_random_uuid(), next_read_at = now() + make_interval(secs => greatest(pause_s, 1))
    where started.name = source and started.next_read_at <= now()
    returning
      started.lease, started.mark,
      -- Older payments belong to records that are decided. Each would be a case for an administrator.
      least(
        now() - interval '1 day',
        (
          select min(record.created_at) - interval '1 day'
          from public.records as record where record.status = 'pending_manual_verification'
        )
      );
end
$$;
comment on function public.begin_statement_read(text, integer) is
  'For functions that read payments: reserves a read. No row when the last read began less than pause_s seconds ago, or when the source is paused.';

create function public.complete_statement_read(
  source text, read_lease uuid, new_mark jsonb default null, error text default null, pause_s integer default null
) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.statement_sources as finished
  set
    mark = coalesce(new_mark, finished.mark),
    lease = null,
    error = left(complete_statement_read.error, 200),
    last_read_at = case when complete_statement_read.error is null then now() else finished.last_read_at end,
    next_read_at = greatest(finished.next_read_at, now() + make_interval(secs => pause_s))
  where finished.name = source and finished.lease = read_lease;
  return found;
end
$$;
comment on function public.complete_statement_read(text, uuid, jsonb, text, integer) is
  'For functions that read payments: the result of a read. pause_s: no read begins before. False when a newer read began.';

create function private.wake_statement_source(source text, function_name text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.statement_sources where name = source and next_read_at > now()) then
    perform private.wake_function(function_name);
  end if;
end
$$;
comment on function private.wake_statement_source(text, text) is
  'Wakes the function that reads a source, unless the source is paused.';

-- Most installations have no key for Binance Pay. The function is not started before a record needs it.
create function private.wake_binance_pay() returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (select from public.statement_sources where name = 'binance_pay' and last_read_at is not null)
    or exists (
      select from public.records
      where status = 'pending_manual_verification' and payment_method = 'binance_pay'
    )
  then
    perform private.wake_statement_source('binance_pay', 'read-binance-pay');
  end if;
end
$$;

revoke execute on function
  public.begin_statement_read(text, integer), public.complete_statement_read(text, uuid, jsonb, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.begin_statement_read(text, integer), public.complete_statement_read(text, uuid, jsonb, text, integer)
  to service_role;

revoke execute on all functions in schema private from public;
