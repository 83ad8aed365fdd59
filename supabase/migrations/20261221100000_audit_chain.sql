-- Seals the audit log in a chain of hashes, records where changes come from, and lets administrators search it.

-- audit.sql ---------------------------------------------------------------------------------------

create function private.request_origin() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '');
  session_id constant uuid := auth.jwt() ->> 'session_id';
  address inet := private.client_address(headers);
  agent text := headers ->> 'user-agent';
begin
  if session_id is not null and (address is null or agent is null) then
    select coalesce(address, ip), coalesce(agent, user_agent) into address, agent
    from auth.sessions where id = session_id;
  end if;
  return nullif(
    jsonb_strip_nulls(jsonb_build_object(
      'network', network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text,
      'user_agent', left(agent, 200)
    )),
    '{}'
  );
end
$$;
comment on function private.request_origin() is
  'Where the current request comes from: {network, user_agent}. Null outside of a request.';

alter table private.audit_log
  add column origin jsonb default private.request_origin(),
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in ('insert', 'update', 'delete', 'erase'));
comment on column private.audit_log.origin is 'Where the request came from: {network, user_agent}.';
create index audit_log_actor_id_idx on private.audit_log (actor_id, id) where actor_id is not null;
create index audit_log_table_name_idx on private.audit_log (table_name, id);
create index audit_log_erasures_idx on private.audit_log (id) where action = 'erase';
create index audit_log_recorded_at_idx on private.audit_log using brin (recorded_at)
  with (pages_per_range = 16, autosummarize = on);

create or replace function private.record_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed_before jsonb := '{}';
  changed_after jsonb;
begin
  if tg_op = 'INSERT' then
    changed_after := changed_row;
  elsif tg_op = 'DELETE' then
    changed_before := changed_row;
  else
    select jsonb_object_agg(column_name, old_value), jsonb_object_agg(column_name, changed_row -> column_name)
    into changed_before, changed_after
    from jsonb_each(to_jsonb(old)) as old_columns (column_name, old_value)
    where column_name <> 'updated_at'
      and old_value is distinct from changed_row -> column_name;
    if changed_before is null then
      return null;
    end if;
  end if;

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), tg_table_name,
    -- Some tables have the id of their user or of their record as the primary key.
    coalesce(changed_row ->> 'id', changed_row ->> 'record_id', changed_row ->> 'user_id')::uuid,
    lower(tg_op), changed_before, changed_after
  );
  return null;
end
$$;

-- A lock, with its end, and a new phone number, without the number.
create function private.record_account_lock() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed_before jsonb := '{}';
  changed_after jsonb := '{}';
begin
  if old.phone is distinct from new.phone then
    changed_before := '{"phone": null}';
    changed_after := '{"phone": "changed"}';
  end if;
  if old.banned_until is distinct from new.banned_until then
    changed_before := changed_before || jsonb_build_object('banned_until', old.banned_until);
    changed_after := changed_after || jsonb_build_object('banned_until', new.banned_until);
  end if;
  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), 'auth.users', new.id, 'update',
    changed_before, changed_after
  );
  return null;
end
$$;

create trigger record_account_lock
  after update of banned_until, phone on auth.users
  for each row
  when (
    new.deleted_at is null
    and (
      old.banned_until is distinct from new.banned_until
      or old.phone is distinct from new.phone
    )
  )
  execute function private.record_account_lock();

-- audit-chain.sql ---------------------------------------------------------------------------------

create table private.audit_chain (
  position bigint primary key check (position > 0),
  -- No foreign key: the link of a removed entry must remain.
  entry_id bigint not null unique,
  -- For each value of the entry, its salt and its hash: {"before.status": ["<salt>", "<hash>"]}. An erased value
  -- has no salt, so that its hash does not reveal it, and keeps its hash, so that content_hash stays valid.
  leaves jsonb not null,
  content_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);
comment on table private.audit_chain is 'One link per entry of the audit log. Append-only.';

alter table private.audit_chain enable row level security;
revoke all on private.audit_chain from anon, authenticated, service_role;

create trigger append_only
  before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_rewriting();

-- Ids below the last sealed one that belong to no visible entry. Their transactions are still running or were
-- rolled back.
create table private.audit_gaps (
  entry_id bigint primary key,
  -- Transactions below this one have ended when the id can no longer appear.
  open_until xid8 not null,
  seen_at timestamptz not null default now()
);
alter table private.audit_gaps enable row level security;
revoke all on private.audit_gaps from anon, authenticated, service_role;

