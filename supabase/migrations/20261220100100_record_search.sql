-- The search over records, for administrators, and the searches that they saved.

create function private.require_admin() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using
      errcode = 'insufficient_privilege',
      hint = 'back_office.administrators_only',
      message = 'Only administrators can do this.';
  end if;
end
$$;

-- The filter ---------------------------------------------------------------------------------------

create function private.check_record_filter(filter jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  problem text;
begin
  if jsonb_typeof(filter) is distinct from 'object' or octet_length(filter::text) > 65536 then
    problem := 'filter';
  else
    select key into problem
    from jsonb_each(filter) as entry (key, value)
    where not case
      when key in ('status', 'kind', 'method', 'country') then
        jsonb_typeof(value) = 'array' and not exists (
          select from jsonb_array_elements(value) as item where jsonb_typeof(item) <> 'string'
        )
      when key in ('amount_min', 'amount_max') then jsonb_typeof(value) in ('number', 'string')
      when key = 'flag' then value in ('0', '1', '2', '3')
      when key = 'held' then jsonb_typeof(value) = 'boolean'
      when key = 'sort' then value in ('"newest"', '"oldest"', '"amount_desc"', '"amount_asc"')
      else key in ('text', 'from', 'to', 'assignee', 'user_id') and jsonb_typeof(value) = 'string'
    end
    limit 1;
  end if;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_search.filter',
      detail = json_build_object('key', left(problem, 60)),
      message = format('The filter "%s" is not valid.', left(problem, 60));
  end if;
end
$$;

-- One value compares with =, so that Postgres can read an index in the order of the page.
create function private.one_of(column_name text, wanted jsonb) returns text
language sql immutable strict
set search_path = ''
as $$
  select case
    when jsonb_array_length(wanted) = 1 then format('%I = %L', column_name, wanted ->> 0)
    else format('%I = any (%L::text[])', column_name, array(select jsonb_array_elements_text(wanted)))
  end
$$;

-- SQL conditions with quoted values. The text of the search is not part of them.
create function private.record_conditions(filter jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  assignee constant text := filter ->> 'assignee';
begin
  return concat_ws(
    ' and ',
    'true',
    private.one_of('status', filter -> 'status'),
    private.one_of('kind', filter -> 'kind'),
    private.one_of('payment_method', filter -> 'method'),
    private.one_of('country', filter -> 'country'),
    'amount >= ' || quote_literal((filter ->> 'amount_min')::numeric),
    'amount <= ' || quote_literal((filter ->> 'amount_max')::numeric),
    'created_at >= ' || quote_literal((filter ->> 'from')::timestamptz),
    'created_at < ' || quote_literal((filter ->> 'to')::timestamptz),
    'user_id = ' || quote_literal((filter ->> 'user_id')::uuid),
    case
      when assignee = 'none' then 'assigned_to is null'
      when assignee = 'me' then 'assigned_to = ' || quote_nullable(auth.uid())
      else 'assigned_to = ' || quote_literal(assignee::uuid)
    end,
    'flag >= ' || nullif(filter ->> 'flag', '0'),
    case filter ->> 'held'
      when 'true' then 'held_until > now()'
      when 'false' then '(held_until is null or held_until <= now())'
    end
  );
end
$$;

-- Pages --------------------------------------------------------------------------------------------

-- The rows of a page from private.record_conditions(). "after" is the cursor of the last row before the page.
create function private.find_records(filter jsonb, after jsonb, max_rows integer)
returns setof public.records
language plpgsql stable
set search_path = ''
-- The planner's estimate of a search is rough, and compiling costs more than it gains on one page.
set jit = off
as $$
declare
  sort constant text := coalesce(filter ->> 'sort', 'newest');
  direction constant text := case when sort in ('newest', 'amount_desc') then 'desc' else 'asc' end;
  sort_columns constant text[] := case
    when sort in ('amount_desc', 'amount_asc') then '{amount}'::text[] else '{}'
  end || '{created_at,id}';
  sort_order constant text := array_to_string(sort_columns, ' ' || direction || ', ') || ' ' || direction;
  conditions text := private.record_conditions(filter);
  wanted tsquery;
  newest_rows constant integer := 1000;
begin
  if after is not null then
    conditions := conditions || format(
      ' and (%s) %s (%s)',
      array_to_string(sort_columns, ', '),
      case direction when 'desc' then '<' else '>' end,
      concat_ws(
        ', ',
        case when sort_columns[1] = 'amount' then quote_nullable((after ->> 'amount')::numeric) || '::numeric' end,
        quote_nullable((after ->> 'created_at')::timestamptz) || '::timestamptz',
        quote_nullable((after ->> 'id')::uuid) || '::uuid'
      )
    );
  end if;

  if coalesce(filter ->> 'text', '') !~ '\S' then
    return query execute format(
      'select * from public.records where %s order by %s limit %s', conditions, sort_order, max_rows
    );
    return;
  end if;
  wanted := private.search_query(filter ->> 'text');
  if numnode(wanted) = 0 then
    return;
  end if;

  -- A frequent word fills the page from the first rows of the order. The index then would return too many rows
  -- to sort.
  return query execute format(
    'with first_rows as materialized (select * from public.records where %1$s order by %2$s limit %3$s),
      matched as materialized (select * from first_rows where search @@ %4$L order by %2$s limit %5$s)
    select * from matched where (select count(*) from matched) = %5$s order by %2$s',
    conditions, sort_order, newest_rows, wanted, max_rows
  );
  if found then
    return;
  end if;
  return query execute format(
    'with matched as materialized (select * from public.records where search @@ %3$L and %1$s)
    select * from matched order by %2$s limit %4$s',
    conditions, sort_order, wanted, max_rows
  );
end
$$;

create function public.search_records(
  filter jsonb default '{}', after jsonb default null, page_size integer default 50
)
returns table (
  id uuid, kind text, user_id uuid, customer_name text, customer_email text, status text,
  amount numeric, currency text, payment_method text, transaction_reference text, country text,
  created_at timestamptz, decided_at timestamptz, decided_by uuid, assigned_to uuid,
  assignee_name text, assigned_at timestamptz, held_until timestamptz, hold_reason text,
  first_approved_by uuid, first_approved_at timestamptz, corrected_at timestamptz, flag smallint,
  next_cursor jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_rows constant integer := least(greatest(coalesce(page_size, 50), 1), 1000);
begin
  perform private.require_admin();
  perform private.check_record_filter(filter);
  return query
    with found_rows as materialized (
      select row_number() over () as place, found_record.*
      from private.find_records(filter, after, page_rows + 1) as found_record
    )
    select
      record.id, record.kind, record.user_id, customer.full_name, customer_user.email,
      record.status, record.amount, record.currency, record.payment_method,
      record.transaction_reference, record.country, record.created_at, record.decided_at,
      record.decided_by, record.assigned_to, coalesce(assignee.full_name, assignee_user.email),
      record.assigned_at, record.held_until, record.hold_reason, record.first_approved_by,
      record.first_approved_at, record.corrected_at, record.flag,
      case
        when record.place = page_rows and exists (select from found_rows where place > page_rows)
          then jsonb_build_object(
            'created_at', record.created_at, 'id', record.id, 'amount', record.amount
          )
      end
    from found_rows as record
    left join public.profiles as customer on customer.id = record.user_id
    left join public.users as customer_user on customer_user.id = record.user_id
    left join public.profiles as assignee on assignee.id = record.assigned_to
    left join public.users as assignee_user on assignee_user.id = record.assigned_to
    where record.place <= page_rows
    order by record.place;
end
$$;
comment on function public.search_records(jsonb, jsonb, integer) is
  'For administrators: a page of the records that match the filter. next_cursor of the last row is the "after" of the next page; null on the last page.';

create function public.count_records(filter jsonb default '{}', up_to integer default 10000)
returns bigint
language plpgsql stable security definer
set search_path = ''
as $$
declare
  wanted constant tsquery := private.search_query(nullif(btrim(filter ->> 'text'), ''));
  counted bigint;
begin
  perform private.require_admin();
  perform private.check_record_filter(filter);
  if numnode(wanted) = 0 then
    return 0;
  end if;
  execute format(
    'select count(*) from (select from public.records where %s limit %s) as matched',
    concat_ws(
      ' and ', private.record_conditions(filter), 'search @@ ' || quote_literal(wanted) || '::tsquery'
    ),
    greatest(coalesce(up_to, 10000), 0)
  ) into counted;
  return counted;
end
$$;
comment on function public.count_records(jsonb, integer) is
  'For administrators: the number of records that match the filter. Counting ends at up_to.';

revoke execute on function
  public.search_records(jsonb, jsonb, integer), public.count_records(jsonb, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_records(jsonb, jsonb, integer), public.count_records(jsonb, integer)
  to authenticated;

-- Saved views --------------------------------------------------------------------------------------

create table public.record_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid(),
  name text not null check (length(name) between 1 and 80),
  filter jsonb not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.record_views is 'Searches that administrators saved, for themselves or for all administrators.';
create index record_views_owner_id_idx on public.record_views (owner_id);

create function private.prepare_record_view() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.check_record_filter(new.filter);
  perform private.refuse_card_secret(private.json_marks(new.filter), 'filter');
  new.name := private.safe_text(new.name, 'name', 80);
  if new.name is null then
    raise exception using
      errcode = 'check_violation',
      hint = 'record_view.name',
      message = 'Enter a name for the view.';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_record_view
  before insert or update on public.record_views
  for each row execute function private.prepare_record_view();

alter table public.record_views enable row level security;

create policy "Views are visible to their owner and, when shared, to administrators"
  on public.record_views for select to authenticated
  using ((select private.is_admin()) and (is_shared or owner_id = (select auth.uid())));

create policy "Administrators save their own views"
  on public.record_views for insert to authenticated
  with check ((select private.is_admin()) and owner_id = (select auth.uid()));

create policy "Administrators change their own views"
  on public.record_views for update to authenticated
  using ((select private.is_admin()) and owner_id = (select auth.uid()))
  with check ((select private.is_admin()) and owner_id = (select auth.uid()));

create policy "Administrators delete their own views"
  on public.record_views for delete to authenticated
  using ((select private.is_admin()) and owner_id = (select auth.uid()));

create policy "Rows require the second factor of the user"
  on public.record_views as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.record_views from anon, authenticated, service_role;
grant select, delete on public.record_views to authenticated;
grant insert (name, filter, is_shared), update (name, filter, is_shared) on public.record_views to authenticated;

revoke execute on all functions in schema private from public;
