-- What the auth service keeps beside Supabase Auth's own tables, whose shape stays as it is, and an
-- audit log that nobody can rewrite.

create schema beaconpay_auth authorization supabase_auth_admin;
revoke all on schema beaconpay_auth from public;

-- Codes and links that were mailed. Several of one slot may be there for a moment: an older one works
-- until the mail host has taken the mail of the newer one.
create table beaconpay_auth.one_time_tokens (
  id uuid primary key,
  sequence bigint generated always as identity,
  user_id uuid not null references auth.users on delete cascade,
  slot text not null check (slot in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication'
  )),
  -- Where it was sent; part of the code's hash.
  address text not null,
  -- The address that an e-mail change leads to.
  new_email text,
  code_hash text not null,
  link_hash text not null unique,
  -- How often the code was tried. Links cannot be guessed and are not counted.
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_user_id_slot_idx on beaconpay_auth.one_time_tokens (user_id, slot);
create index one_time_tokens_address_idx on beaconpay_auth.one_time_tokens (address);
create index one_time_tokens_expires_at_idx on beaconpay_auth.one_time_tokens (expires_at);

-- What is to be mailed or looked up after a commit, encrypted, until it is done. A message goes with
-- the account it is for and with the token it carries.
create table beaconpay_auth.outbox (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  token_id uuid references beaconpay_auth.one_time_tokens on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null
);
create index outbox_user_id_idx on beaconpay_auth.outbox (user_id);
create index outbox_token_id_idx on beaconpay_auth.outbox (token_id);

-- The devices that an account signed in from, without an address that could be read back.
create table beaconpay_auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);

create function beaconpay_auth.device_of(user_agent text, ip inet) returns bytea
language sql immutable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    coalesce(user_agent, '') || E'\n' ||
    coalesce(network(set_masklen(ip, case family(ip) when 4 then 24 else 64 end))::text, ''),
    'UTF8'
  ))
$$;
comment on function beaconpay_auth.device_of(text, inet) is
  'What a device is recognised by: its user agent and the network it comes from (/24 or /64).';

insert into beaconpay_auth.known_devices (user_id, device, last_seen_at)
select user_id, beaconpay_auth.device_of(user_agent, ip), max(coalesce(updated_at, created_at, now()))
from auth.sessions
group by 1, 2;

-- Wrong passwords by address, known to us or not, so that both are slowed down alike. The subject is
-- a hash: of the address for strangers, of address and device for a device that signed in before.
create table beaconpay_auth.sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_last_failed_at_idx
  on beaconpay_auth.sign_in_failures (last_failed_at);

create function beaconpay_auth.failure_subject(email text, device bytea) returns bytea
language sql immutable
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(
    email || coalesce(E'\n' || encode(device, 'hex'), ''), 'UTF8'
  ))
$$;

do $$
declare
  own record;
begin
  for own in
    select relname from pg_class
    where relnamespace = 'beaconpay_auth'::regnamespace and relkind = 'r'
  loop
    execute format('alter table beaconpay_auth.%I owner to supabase_auth_admin', own.relname);
    execute format('alter table beaconpay_auth.%I enable row level security', own.relname);
  end loop;
end
$$;
alter function beaconpay_auth.device_of(text, inet) owner to supabase_auth_admin;
alter function beaconpay_auth.failure_subject(text, bytea) owner to supabase_auth_admin;

-- The audit log ------------------------------------------------------------------------------------

-- Owned by whoever runs this file, so that the service, which may add entries, cannot lift the rules.
-- The owner of a schema may drop what is in it, so the schema changes hands too.
alter schema auth owner to current_user;
grant all on schema auth to supabase_auth_admin;
alter table auth.audit_log_entries owner to current_user;
revoke all on auth.audit_log_entries from supabase_auth_admin;
grant select, insert on auth.audit_log_entries to supabase_auth_admin;
do $$
begin
  -- Where postgres is no superuser and runs this file itself, it would lose what it needs below.
  if current_user <> 'postgres' then
    revoke insert, update, delete, references, trigger on auth.audit_log_entries from postgres;
  end if;
end
$$;
create policy "The auth service reads and adds entries" on auth.audit_log_entries
  to supabase_auth_admin using (true) with check (true);
create index audit_log_entries_actor_id_idx on auth.audit_log_entries ((payload ->> 'actor_id'));

-- The one change an entry may undergo: it forgets the name and the network address.
create function beaconpay_auth.keep_audit_entries() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and new.id = old.id
    and new.instance_id is not distinct from old.instance_id
    and new.created_at is not distinct from old.created_at
    and new.payload::jsonb = old.payload::jsonb || '{"actor_username": ""}'
    and new.ip_address = ''
  then
    return new;
  end if;
  raise exception using
    errcode = 'insufficient_privilege',
    message = 'The audit log is append-only.';
end
$$;

create trigger keep_entries
  before update or delete on auth.audit_log_entries
  for each row execute function beaconpay_auth.keep_audit_entries();
create trigger keep_all_entries
  before truncate on auth.audit_log_entries
  for each statement execute function beaconpay_auth.keep_audit_entries();

create function beaconpay_auth.forget_audit_names(account_id uuid) returns void
language sql security definer
set search_path = ''
as $$
  update auth.audit_log_entries
  set payload = (payload::jsonb || '{"actor_username": ""}')::json, ip_address = ''
  where payload ->> 'actor_id' = account_id::text
$$;
comment on function beaconpay_auth.forget_audit_names(uuid) is
  'Takes the name and the network addresses of a deleted account out of its entries; what was done and when stays.';
revoke all on function beaconpay_auth.forget_audit_names(uuid) from public;
grant execute on function beaconpay_auth.forget_audit_names(uuid) to supabase_auth_admin;

-- What was mailed before now is not valid any more, and half an agreement to a new address neither:
-- from now on the status says which of the two addresses agreed (1 the present one, 2 the new one).
delete from auth.one_time_tokens;
update auth.users set
  confirmation_token = '', recovery_token = '', reauthentication_token = '',
  email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
where email_change_confirm_status <> 0
  or concat(confirmation_token, recovery_token, reauthentication_token, email_change_token_new,
    email_change_token_current) <> '';