-- The result of the last check of the whole chain, for the badge in the back office.
create table private.audit_checks (
  is_only_row boolean primary key default true check (is_only_row),
  checked_at timestamptz not null,
  position bigint not null,
  broken_entry bigint,
  problem text
);
alter table private.audit_checks enable row level security;
revoke all on private.audit_checks from anon, authenticated, service_role;

-- Hashes -------------------------------------------------------------------------------------------

-- Each field with its length in bytes, so that no two lists of fields give the same text. The functions below are
-- plpgsql, because Postgres plans a function in SQL again for each entry.
create function private.audit_fields(variadic fields text[]) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  field text;
  joined text := '';
begin
  foreach field in array fields loop
    joined := joined || octet_length(coalesce(field, '')) || ':' || coalesce(field, '') || ',';
  end loop;
  return joined;
end
$$;

create function private.audit_time(moment timestamptz) returns text
language sql immutable
as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

create function private.audit_value_hash(salt text, value jsonb) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return encode(sha256(convert_to(private.audit_fields(salt, value::text), 'UTF8')), 'hex');
end
$$;

-- The values of an entry: those of before, after and origin.
create function private.audit_values(entry private.audit_log) returns table (name text, value jsonb)
language sql immutable
as $$
  select 'before.' || key, value from jsonb_each(entry.before) as listed (key, value)
  union all
  select 'after.' || key, value from jsonb_each(entry.after) as listed (key, value)
  union all
  select 'origin.' || key, value from jsonb_each(entry.origin) as listed (key, value)
$$;

create function private.audit_content_hash(entry private.audit_log, leaves jsonb) returns bytea
language plpgsql immutable
set search_path = ''
as $$
declare
  leaf record;
  hashes text := '';
begin
  for leaf in select key, value ->> 1 as hash from jsonb_each(leaves) order by key collate "C" loop
    hashes := hashes || private.audit_fields(leaf.key, leaf.hash);
  end loop;
  return sha256(convert_to(
    private.audit_fields(
      entry.id::text, private.audit_time(entry.recorded_at), entry.actor_id::text, entry.actor_role,
      entry.table_name, entry.record_id::text, entry.action,
      case when entry.after is null then 'no after' else 'after' end, hashes
    ),
    'UTF8'
  ));
end
$$;

create function private.audit_link_hash(
  previous_hash bytea, link_position bigint, entry_id bigint, sealed_at timestamptz, content_hash bytea
) returns bytea
language plpgsql immutable
set search_path = ''
as $$
begin
  return sha256(convert_to(
    private.audit_fields(
      encode(previous_hash, 'hex'), link_position::text, entry_id::text, private.audit_time(sealed_at),
      encode(content_hash, 'hex')
    ),
    'UTF8'
  ));
end
$$;

-- The previous hash of the first link.
create function private.audit_chain_start() returns bytea
language sql immutable
as $$
  select decode(repeat('00', 32), 'hex')
$$;

-- Sealing ------------------------------------------------------------------------------------------

-- Erasure takes the same lock, so that an entry is sealed before or after it, not in between.
create function private.lock_audit_chain() returns void
language sql
as $$
  select pg_advisory_xact_lock(hashtextextended('private.audit_chain', 0))
$$;

create function private.seal_audit_entry(
  entry private.audit_log, last_link private.audit_chain
) returns private.audit_chain
language plpgsql
set search_path = ''
as $$
declare
  link private.audit_chain;
begin
  link.position := coalesce(last_link.position, 0) + 1;
  link.entry_id := entry.id;
  link.previous_hash := coalesce(last_link.hash, private.audit_chain_start());
  link.sealed_at := now();
  select coalesce(
    jsonb_object_agg(name, jsonb_build_array(salt, private.audit_value_hash(salt, value))), '{}'
  )
  into link.leaves
  from (select name, value, gen_random_uuid()::text as salt from private.audit_values(entry)) as salted;
  link.content_hash := private.audit_content_hash(entry, link.leaves);
  link.hash := private.audit_link_hash(
    link.previous_hash, link.position, link.entry_id, link.sealed_at, link.content_hash
  );
  insert into private.audit_chain select link.*;
  return link;
end
$$;

