-- The sandbox that replaces a card provider on a machine without one. Only the functions' service key reads
-- its checkout sessions. A session is decided once.

create table public.sandbox_checkout_sessions (
  id text primary key check (id ~ '^cs_sandbox_[0-9a-f]{48}$'),
  record_type text not null check (record_type in ('card_order', 'mobile_recharge')),
  -- The id of an order or a recharge, so no foreign key.
  record_id uuid not null,
  user_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null check (length(description) between 1 and 200),
  success_url text not null check (length(success_url) between 1 and 2000),
  cancel_url text not null check (length(cancel_url) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'cancelled')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  decided_at timestamptz
);
comment on table public.sandbox_checkout_sessions is
  'Payments of the sandbox, for demonstrations. No money moves.';
comment on column public.sandbox_checkout_sessions.user_id is
  'The owner of the record. No foreign key, as for record_id.';

create index sandbox_checkout_sessions_record_id_idx
  on public.sandbox_checkout_sessions (record_id, created_at desc);

create function private.guard_sandbox_decision() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.status <> 'open' then
    raise sqlstate 'PT409' using
      hint = 'sandbox_checkout.already_decided',
      message = 'already decided';
  end if;
  if old.expires_at <= now() then
    raise sqlstate 'PT410' using
      hint = 'sandbox_checkout.expired',
      message = 'This payment page is no longer valid.';
  end if;
  new.decided_at := now();
  return new;
end
$$;

create trigger guard_decision
  before update on public.sandbox_checkout_sessions
  for each row execute function private.guard_sandbox_decision();

alter table public.sandbox_checkout_sessions enable row level security;
revoke all on public.sandbox_checkout_sessions from anon, authenticated, service_role;
grant select on public.sandbox_checkout_sessions to service_role;
grant insert (
  id, record_type, record_id, user_id, amount_minor, currency, description, success_url, cancel_url
) on public.sandbox_checkout_sessions to service_role;
grant update (status) on public.sandbox_checkout_sessions to service_role;

revoke execute on all functions in schema private from public;