-- Needs the isolation level read committed: each statement below sees what was committed before it.
create function private.seal_audit_log(max_entries integer default 10000) returns integer
language plpgsql
set search_path = ''
as $$
declare
  last_link private.audit_chain;
  entry private.audit_log;
  first_id bigint;
  last_id bigint;
  ended_before xid8;
  sealed integer := 0;
begin
  perform private.lock_audit_chain();
  select * into last_link from private.audit_chain order by position desc limit 1;
  select coalesce(max(entry_id), 0) into first_id from private.audit_chain;
  last_id := first_id;
  select pg_snapshot_xmin(pg_current_snapshot()) into ended_before;

  for entry in
    select * from private.audit_log
    where id > first_id or id in (select entry_id from private.audit_gaps)
    order by id
    limit max_entries
  loop
    last_link := private.seal_audit_entry(entry, last_link);
    last_id := greatest(last_id, entry.id);
    sealed := sealed + 1;
  end loop;

  -- A transaction gets its id a moment after the number of its entry.
  delete from private.audit_gaps as gap
  where exists (select from private.audit_chain as link where link.entry_id = gap.entry_id)
    or open_until <= ended_before and seen_at < now() - interval '10 minutes';
  insert into private.audit_gaps (entry_id, open_until)
  select id, pg_snapshot_xmax(pg_current_snapshot())
  from generate_series(greatest(first_id, last_id - 100000) + 1, last_id) as id
  where not exists (select from private.audit_chain as link where link.entry_id = id)
  on conflict do nothing;
  return sealed;
end
$$;
comment on function private.seal_audit_log(integer) is
  'Adds the links of new entries. Returns the number of links.';

-- Checking -----------------------------------------------------------------------------------------

-- The first link from a position on that does not match its entry or the link before it.
create function private.first_audit_problem(from_position bigint)
returns table (broken_entry bigint, problem text)
language sql stable
set search_path = ''
as $$
  with erased as (
    select element::bigint as entry_id
    from private.audit_log, jsonb_array_elements_text(after -> 'entries') as element
    where action = 'erase'
  ),
  links as (
    select
      link,
      lag(link.position) over in_order as previous_position,
      lag(link.hash) over in_order as expected_hash,
      lag(link.sealed_at) over in_order as previous_seal
    from private.audit_chain as link
    where link.position >= from_position - 1
    window in_order as (order by link.position)
  ),
  examined as (
    select
      (link).position, (link).entry_id,
      case
        when (link).position <> coalesce(previous_position, 0) + 1 then 'link_removed'
        when (link).previous_hash <> coalesce(expected_hash, private.audit_chain_start())
          or (link).hash <> private.audit_link_hash(
            (link).previous_hash, (link).position, (link).entry_id, (link).sealed_at, (link).content_hash
          ) then 'link_changed'
        when entry.id is null then 'entry_removed'
        when (link).content_hash <> private.audit_content_hash(entry, (link).leaves)
          or exists (
            select
            from private.audit_values(entry) as stored
            full join jsonb_each((link).leaves) as leaf (name, value) using (name)
            where stored.name is null or leaf.name is null
              or case
                when leaf.value ->> 0 is null then stored.value <> 'null'
                else leaf.value ->> 1 <> private.audit_value_hash(leaf.value ->> 0, stored.value)
              end
          ) then 'entry_changed'
        when (link).entry_id not in (select entry_id from erased)
          and exists (
            select from jsonb_each((link).leaves) as leaf (name, value) where leaf.value ->> 0 is null
          ) then 'entry_erased'
        -- A transaction that writes an entry ends within an hour.
        when entry.recorded_at < previous_seal - interval '1 hour' then 'entry_backdated'
      end as problem
    from links
    left join private.audit_log as entry on entry.id = (link).entry_id
    where (link).position >= from_position
  ),
  inserted as (
    select entry.id as entry_id
    from private.audit_log as entry
    where entry.id < (select max(entry_id) from private.audit_chain)
      and entry.id >= coalesce(
        (select min(entry_id) from private.audit_chain where position >= from_position), 0
      )
      and not exists (select from private.audit_chain as link where link.entry_id = entry.id)
      and not exists (select from private.audit_gaps as gap where gap.entry_id = entry.id)
  )
  select found.entry_id, found.problem
  from (
    (
      select entry_id, examined.problem from examined
      where examined.problem is not null order by position limit 1
    )
    union all
    (select entry_id, 'entry_inserted' from inserted order by entry_id limit 1)
  ) as found
  order by found.entry_id
  limit 1
$$;

create function private.check_audit_chain() returns void
language plpgsql
set search_path = ''
as $$
declare
  head bigint;
begin
  while private.seal_audit_log() > 0 loop
    null;
  end loop;
  select coalesce(max(position), 0) into head from private.audit_chain;
  insert into private.audit_checks (checked_at, position, broken_entry, problem)
  select now(), head, found.broken_entry, found.problem
  from (select) as only_row
  left join private.first_audit_problem(1) as found on true
  on conflict (is_only_row) do update
  set
    checked_at = excluded.checked_at, position = excluded.position,
    broken_entry = excluded.broken_entry, problem = excluded.problem;
end
$$;
comment on function private.check_audit_chain() is
  'Checks the whole chain and keeps the result for public.audit_chain_status().';

-- Reading ------------------------------------------------------------------------------------------

create function public.audit_chain_status()
returns table (
  "position" bigint, hash text, sealed_at timestamptz, unsealed bigint, checked_at timestamptz,
  checked_position bigint, broken_entry bigint, problem text
)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  head private.audit_chain;
begin
  perform private.require_admin();
  select * into head from private.audit_chain as link order by link.position desc limit 1;
  return query
    select
      head.position, encode(head.hash, 'hex'), head.sealed_at,
      (select count(*) from private.audit_log as entry where entry.id > coalesce(head.entry_id, 0)),
      kept.checked_at, kept.position,
      coalesce(kept.broken_entry, recent.broken_entry), coalesce(kept.problem, recent.problem)
    from (select) as only_row
    left join private.audit_checks as kept on true
    left join private.first_audit_problem(greatest(coalesce(head.position, 1) - 500, 1)) as recent on true;
end
$$;
comment on function public.audit_chain_status() is
  'For administrators: the head of the chain, and the first broken entry of the last full check or of the newest 500.';

-- The service logs the head each day. A copy outside of the database proves that the chain was not replaced.
create function public.audit_head() returns table ("position" bigint, hash text)
language sql stable security definer
set search_path = ''
as $$
  select link.position, encode(link.hash, 'hex')
  from private.audit_chain as link order by link.position desc limit 1
$$;
comment on function public.audit_head() is 'For the service: the position and the hash of the last link.';

-- The conditions of a filter, with its values as the parameter $1.
create function private.audit_conditions(filter jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select concat_ws(' and ',
    'true',
    case
      when filter ->> 'actor' = 'system' then 'entry.actor_id is null'
      when filter ->> 'actor' is not null then 'entry.actor_id = ($1 ->> ''actor'')::uuid'
    end,
    case when filter ->> 'table' is not null then 'entry.table_name = $1 ->> ''table''' end,
    case when filter ->> 'action' is not null then 'entry.action = $1 ->> ''action''' end,
    case when filter ->> 'record' is not null then 'entry.record_id = ($1 ->> ''record'')::uuid' end,
    case when filter ->> 'from' is not null then 'entry.recorded_at >= ($1 ->> ''from'')::timestamptz' end,
    case when filter ->> 'to' is not null then 'entry.recorded_at < ($1 ->> ''to'')::timestamptz' end
  )
$$;

create function public.search_audit_log(
  filter jsonb default '{}', after bigint default null, page_size integer default 50
)
returns table (
  id bigint, recorded_at timestamptz, actor_id uuid, actor_role text, actor_email text, table_name text,
  record_id uuid, action text, before jsonb, after_values jsonb, origin jsonb, chain_position bigint,
  is_erased boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query execute format(
    $query$
      select
        entry.id, entry.recorded_at, entry.actor_id, entry.actor_role, actor.email, entry.table_name,
        entry.record_id, entry.action, entry.before, entry.after, entry.origin, link.position,
        exists (
          select from jsonb_each(link.leaves) as leaf (name, value) where leaf.value ->> 0 is null
        )
      from (
        select * from private.audit_log as entry
        where %s and ($2 is null or entry.id < $2)
        order by entry.id desc
        limit $3
      ) as entry
      left join public.users as actor on actor.id = entry.actor_id
      left join private.audit_chain as link on link.entry_id = entry.id
      order by entry.id desc
    $query$,
    private.audit_conditions(coalesce(filter, '{}'))
  ) using filter, after, least(greatest(coalesce(page_size, 50), 1), 1000);
end
$$;
comment on function public.search_audit_log(jsonb, bigint, integer) is
  'For administrators: entries of the audit log, newest first. Filter: actor (id or "system"), table, action, record, from, to. After: the id of the last row.';

revoke execute on function
  public.audit_chain_status(), public.audit_head(), public.search_audit_log(jsonb, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.audit_chain_status(), public.search_audit_log(jsonb, bigint, integer)
  to authenticated;
grant execute on function public.audit_head() to service_role;

-- erasure.sql -------------------------------------------------------------------------------------

create trigger record_change
  after insert or delete on public.account_deletion_requests
  for each row execute function private.record_change();

create or replace function private.without_personal_values(columns jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_object_agg(
    name,
    case
      when name in (
        'status', 'account_type', 'reviewed_by', 'reviewed_at', 'stripe_session_id', 'banned_until', 'entries'
      ) then value
      else 'null'
    end
  ), case when columns is not null then '{}'::jsonb end)
  from jsonb_each(columns) as column_value (name, value)
$$;

create function private.erase_audit_entries(person uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  own_records uuid[];
  erased_ids bigint[];
begin
  perform private.lock_audit_chain();
  select array_agg(id) into own_records from (
    select person
    union all select id from public.orders where user_id = person
    union all select id from public.recharges where user_id = person
  ) as records (id);

  with changed as (
    update private.audit_log
    set
      before = case
        when record_id = any (own_records) then private.without_personal_values(before) else before
      end,
      after = case
        when record_id = any (own_records) then private.without_personal_values(after) else after
      end,
      origin = case
        when actor_id = person then private.without_personal_values(origin) else origin
      end
    where record_id = any (own_records) or actor_id = person and origin is not null
    returning id
  )
  select array_agg(id order by id) into erased_ids from changed;

  update private.audit_chain as link
  set leaves = (
    select coalesce(
      jsonb_object_agg(
        leaf.name,
        case when stored.value = 'null' then jsonb_build_array(null, leaf.value -> 1) else leaf.value end
      ),
      '{}'
    )
    from jsonb_each(link.leaves) as leaf (name, value)
    left join private.audit_values(entry) as stored on stored.name = leaf.name
  )
  from private.audit_log as entry
  where entry.id = link.entry_id and link.entry_id = any (erased_ids);

  insert into private.audit_log (actor_id, actor_role, table_name, record_id, action, before, after)
  values (
    auth.uid(), coalesce(auth.role(), session_user), 'audit_log', person, 'erase', '{}',
    jsonb_build_object('entries', coalesce(to_jsonb(erased_ids), '[]'))
  );
end
$$;

create or replace function private.erase_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('private.erasing_account', 'yes', true);

  update public.orders
  set
    transaction_reference = 'erased', card_details = card_details || '{"cardName": "erased"}',
    idempotency_key = null, payment_details = null, updated_at = now(),
    reviewed_at = case
      when status = 'pending_manual_verification' then now() else reviewed_at
    end,
    admin_notes = case
      when status = 'pending_manual_verification' then 'The account was deleted.'
    end,
    status = case
      when status = 'pending_manual_verification' then 'manual_payment_rejected' else status
    end
  where user_id = new.id;
  update public.recharges
  set
    transaction_reference = 'erased', phone_number = 'erased',
    idempotency_key = null, payment_details = null, updated_at = now(),
    reviewed_at = case
      when status = 'pending_manual_verification' then now() else reviewed_at
    end,
    admin_notes = case
      when status = 'pending_manual_verification' then 'The account was deleted.'
    end,
    status = case
      when status = 'pending_manual_verification' then 'manual_payment_rejected' else status
    end
  where user_id = new.id;
  update public.transactions
  set description = replace(type, '_', ' ')
  where user_id = new.id;

  update public.profiles
  set
    full_name = null, phone_number = null, date_of_birth = null, street_address = null, city = null,
    postal_code = null, country = null, avatar_url = null, company_name = null,
    company_registration_number = null, company_address = null, company_phone = null,
    company_website = null,
    -- A restored account must not be an administrator's.
    account_type = case when account_type = 'admin' then 'personal' else account_type end
  where id = new.id;
  update public.users set email = null where id = new.id;
  delete from public.account_deletion_requests where user_id = new.id;
  perform private.erase_record_work(new.id);

  perform private.erase_audit_entries(new.id);

  perform set_config('private.erasing_account', '', true);
  return null;
end
$$;

revoke execute on all functions in schema private from public;
