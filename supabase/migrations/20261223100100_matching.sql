-- Bank lines, what they pay, and the work of administrators on them.

-- matching-settings.sql ----------------------------------------------------------------------------

create table public.matching_settings (
  id uuid primary key default gen_random_uuid(),
  is_only_row boolean not null default true unique check (is_only_row),
  auto_approve jsonb not null default '{
    "bank_transfer": false, "binance_pay": false, "card_payment": false, "manual_cash": false,
    "other_external": false
  }',
  expiry_days jsonb not null default '{
    "bank_transfer": null, "binance_pay": null, "card_payment": null, "manual_cash": null,
    "other_external": null
  }',
  qr jsonb not null default '{
    "bank_transfer": true, "binance_pay": true, "card_payment": true, "manual_cash": true,
    "other_external": true
  }',
  bank_line_retention_days integer not null default 730
    check (bank_line_retention_days between 30 and 3650),
  accounts text[] not null default '{}',
  updated_at timestamptz not null default now()
);
comment on table public.matching_settings is 'One row.';
comment on column public.matching_settings.auto_approve is
  'Whether an exact payment approves its record without an administrator, by payment method.';
comment on column public.matching_settings.expiry_days is
  'Days after which a record without a payment is rejected, by payment method. Null: never.';
comment on column public.matching_settings.qr is 'Whether customers see a QR code, by payment method.';
comment on column public.matching_settings.bank_line_retention_days is
  'Days until the names, accounts and texts of bank lines are deleted.';
comment on column public.matching_settings.accounts is
  'The accounts of the operator. Lines of other accounts are refused. Empty: lines of every account are accepted.';

insert into public.matching_settings default values;

-- Whether this is an object with one entry for each payment method, true or false.
create function private.are_switches(entries jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_typeof(entries) is not distinct from 'object'
    and entries - array['bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'] = '{}'
    and not exists (
      select from jsonb_each(entries) as entry (key, value) where jsonb_typeof(value) <> 'boolean'
    )
$$;

create function private.are_expiry_days(entries jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select jsonb_typeof(entries) is not distinct from 'object'
    and entries - array['bank_transfer', 'binance_pay', 'card_payment', 'manual_cash', 'other_external'] = '{}'
    and not exists (
      select from jsonb_each(entries) as entry (key, value)
      where case jsonb_typeof(value)
        when 'null' then false
        when 'number' then value::numeric not between 1 and 365 or value::numeric % 1 <> 0
        else true
      end
    )
$$;

create function private.prepare_matching_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  problem text;
begin
  problem := case
    when not private.are_switches(new.auto_approve) then 'auto_approve'
    when not private.are_switches(new.qr) then 'qr'
    when not private.are_expiry_days(new.expiry_days) then 'expiry_days'
    when new.bank_line_retention_days not between 30 and 3650 then 'bank_line_retention_days'
    when cardinality(new.accounts) > 50 or exists (
      select from unnest(new.accounts) as account where account is null or length(account) not between 1 and 70
    ) then 'accounts'
  end;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'matching_settings.value',
      detail = json_build_object('field', problem),
      message = format('The setting %s is not valid.', problem);
  end if;
  new.accounts := array(
    select distinct upper(regexp_replace(account, '\s+', '', 'g')) from unnest(new.accounts) as account
  );
  new.updated_at := now();
  return new;
end
$$;

create trigger prepare_matching_settings
  before update on public.matching_settings
  for each row execute function private.prepare_matching_settings();

create trigger record_change
  after update or delete on public.matching_settings
  for each row execute function private.record_change();

alter table public.matching_settings enable row level security;

create policy "Administrators read the matching settings"
  on public.matching_settings for select to authenticated
  using ((select private.is_admin()));

create policy "Administrators change the matching settings"
  on public.matching_settings for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.matching_settings as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.matching_settings from anon, authenticated, service_role;
grant select on public.matching_settings to authenticated, service_role;
grant update (auto_approve, expiry_days, qr, bank_line_retention_days, accounts)
  on public.matching_settings to authenticated;

create function public.payment_options() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('qr', qr, 'expiry_days', expiry_days) from public.matching_settings
$$;
comment on function public.payment_options() is
  'For everyone: {qr, expiry_days}, each by payment method, from the matching settings.';
revoke execute on function public.payment_options() from public, anon, authenticated, service_role;
grant execute on function public.payment_options() to anon, authenticated, service_role;

-- bank-lines.sql -----------------------------------------------------------------------------------

create table public.bank_lines (
  id uuid primary key default gen_random_uuid(),
  line_key text not null unique check (line_key ~ '^[0-9a-f]{64}$'),
  account text not null check (length(account) between 1 and 70),
  booking_date date not null,
  value_date date,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  counterparty_name text check (length(counterparty_name) <= 300),
  counterparty_iban text check (length(counterparty_iban) <= 70),
  remittance_text text check (length(remittance_text) <= 2000),
  end_to_end_id text check (length(end_to_end_id) <= 200),
  bank_reference text check (length(bank_reference) <= 200),
  is_reversal boolean not null default false,
  source text not null default 'statement' check (source in ('statement', 'binance_pay', 'agent', 'api')),
  -- Null: a function.
  imported_by uuid,
  imported_at timestamptz not null default now(),
  state text not null default 'case' check (state in ('matched', 'proposed', 'case', 'ignored')),
  case_reason text default 'unknown' check (case_reason in (
    'unknown', 'under', 'over', 'several_records', 'duplicate', 'late', 'wrong_character',
    'other_currency', 'reversal', 'future_date', 'undone', 'outgoing'
  )),
  resolution text check (resolution in ('linked', 'ignored', 'refunded', 'credit')),
  resolution_note text check (length(resolution_note) <= 1000),
  resolved_by uuid,
  resolved_at timestamptz,
  -- The following columns are internal.
  codes text[] not null default '{}',
  near_codes text[] not null default '{}',
  reference_keys text[] not null default '{}',
  candidate_ids uuid[] not null default '{}'
);
comment on table public.bank_lines is 'What a bank or a provider booked never changes. The state follows from the links.';
comment on column public.bank_lines.line_key is
  'SHA-256 of what overlapping statements have in common: packages/statements/src/line-identity.ts.';
comment on column public.bank_lines.amount is 'Positive: money arrived. Negative: money left the account.';
comment on column public.bank_lines.counterparty_iban is 'An IBAN, or the bank''s number of the account.';
comment on column public.bank_lines.case_reason is
  'Why an administrator looks at the line. "over" and "outgoing" stay as notes in other states.';
comment on column public.bank_lines.codes is 'The payment codes in the texts. Some may not exist.';
comment on column public.bank_lines.near_codes is 'Codes that differ from a text with the prefix in one character.';
comment on column public.bank_lines.candidate_ids is 'The records that the codes and references name.';

create index bank_lines_booking_date_idx on public.bank_lines (booking_date desc, id desc);
create index bank_lines_state_booking_date_idx on public.bank_lines (state, booking_date desc, id desc);
create index bank_lines_end_to_end_id_idx on public.bank_lines (end_to_end_id) where amount > 0;
create index bank_lines_imported_at_idx on public.bank_lines (imported_at)
  where counterparty_name is not null or counterparty_iban is not null or remittance_text is not null;

-- Texts of a line ----------------------------------------------------------------------------------

-- A payment must not be refused because its payer typed a card number, so the digits are replaced.
create function private.mask_card_numbers(value text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  masked text;
begin
  -- A cheap test first: most texts have no twelve digits without a letter between them.
  if private.fold_digits(value) !~ '[0-9](?:[^A-Za-z]*[0-9]){11}' or not private.contains_card_number(value) then
    return value;
  end if;
  masked := regexp_replace(private.fold_digits(value), '[0-9](?:[^0-9A-Za-z]*[0-9]){11,}', '[masked]', 'g');
  return case when private.contains_card_number(masked) then '[masked]' else masked end;
end
$$;
comment on function private.mask_card_numbers(text) is
  'The text with "[masked]" instead of digits that may be a card number.';

-- Removes control characters. A text that is too long is cut: a payment is never refused for its text.
create function private.bank_text(value text, max_length integer) returns text
language sql immutable parallel safe
as $$
  select nullif(btrim(left(
    private.without_direction_controls(
      regexp_replace(
        private.mask_card_numbers(left(value, 4000)), '[[:cntrl:]]+', ' ', 'g'
      )
    ),
    max_length
  )), '')
$$;

-- A reference as matching compares it. Null: too short to name a payment, or without a digit.
create function private.reference_key(reference text) returns text
language plpgsql immutable strict parallel safe
cost 1000
set search_path = ''
as $$
declare
  compact constant text := private.compact_reference(left(reference, 200));
begin
  return case
    when length(compact) between 6 and 40 and private.fold_digits(left(reference, 200)) ~ '[0-9]' then compact
  end;
end
$$;

-- The codes that make a text with a wrong character valid: the checksum is linear, so each position has one
-- difference that makes it zero.
create function private.near_payment_codes(characters text) returns text[]
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  alphabet constant text := private.payment_code_alphabet();
  difference integer := private.payment_code_sum(characters);
  repaired text;
  near text[] := '{}';
begin
  for place in reverse 8 .. 1 loop
    repaired := overlay(
      characters placing substr(
        alphabet, ((strpos(alphabet, substr(characters, place, 1)) - 1) # difference) + 1, 1
      ) from place for 1
    );
    if private.is_payment_code(repaired) then
      near := near || private.format_payment_code(repaired);
    end if;
    -- The inverse of private.payment_code_double().
    difference := case when difference % 2 = 0 then difference >> 1 else (difference # 37) >> 1 end;
  end loop;
  return near;
end
$$;
comment on function private.near_payment_codes(text) is
  'The valid payment codes that differ from these eight characters in one character.';

create type private.line_references as (codes text[], near_codes text[], reference_keys text[]);

-- Codes after their prefix wherever the text is split, codes without a prefix as one to four neighbouring words,
-- and references as one or two neighbouring parts between blanks.
create function private.read_references(value text) returns private.line_references
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  folded constant text := upper(private.fold_digits(left(value, 2000)));
  compact constant text := translate(regexp_replace(folded, '[^0-9A-Z]+', '', 'g'), 'OIL', '011');
  words text[];
  shift integer := strpos(compact, 'BP');
  place integer := 0;
  joined text;
  before text := '';
  found private.line_references := row('{}', '{}', '{}');
begin
  while shift > 0 and place < 500 loop
    place := place + shift;
    joined := substr(compact, place + 2, 8);
    if private.is_payment_code(joined) then
      found.codes := found.codes || private.format_payment_code(joined);
    elsif joined ~ '^[0-9A-HJKMNP-TV-Z]{8}$' and cardinality(found.near_codes) < 40 then
      found.near_codes := found.near_codes || private.near_payment_codes(joined);
    end if;
    shift := strpos(substr(compact, place + 1), 'BP');
  end loop;
  words := regexp_split_to_array(folded, '[^0-9A-Z]+');
  for first_word in 1 .. least(cardinality(words), 60) loop
    joined := words[first_word];
    for next_word in first_word + 1 .. first_word + 3 loop
      exit when length(joined) >= 8;
      joined := joined || coalesce(words[next_word], '');
    end loop;
    if length(joined) = 8 and private.is_payment_code(translate(joined, 'OIL', '011')) then
      found.codes := found.codes || private.format_payment_code(translate(joined, 'OIL', '011'));
    end if;
  end loop;
  foreach joined in array (regexp_split_to_array(folded, '\s+'))[1:40] loop
    joined := regexp_replace(joined, '[^0-9A-Z]+', '', 'g');
    if length(joined) between 6 and 40 and joined ~ '[0-9]' then
      found.reference_keys := found.reference_keys || translate(joined, 'OIL', '011');
    end if;
    before := before || joined;
    if before <> joined and length(before) between 6 and 40 and before ~ '[0-9]' then
      found.reference_keys := found.reference_keys || translate(before, 'OIL', '011');
    end if;
    before := joined;
  end loop;
  return found;
end
$$;
comment on function private.read_references(text) is
  'The payment codes and references that the texts of a bank line may contain.';

-- Never changed ------------------------------------------------------------------------------------

create function private.keep_bank_lines() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using
    errcode = 'insufficient_privilege',
    hint = 'bank_line.unchangeable',
    message = 'A bank line can''t be changed.';
end
$$;

-- The names, accounts and texts of third parties are deleted after a time, and nothing else.
create trigger keep_bank_lines
  before update on public.bank_lines
  for each row
  when (
    (
      old.id, old.line_key, old.account, old.booking_date, old.value_date, old.amount, old.currency,
      old.end_to_end_id, old.bank_reference, old.is_reversal, old.source, old.imported_by, old.imported_at
    ) is distinct from (
      new.id, new.line_key, new.account, new.booking_date, new.value_date, new.amount, new.currency,
      new.end_to_end_id, new.bank_reference, new.is_reversal, new.source, new.imported_by, new.imported_at
    )
    or coalesce(new.counterparty_name, old.counterparty_name) is distinct from old.counterparty_name
    or coalesce(new.counterparty_iban, old.counterparty_iban) is distinct from old.counterparty_iban
    or coalesce(new.remittance_text, old.remittance_text) is distinct from old.remittance_text
  )
  execute function private.keep_bank_lines();

create trigger never_deleted
  before delete or truncate on public.bank_lines
  for each statement execute function private.keep_bank_lines();

-- The audit log keeps entries longer than the names of third parties, so it has none of them.
create function private.record_bank_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  request_origin constant jsonb := private.request_origin();
begin
  insert into private.audit_log
    (actor_id, actor_role, table_name, record_id, action, before, after, origin)
  select
    auth.uid(), coalesce(auth.role(), session_user), 'bank_lines', id, 'insert', '{}',
    jsonb_build_object(
      'line_key', line_key, 'account', account, 'booking_date', booking_date, 'amount', amount,
      'currency', currency, 'source', source
    ),
    request_origin
  from imported;
  return null;
end
$$;

create trigger record_insert
  after insert on public.bank_lines
  referencing new table as imported
  for each statement execute function private.record_bank_lines();

create trigger record_change
  after update on public.bank_lines
  for each row
  when (old.resolution is distinct from new.resolution)
  execute function private.record_change();

create function private.forget_third_parties() returns void
language sql security definer
set search_path = ''
as $$
  update public.bank_lines
  set
    counterparty_name = null, counterparty_iban = null, remittance_text = null, near_codes = '{}',
    reference_keys = '{}'
  where imported_at < now()
      - (select bank_line_retention_days from public.matching_settings) * interval '1 day'
    and (counterparty_name is not null or counterparty_iban is not null or remittance_text is not null)
$$;
comment on function private.forget_third_parties() is
  'Deletes the names, accounts and texts of bank lines that are older than the settings allow.';

-- Access -------------------------------------------------------------------------------------------

alter table public.bank_lines enable row level security;

create policy "Bank lines are visible to administrators"
  on public.bank_lines for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.bank_lines as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.bank_lines from anon, authenticated, service_role;
grant select (
  id, line_key, account, booking_date, value_date, amount, currency, counterparty_name,
  counterparty_iban, remittance_text, end_to_end_id, bank_reference, is_reversal, source, imported_by,
  imported_at, state, case_reason, resolution, resolution_note, resolved_by, resolved_at
) on public.bank_lines to authenticated, service_role;

-- payment-links.sql --------------------------------------------------------------------------------

create table public.payment_links (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references public.bank_lines,
  -- The id of an order or a recharge, so no foreign key.
  record_id uuid not null,
  amount numeric not null check (amount > 0),
  kind text not null check (kind in ('exact', 'under', 'over', 'manual')),
  matched_by text not null check (matched_by in ('code', 'reference', 'manual')),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'undone')),
  is_automatic boolean not null default false,
  -- Null: the system.
  created_by uuid,
  created_at timestamptz not null default now(),
  confirmed_by uuid,
  confirmed_at timestamptz,
  undone_by uuid,
  undone_at timestamptz
);
comment on table public.payment_links is 'Which bank line pays which record, and how much of it.';
comment on column public.payment_links.is_automatic is
  'A job confirms a proposed link without an administrator.';
create unique index payment_links_line_id_record_id_key on public.payment_links (line_id, record_id)
  where state <> 'undone';
create index payment_links_line_id_idx on public.payment_links (line_id);
create index payment_links_record_id_idx on public.payment_links (record_id);
create index payment_links_automatic_idx on public.payment_links (created_at, id)
  where state = 'proposed' and is_automatic;

create table public.payment_states (
  record_id uuid primary key,
  user_id uuid not null references public.profiles on delete restrict,
  state text not null check (state in ('partial', 'received')),
  received_amount numeric not null check (received_amount >= 0),
  amount numeric not null,
  currency text not null,
  paid_on date,
  bank_reference text,
  updated_at timestamptz not null default now()
);
comment on table public.payment_states is
  'For customers: how much of a record was received. A record without a payment has no row.';
comment on column public.payment_states.paid_on is 'The value date of the last payment.';
create index payment_states_user_id_idx on public.payment_states (user_id);

-- What follows from links --------------------------------------------------------------------------

-- The lock makes transactions that link the same line wait for each other.
create function private.limit_linked_money(line_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.bank_lines where id = any (line_ids) order by id for update;
  if exists (
    select from public.payment_links as link
    join public.bank_lines as line on line.id = link.line_id
    where link.line_id = any (line_ids) and link.state <> 'undone'
    group by line.id
    having sum(link.amount) > line.amount
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.exceeds_line',
      message = 'The linked amounts are higher than the bank line.';
  end if;
end
$$;

-- An administrator decides that an amount in another currency covers the record.
create function private.booked_amount(
  link_amount numeric, line_currency text, due numeric, record_currency text
) returns numeric
language sql immutable parallel safe
as $$
  select case when line_currency = record_currency then link_amount else due end
$$;

-- A reference can be the one of another customer, so a proposal by reference shows the customer nothing.
create function private.refresh_payment_states(record_ids uuid[]) returns void
language sql security definer
set search_path = ''
as $$
  insert into public.payment_states
    (record_id, user_id, state, received_amount, amount, currency, paid_on, bank_reference)
  select
    record.id, record.user_id, case when paid.received < record.amount then 'partial' else 'received' end,
    paid.received, record.amount, record.currency, paid.paid_on, paid.bank_reference
  from public.records as record
  join lateral (
    select
      coalesce(
        sum(private.booked_amount(link.amount, line.currency, record.amount, record.currency))
          filter (where link.state <> 'undone'),
        0
      ) as received,
      max(coalesce(line.value_date, line.booking_date)) filter (where link.state <> 'undone') as paid_on,
      (array_agg(line.bank_reference order by line.booking_date desc, line.id)
        filter (where link.state <> 'undone'))[1] as bank_reference
    from public.payment_links as link
    join public.bank_lines as line on line.id = link.line_id
    where link.record_id = record.id and (link.state <> 'proposed' or link.matched_by = 'code')
    having count(*) > 0
  ) as paid on true
  where record.id = any (record_ids)
  on conflict (record_id) do update
  set
    state = excluded.state, received_amount = excluded.received_amount, paid_on = excluded.paid_on,
    bank_reference = excluded.bank_reference, updated_at = now()
  where (payment_states.received_amount, payment_states.paid_on, payment_states.bank_reference)
    is distinct from (excluded.received_amount, excluded.paid_on, excluded.bank_reference)
$$;

create function private.follow_payment_links() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  request_origin constant jsonb := private.request_origin();
begin
  perform private.limit_linked_money(array(select distinct line_id from changed));
  insert into public.record_events (record_id, kind, actor_id, detail)
  select
    record_id, 'matched', case state when 'undone' then undone_by when 'confirmed' then confirmed_by end,
    jsonb_build_object(
      'link_id', id, 'line_id', line_id, 'amount', amount, 'kind', kind, 'by', matched_by, 'state', state
    )
  from changed order by id;
  insert into private.audit_log
    (actor_id, actor_role, table_name, record_id, action, before, after, origin)
  select
    auth.uid(), coalesce(auth.role(), session_user), 'payment_links', id, lower(tg_op), '{}',
    jsonb_build_object(
      'line_id', line_id, 'record_id', record_id, 'amount', amount, 'kind', kind, 'state', state
    ),
    request_origin
  from changed order by id;
  perform private.refresh_payment_states(array(select distinct record_id from changed));
  return null;
end
$$;

create trigger follow_new_links
  after insert on public.payment_links
  referencing new table as changed
  for each statement execute function private.follow_payment_links();

create trigger follow_changed_links
  after update on public.payment_links
  referencing new table as changed
  for each statement execute function private.follow_payment_links();

-- Locks --------------------------------------------------------------------------------------------

-- Every change of links takes its locks in this order, so that none waits in a circle: the lines, the orders, the
-- recharges, each by id. A decision locks one order or recharge.
create function private.lock_payments(line_ids uuid[], record_ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.bank_lines
  where id = any (
    line_ids || array(
      select link.line_id from public.payment_links as link
      where link.record_id = any (record_ids) and link.state <> 'undone'
    )
  )
  order by id for update;
  perform from public.orders where id = any (record_ids) order by id for update;
  perform from public.recharges where id = any (record_ids) order by id for update;
end
$$;

-- Access -------------------------------------------------------------------------------------------

alter table public.payment_links enable row level security;

create policy "Payment links are visible to administrators"
  on public.payment_links for select to authenticated
  using ((select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.payment_links as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_links from anon, authenticated, service_role;
grant select on public.payment_links to authenticated, service_role;

alter table public.payment_states enable row level security;

create policy "Payment states are visible to their customer and administrators"
  on public.payment_states for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Rows require the second factor of the user"
  on public.payment_states as restrictive for all to authenticated
  using (not exists (select from private.missing_factors));

revoke all on public.payment_states from anon, authenticated, service_role;
grant select on public.payment_states to authenticated, service_role;

-- matching.sql -------------------------------------------------------------------------------------

create index records_reference_key_idx on public.records (private.reference_key(transaction_reference))
  where payment_method <> 'card_payment';

-- A line can arrive before the customer submits the form.
create table private.waiting_references (
  reference text not null,
  line_id uuid not null references public.bank_lines,
  primary key (reference, line_id)
);
comment on table private.waiting_references is
  'The codes and references of lines that no record has. A submission with one of them is matched at once.';
create index waiting_references_line_id_idx on private.waiting_references (line_id);
alter table private.waiting_references enable row level security;
revoke all on private.waiting_references from anon, authenticated, service_role;

-- Records that the texts of lines name: by a code, by a code with one wrong character, or by a reference. A record
-- with a code is not searched by references.
-- Each key is looked up by its index: the statistics of new lines do not exist yet.
create function private.named_records(line_ids uuid[])
returns table (line_id uuid, record_id uuid, named_by text)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
#variable_conflict use_column
begin
  return query
    with line as materialized (
      select line.id, line.codes, line.near_codes, line.reference_keys, line.booking_date
      from unnest(line_ids) as wanted (id)
      join public.bank_lines as line on line.id = wanted.id
    ),
    named as materialized (
      select
        line.id, line.booking_date, line.reference_keys, line.near_codes,
        array(
          select record.id from unnest(line.codes) as code
          join public.records as record on record.payment_code = code
        ) as by_code
      from line
    )
    select named.id, record.id, 'code'
    from named cross join lateral (select distinct unnest(named.by_code)) as record (id)
    union all
    select distinct named.id, record.id, 'near'
    from named
    cross join lateral unnest(named.near_codes) as code
    join public.records as record on record.payment_code = code
    where named.by_code = '{}'
    union all
    select distinct named.id, record.id, 'reference'
    from named
    cross join lateral unnest(named.reference_keys) as reference
    cross join lateral (
      select record.id, record.created_at from public.records as record
      where private.reference_key(record.transaction_reference) = reference
        and record.payment_method <> 'card_payment'
      offset 0
    ) as record
    where named.by_code = '{}'
      and record.created_at between named.booking_date - interval '180 days'
        and named.booking_date + interval '60 days';
end
$$;

-- What the records have received, apart from undone links.
create function private.received_amounts(record_ids uuid[])
returns table (record_id uuid, received numeric)
language sql stable
set search_path = ''
as $$
  select
    link.record_id,
    sum(private.booked_amount(link.amount, line.currency, record.amount, record.currency))
  from public.payment_links as link
  join public.bank_lines as line on line.id = link.line_id
  join public.records as record on record.id = link.record_id
  where link.record_id = any (record_ids) and link.state <> 'undone'
  group by link.record_id
$$;

create function private.may_approve_by_itself(record public.records) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce((settings.auto_approve ->> record.payment_method)::boolean, false)
    and record.amount < coalesce(office.four_eyes_amount, 'infinity')
    and (record.held_until is null or record.held_until <= now())
    and record.flag < 3
    and not private.is_administrator(record.user_id)
  from public.matching_settings as settings cross join public.back_office_settings as office
$$;
comment on function private.may_approve_by_itself(public.records) is
  'Whether an exact payment approves this pending record without an administrator.';

-- Decides each line on its own or together with the lines of the same record, and writes links and states in one
-- statement.
create function private.match_bank_lines(line_ids uuid[]) returns void
language plpgsql security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  pair_lines uuid[];
  pair_records uuid[];
  pair_kinds text[];
begin
  select array_agg(named.line_id), array_agg(named.record_id), array_agg(named.named_by)
  into pair_lines, pair_records, pair_kinds
  from private.named_records(line_ids) as named;
  perform private.lock_payments(line_ids, coalesce(pair_records, '{}'));

  with named as materialized (
    select * from unnest(pair_lines, pair_records, pair_kinds) as named (line_id, record_id, named_by)
  ),
  line as materialized (
    select
      line.id, line.amount, line.currency, line.booking_date, line.is_reversal, line.line_key,
      coalesce(found.records, 0) as records, found.named_by, found.record_id, found.record_ids
    from unnest(line_ids) as wanted (id)
    join public.bank_lines as line on line.id = wanted.id
    left join (
      select
        line_id, count(*) as records, min(named_by) as named_by,
        (array_agg(record_id order by record_id))[1] as record_id,
        (array_agg(record_id order by record_id))[1:10] as record_ids
      from named group by line_id
    ) as found on found.line_id = line.id
    -- A line that another transaction has matched meanwhile stays as it is.
    where line.state = 'case' and line.case_reason = 'unknown'
      and line.resolution is null
  ),
  received as materialized (
    select * from private.received_amounts(array(select distinct record_id from named))
  ),
  -- One record: the amounts before and after each line, in the order of the bank.
  single as (
    select
      line.id, line.record_id, line.amount, line.named_by, record.amount as due, record.status, record as whole,
      coalesce(received.received, 0) + sum(line.amount) over (
        partition by line.record_id order by line.booking_date, line.line_key
      ) - line.amount as before
    from line
    join public.records as record on record.id = line.record_id
    left join received on received.record_id = line.record_id
    where line.records = 1 and line.amount > 0 and line.named_by in ('code', 'reference')
      and line.currency = record.currency and line.booking_date <= current_date + 3
      and record.status <> 'manual_payment_rejected' and record.status <> 'completed'
  ),
  judged_single as (
    select
      *,
      case
        when before >= due then 'duplicate'
        when before + amount < due then 'under'
        when before + amount > due then 'over'
        else 'exact'
      end as verdict,
      status = 'pending_manual_verification' as is_pending
    from single
  ),
  -- Several records: only if the line is the sum of what all of them wait for.
  several as (
    select named.line_id
    from line
    join named on named.line_id = line.id
    join public.records as record on record.id = named.record_id
    left join received on received.record_id = record.id
    where line.records > 1 and line.amount > 0 and line.named_by = 'code'
      and line.booking_date <= current_date + 3
    group by named.line_id, line.amount, line.currency
    having sum(record.amount) = line.amount
      and bool_and(
        record.status = 'pending_manual_verification' and record.currency = line.currency
        and received.received is null
      )
      and not exists (
        select from named as other
        where other.line_id <> named.line_id and other.named_by = 'code'
          and other.record_id = any (array_agg(named.record_id))
      )
  ),
  new_link as (
    select
      id as line_id, record_id, least(amount, due - before) as amount, verdict as kind, named_by,
      case when verdict = 'under' or not is_pending then 'confirmed' else 'proposed' end as state,
      is_pending and verdict <> 'under' and private.may_approve_by_itself(whole) as is_automatic
    from judged_single
    where named_by = 'code' and verdict <> 'duplicate'
    union all
    select id, record_id, amount, 'exact', named_by, 'proposed', false
    from judged_single where named_by = 'reference' and verdict = 'exact'
    union all
    select named.line_id, named.record_id, record.amount, 'exact', 'code', 'proposed', false
    from several
    join named on named.line_id = several.line_id
    join public.records as record on record.id = named.record_id
  ),
  linked as (
    insert into public.payment_links
      (line_id, record_id, amount, kind, matched_by, state, is_automatic, confirmed_at)
    select
      line_id, record_id, amount, kind, named_by, state, is_automatic,
      case state when 'confirmed' then now() end
    from new_link
  ),
  judged as (
    select
      line.id,
      case
        when new_link.state = 'proposed' then 'proposed'
        when new_link.kind = 'exact' then 'matched'
        when line.amount = 0 then 'ignored'
        when line.amount < 0 and not line.is_reversal
          and not coalesce(line.named_by = 'code' and received.received > 0, false) then 'ignored'
        else 'case'
      end as state,
      case
        when new_link.kind = 'exact' then null
        when new_link.kind is not null then new_link.kind
        when line.amount = 0 or line.amount < 0 and not line.is_reversal
          and not coalesce(line.named_by = 'code' and received.received > 0, false) then 'outgoing'
        when line.amount < 0 then 'reversal'
        when line.booking_date > current_date + 3 then 'future_date'
        when line.records = 0 then 'unknown'
        when line.named_by = 'near' then 'wrong_character'
        when line.records > 1 then 'several_records'
        when line.currency <> record.currency then 'other_currency'
        when record.status = 'manual_payment_rejected' then 'late'
        when record.status = 'completed' then 'duplicate'
        when judged_single.verdict in ('under', 'over') then judged_single.verdict
        else 'duplicate'
      end as reason,
      coalesce(line.record_ids, '{}') as candidate_ids
    from line
    left join (
      select line_id, min(kind) as kind, min(state) as state from new_link group by line_id
    ) as new_link on new_link.line_id = line.id
    left join judged_single on judged_single.id = line.id
    left join public.records as record on record.id = line.record_id
    left join received on received.record_id = line.record_id
  ),
  waiting as (
    insert into private.waiting_references (reference, line_id)
    select distinct reference, bank_line.id
    from judged
    join public.bank_lines as bank_line on bank_line.id = judged.id
    cross join lateral unnest(
      bank_line.reference_keys || array(
        select code from private.payment_codes where code = any (bank_line.codes)
      )
    ) as reference
    where judged.reason = 'unknown' and bank_line.amount > 0
    on conflict do nothing
  )
  update public.bank_lines
  set state = judged.state, case_reason = judged.reason, candidate_ids = judged.candidate_ids
  from judged
  where bank_lines.id = judged.id
    and (bank_lines.state, bank_lines.case_reason, bank_lines.candidate_ids)
      is distinct from (judged.state, judged.reason, judged.candidate_ids);
end
$$;
comment on function private.match_bank_lines(uuid[]) is
  'Links the lines that no record is known for to the records that they pay, or says why an administrator must look at them.';

-- A submission whose code or reference a line has already.
create function private.match_waiting_lines() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  line_ids uuid[];
begin
  select array_agg(distinct waiting.line_id) into line_ids
  from private.waiting_references as waiting
  where waiting.reference in (new.payment_code, private.reference_key(new.transaction_reference));
  if line_ids is not null then
    perform private.match_bank_lines(line_ids[1:20]);
    delete from private.waiting_references as waiting
    using public.bank_lines as line
    where waiting.line_id = any (line_ids) and line.id = waiting.line_id
      and line.case_reason is distinct from 'unknown';
  end if;
  return null;
end
$$;

create trigger match_waiting_lines
  after insert on public.records
  for each row
  when (new.payment_method <> 'card_payment')
  execute function private.match_waiting_lines();

-- payment-approvals.sql ----------------------------------------------------------------------------

create function private.approve_record(record_id uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.orders set status = 'manual_payment_approved' where id = record_id;
  update public.recharges set status = 'manual_payment_approved' where id = record_id;
end
$$;

-- The state of a line follows from its links. "over" is a case until the excess is refunded or kept.
create function private.settle_line(line_id uuid) returns void
language sql
set search_path = ''
as $$
  update public.bank_lines as line
  set
    state = case
      when linked.proposed > 0 then 'proposed'
      when linked.total < line.amount and linked.is_foreign is not true and line.resolution is null then 'case'
      else 'matched'
    end,
    case_reason = case
      when linked.total < line.amount and linked.is_foreign is not true
        then case when line.case_reason = 'several_records' then line.case_reason else 'over' end
    end
  from (
    select
      count(*) filter (where link.state = 'proposed') as proposed, sum(link.amount) as total,
      bool_or(bank_line.currency <> record.currency) as is_foreign
    from public.payment_links as link
    join public.bank_lines as bank_line on bank_line.id = link.line_id
    join public.records as record on record.id = link.record_id
    where link.line_id = settle_line.line_id and link.state <> 'undone'
  ) as linked
  where line.id = settle_line.line_id and linked.total is not null
$$;

-- The link is undone and the line is a case.
create function private.reject_link(link public.payment_links, reason text, administrator uuid)
returns void
language sql
set search_path = ''
as $$
  update public.payment_links
  set state = 'undone', undone_by = administrator, undone_at = now(), is_automatic = false
  where id = link.id;
  update public.bank_lines
  set
    state = 'case', case_reason = reason, resolution = null, resolved_by = null, resolved_at = null,
    candidate_ids = (array_remove(candidate_ids, link.record_id) || link.record_id)[1:10]
  where id = link.line_id;
$$;

-- Approves the record if the money covers it, by the same guards as a manual decision. The caller holds the locks.
create function private.confirm_link(link_id uuid, administrator uuid) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  link public.payment_links;
  line public.bank_lines;
  record public.records;
  received_before numeric;
begin
  select * into link from public.payment_links where id = link_id;
  select * into line from public.bank_lines where id = link.line_id;
  select * into record from public.records where id = link.record_id;
  if link.state is distinct from 'proposed' or record.id is null then
    return 'payment_link.not_proposed';
  end if;
  if record.user_id = administrator then
    return 'review.own_record';
  end if;
  select coalesce(sum(private.booked_amount(other.amount, other_line.currency, record.amount, record.currency)), 0)
  into received_before
  from public.payment_links as other
  join public.bank_lines as other_line on other_line.id = other.line_id
  where other.record_id = record.id and other.state = 'confirmed';
  if received_before >= record.amount then
    perform private.reject_link(link, 'duplicate', administrator);
    return 'payment_link.already_paid';
  end if;
  if record.status = 'manual_payment_rejected' then
    perform private.reject_link(link, 'late', administrator);
    return 'review.already_decided';
  end if;
  if record.status = 'pending_manual_verification'
    and received_before
      + private.booked_amount(link.amount, line.currency, record.amount, record.currency) >= record.amount
  then
    if administrator is not null and private.needs_four_eyes(record.amount)
      and (record.first_approved_by is null or not private.is_administrator(record.first_approved_by))
    then
      perform public.approve_first(record.id);
      return 'first_approved';
    end if;
    perform private.approve_record(record.id);
    update public.bank_lines as paid set state = 'matched', case_reason = null
    from public.payment_links as earlier
    where earlier.record_id = record.id and earlier.state = 'confirmed' and paid.id = earlier.line_id
      and paid.case_reason = 'under';
  end if;
  update public.payment_links
  set state = 'confirmed', is_automatic = false, confirmed_by = administrator, confirmed_at = now()
  where id = link.id;
  perform private.settle_line(line.id);
  return 'confirmed';
end
$$;

create function private.lock_links(link_ids uuid[]) returns void
language sql
set search_path = ''
as $$
  select private.lock_payments(
    array(select line_id from public.payment_links where id = any (link_ids)),
    array(select record_id from public.payment_links where id = any (link_ids))
  )
$$;

-- By itself ----------------------------------------------------------------------------------------

-- Each approval is its own subtransaction: a rule that refuses one leaves the link for administrators.
create function private.approve_matched_links(max_links integer default 500) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  link_ids uuid[];
  link_id uuid;
  approved integer := 0;
begin
  select array_agg(chosen.id) into link_ids
  from (
    select link.id from public.payment_links as link
    where link.state = 'proposed' and link.is_automatic
    order by link.created_at, link.id limit max_links
  ) as chosen;
  if link_ids is null then
    return 0;
  end if;
  perform private.lock_links(link_ids);
  -- The decision has no actor: the caller only imported the line. The mail to the customer counts as one of a
  -- request.
  perform set_config('request.jwt.claims', '{"role":"service_role"}', true);
  foreach link_id in array link_ids loop
    -- The settings or the record may have changed since the match.
    if not exists (
      select from public.payment_links as link
      join public.records as record on record.id = link.record_id
      where link.id = link_id and link.state = 'proposed' and private.may_approve_by_itself(record)
    ) then
      update public.payment_links set is_automatic = false where id = link_id and is_automatic;
      continue;
    end if;
    begin
      if private.confirm_link(link_id, null) = 'confirmed' then
        approved := approved + 1;
      end if;
    exception when check_violation or sqlstate 'PT409' then
      update public.payment_links set is_automatic = false where id = link_id;
    end;
  end loop;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return approved;
end
$$;
comment on function private.approve_matched_links(integer) is
  'Confirms automatic links and approves their records, oldest first. Returns the number of confirmed links.';

-- By administrators --------------------------------------------------------------------------------

create function public.confirm_payment_links(ids uuid[])
returns table (link_id uuid, result text)
language plpgsql security definer
set search_path = ''
as $$
declare
  refusal text;
begin
  perform private.require_admin();
  if cardinality(ids) > 200 then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.too_many',
      detail = json_build_object('max', 200),
      message = 'Confirm at most 200 payments at once.';
  end if;
  perform private.lock_links(ids);
  for link_id in select distinct id from unnest(ids) as id order by id loop
    begin
      result := private.confirm_link(link_id, auth.uid());
    exception when check_violation or sqlstate 'PT409' then
      get stacked diagnostics refusal = pg_exception_hint;
      result := refusal;
    end;
    return next;
  end loop;
end
$$;
comment on function public.confirm_payment_links(uuid[]) is
  'For administrators: confirms proposed links and approves their records. The result is confirmed, first_approved (another administrator must confirm, too) or the key of the rule that refused.';

create function public.undo_payment_link(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  link public.payment_links;
begin
  perform private.require_admin();
  perform private.lock_links(array[undo_payment_link.id]);
  select * into link from public.payment_links where payment_links.id = undo_payment_link.id;
  if link.id is null then
    raise sqlstate 'PT404' using
      hint = 'payment_link.not_found',
      message = 'This payment is not linked.';
  end if;
  if link.state = 'undone' then
    raise sqlstate 'PT409' using
      hint = 'payment_link.already_undone',
      message = 'This link was already undone.';
  end if;
  if auth.uid() in (link.created_by, link.confirmed_by) then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_link.undo_by_another',
      message = 'Another administrator must undo your link.';
  end if;
  if exists (
    select from public.records where records.id = link.record_id and records.user_id = auth.uid()
  ) then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  perform private.reject_link(link, 'undone', auth.uid());
end
$$;
comment on function public.undo_payment_link(uuid) is
  'For administrators, other than the one who confirmed: the line is a case again. The decision of the record stays; correct_decision() changes it.';

revoke execute on function public.confirm_payment_links(uuid[]), public.undo_payment_link(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.confirm_payment_links(uuid[]), public.undo_payment_link(uuid)
  to authenticated;

-- bank-line-import.sql -----------------------------------------------------------------------------

create function private.require_importer(source text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_admin();
    if source is null or source not in ('statement', 'agent') then
      raise exception using
        errcode = 'insufficient_privilege',
        hint = 'bank_line.source',
        message = 'Only the service imports lines of a provider.';
    end if;
  end if;
end
$$;

create function private.is_date(value text) returns boolean
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
begin
  return value::date is not null;
exception when datetime_field_overflow or invalid_datetime_format then
  return false;
end
$$;

-- Why the lines can't be imported, with the place of the first wrong line, counted from 1. Null: they can.
create function private.refused_bank_line(lines jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('line', judged.place, 'field', judged.field)
  from (
    select
      line.place,
      case
        when jsonb_typeof(line.content) <> 'object' then 'line'
        when coalesce(line.content ->> 'line_key', '') !~ '^[0-9a-f]{64}$' then 'line_key'
        when coalesce(length(line.content ->> 'account'), 0) not between 1 and 70 then 'account'
        when coalesce(line.content ->> 'amount', '') !~ '^-?[0-9]{1,15}(\.[0-9]{1,18})?$' then 'amount'
        when coalesce(line.content ->> 'currency', '') !~ '^[A-Z]{3,5}$' then 'currency'
        when coalesce(line.content ->> 'booking_date', '') !~ '^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$'
          or not private.is_date(line.content ->> 'booking_date') then 'booking_date'
        when not private.is_date(line.content ->> 'value_date') then 'value_date'
        when coalesce(jsonb_typeof(line.content -> 'is_reversal'), 'boolean') <> 'boolean' then 'is_reversal'
      end as field
    from jsonb_array_elements(lines) with ordinality as line (content, place)
  ) as judged
  where judged.field is not null
  order by judged.place
  limit 1
$$;

create function private.check_bank_lines(lines jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  max_lines constant integer := 5000;
  problem jsonb;
  foreign_account text;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > max_lines then
    raise exception using
      errcode = 'check_violation',
      hint = 'bank_line.too_many',
      detail = json_build_object('max', max_lines),
      message = format('Import at most %s lines at once.', max_lines);
  end if;
  problem := private.refused_bank_line(lines);
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'bank_line.value',
      detail = problem,
      message = format('Line %s is not valid: %s.', problem ->> 'line', problem ->> 'field');
  end if;
  select line ->> 'account' into foreign_account
  from jsonb_array_elements(lines) as line
  cross join public.matching_settings as settings
  where cardinality(settings.accounts) > 0
    and upper(regexp_replace(line ->> 'account', '\s+', '', 'g')) <> all (settings.accounts)
  limit 1;
  if foreign_account is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'bank_line.account',
      detail = json_build_object('account', private.mask_card_numbers(left(foreign_account, 70))),
      message = format(
        'The account %s is not one of your accounts.', private.mask_card_numbers(left(foreign_account, 70))
      );
  end if;
end
$$;

-- In the order of the keys, so that two imports of the same lines wait for each other and never in a circle.
create function private.add_bank_lines(lines jsonb, source text) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  added uuid[];
begin
  with line as (
    select distinct on (line.line_key)
      line.*,
      private.bank_text(line.counterparty_name, 300) as safe_name,
      private.bank_text(line.counterparty_iban, 70) as safe_iban,
      private.bank_text(line.remittance_text, 2000) as safe_text,
      private.bank_text(line.end_to_end_id, 200) as safe_end_to_end_id,
      private.bank_text(line.bank_reference, 200) as safe_bank_reference
    from jsonb_to_recordset(lines) as line (
      line_key text, account text, booking_date date, value_date date, amount numeric, currency text,
      counterparty_name text, counterparty_iban text, remittance_text text, end_to_end_id text,
      bank_reference text, is_reversal boolean
    )
    where not exists (select from public.bank_lines as known where known.line_key = line.line_key)
    order by line.line_key
  ),
  inserted as (
    insert into public.bank_lines (
      line_key, account, booking_date, value_date, amount, currency, counterparty_name,
      counterparty_iban, remittance_text, end_to_end_id, bank_reference, is_reversal, source,
      imported_by, codes, near_codes, reference_keys
    )
    select
      line.line_key, private.bank_text(line.account, 70), line.booking_date, line.value_date,
      trim_scale(line.amount), line.currency, line.safe_name, line.safe_iban, line.safe_text,
      line.safe_end_to_end_id, line.safe_bank_reference, coalesce(line.is_reversal, false),
      add_bank_lines.source, auth.uid(), named.codes, named.near_codes, named.reference_keys
    from line
    cross join lateral private.read_references(
      concat_ws(' / ', line.safe_text, line.safe_end_to_end_id, line.safe_bank_reference)
    ) as named
    order by line.line_key
    on conflict (line_key) do nothing
    returning id
  )
  select array_agg(id) into added from inserted;
  return coalesce(added, '{}');
end
$$;

create function public.import_bank_lines(lines jsonb, source text default 'statement') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  added uuid[];
begin
  perform private.require_importer(source);
  perform private.check_bank_lines(lines);
  added := private.add_bank_lines(lines, source);
  perform private.match_bank_lines(added);
  perform private.approve_matched_links(200);
  return (
    select jsonb_build_object(
      'imported', count(*),
      'known', jsonb_array_length(lines) - count(*),
      'matched', count(*) filter (where state = 'matched'),
      'proposed', count(*) filter (where state = 'proposed'),
      'cases', count(*) filter (where state = 'case'),
      'ignored', count(*) filter (where state = 'ignored')
    )
    from public.bank_lines where id = any (added)
  );
end
$$;
comment on function public.import_bank_lines(jsonb, text) is
  'For administrators and functions: imports at most 5,000 lines with the columns of bank_lines, amounts as texts, and matches them. Returns {imported, known, matched, proposed, cases, ignored}.';

revoke execute on function public.import_bank_lines(jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.import_bank_lines(jsonb, text) to authenticated, service_role;

-- payment-cases.sql --------------------------------------------------------------------------------

-- The records that the texts name first, then pending ones of the same amount: of a customer with the name of the
-- payer, or submitted shortly before the payment.
create function private.likely_records(line public.bank_lines) returns jsonb
language sql stable security definer
set search_path = ''
set jit = off
as $$
  with payer as (
    select regexp_split_to_array(private.search_text(coalesce(line.counterparty_name, '')), '[^[:alnum:]]+') as words
  ),
  reversed as (
    -- A reversal has the reference of the line that it takes back.
    select link.record_id
    from public.bank_lines as original
    join public.payment_links as link on link.line_id = original.id
    where line.amount < 0 and line.end_to_end_id is not null
      and original.end_to_end_id = line.end_to_end_id and original.amount = -line.amount
  ),
  candidate as (
    select named.id as record_id, 2 as grade
    from unnest(line.candidate_ids || array(select record_id from reversed)) as named (id)
    union all
    (
      select near.id, 0
      from (
        select record.id, record.created_at, record.status
        from public.records as record
        where record.amount = line.amount and line.amount > 0
          and record.created_at < line.booking_date + interval '3 days'
          and record.created_at > line.booking_date - interval '90 days'
        order by record.created_at desc
        limit 300
      ) as near
      where near.status = 'pending_manual_verification'
    )
  ),
  rated as (
    select
      candidate.record_id, record.*, profiles.full_name, users.email,
      max(candidate.grade) + case
        when exists (
          select from payer, unnest(payer.words) as word
          where length(word) > 2 and word = any (
            regexp_split_to_array(private.search_text(coalesce(profiles.full_name, '')), '[^[:alnum:]]+')
          )
        ) then 1 else 0
      end as grade
    from candidate
    join public.records as record on record.id = candidate.record_id
    join public.profiles on profiles.id = record.user_id
    join public.users on users.id = record.user_id
    group by candidate.record_id, record.id, profiles.full_name, users.email
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'record_id', best.record_id, 'kind', best.kind, 'status', best.status, 'amount', best.amount,
      'currency', best.currency, 'payment_code', best.payment_code, 'created_at', best.created_at,
      'transaction_reference',
      case when best.payment_method <> 'card_payment' then best.transaction_reference end,
      'customer_name', best.full_name, 'customer_email', best.email,
      'is_named', best.grade >= 2, 'received', coalesce(
        (select received from private.received_amounts(array[best.record_id])), 0
      )
    ) order by best.grade desc, best.created_at desc
  ), '[]')
  from (select * from rated order by grade desc, created_at desc limit 3) as best
$$;
comment on function private.likely_records(public.bank_lines) is
  'At most three records that the line may pay, likeliest first.';

create function private.links_of_line(wanted_line uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', link.id, 'record_id', link.record_id, 'amount', link.amount, 'kind', link.kind,
      'matched_by', link.matched_by, 'state', link.state, 'is_automatic', link.is_automatic,
      'created_at', link.created_at, 'created_by', link.created_by, 'confirmed_at', link.confirmed_at,
      'confirmed_by', link.confirmed_by, 'undone_at', link.undone_at, 'undone_by', link.undone_by,
      'record', jsonb_build_object(
        'kind', record.kind, 'status', record.status, 'amount', record.amount,
        'currency', record.currency, 'payment_code', record.payment_code,
        'customer_name', profiles.full_name, 'first_approved_by', record.first_approved_by
      )
    ) order by link.created_at, link.id
  ), '[]')
  from public.payment_links as link
  join public.records as record on record.id = link.record_id
  join public.profiles on profiles.id = record.user_id
  where link.line_id = wanted_line
$$;

-- The filter ---------------------------------------------------------------------------------------

create function private.check_line_filter(filter jsonb) returns void
language plpgsql immutable
set search_path = ''
as $$
declare
  problem text;
begin
  if jsonb_typeof(filter) is distinct from 'object' or octet_length(filter::text) > 16384 then
    problem := 'filter';
  else
    select key into problem
    from jsonb_each(filter) as entry (key, value)
    where not case
      when key in ('state', 'reason', 'source') then
        jsonb_typeof(value) = 'array' and not exists (
          select from jsonb_array_elements(value) as item where jsonb_typeof(item) <> 'string'
        )
      when key in ('amount_min', 'amount_max') then jsonb_typeof(value) in ('number', 'string')
      else key in ('text', 'from', 'to', 'account', 'record_id') and jsonb_typeof(value) = 'string'
    end
    limit 1;
  end if;
  if problem is not null then
    raise exception using
      errcode = 'check_violation',
      hint = 'bank_line.filter',
      detail = json_build_object('key', left(problem, 60)),
      message = format('The filter "%s" is not valid.', left(problem, 60));
  end if;
end
$$;

-- A page of lines, newest first. The conditions have quoted values.
create function private.find_bank_lines(filter jsonb, after jsonb, max_rows integer)
returns setof public.bank_lines
language plpgsql stable
set search_path = ''
set jit = off
as $$
declare
  wanted constant text := nullif(btrim(left(filter ->> 'text', 200)), '');
  conditions text;
begin
  conditions := concat_ws(
    ' and ',
    'true',
    private.one_of('state', filter -> 'state'),
    private.one_of('case_reason', filter -> 'reason'),
    private.one_of('source', filter -> 'source'),
    'account = ' || quote_literal(filter ->> 'account'),
    'amount >= ' || quote_literal((filter ->> 'amount_min')::numeric),
    'amount <= ' || quote_literal((filter ->> 'amount_max')::numeric),
    'booking_date >= ' || quote_literal((filter ->> 'from')::date),
    'booking_date <= ' || quote_literal((filter ->> 'to')::date),
    'id in (select line_id from public.payment_links where record_id = '
      || quote_literal((filter ->> 'record_id')::uuid) || ')'
  );
  if wanted is not null then
    conditions := conditions || format(
      ' and (%L = any (codes) or strpos(private.search_text(concat_ws(chr(10), counterparty_name, '
        || 'counterparty_iban, remittance_text, end_to_end_id, bank_reference)), private.search_text(%L)) > 0)',
      private.normalize_payment_code(wanted), wanted
    );
  end if;
  if after is not null then
    conditions := conditions || format(
      ' and (booking_date, id) < (%L::date, %L::uuid)', (after ->> 'booking_date')::date, (after ->> 'id')::uuid
    );
  end if;
  return query execute format(
    'select * from public.bank_lines where %s order by booking_date desc, id desc limit %s', conditions, max_rows
  );
end
$$;

create function private.line_for_administrators(line public.bank_lines) returns jsonb
language sql stable
set search_path = ''
as $$
  select to_jsonb(line) - array['codes', 'near_codes', 'reference_keys', 'candidate_ids']
    || jsonb_build_object('links', private.links_of_line(line.id))
$$;

create function public.search_bank_lines(
  filter jsonb default '{}', after jsonb default null, page_size integer default 50
)
returns table (id uuid, line jsonb, next_cursor jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_rows constant integer := least(greatest(coalesce(page_size, 50), 1), 1000);
begin
  perform private.require_admin();
  perform private.check_line_filter(filter);
  return query
    with found_lines as materialized (
      select found_line as content, row_number() over () as place
      from private.find_bank_lines(filter, after, page_rows + 1) as found_line
    )
    select
      (content).id, private.line_for_administrators(content),
      case when place = page_rows and exists (select from found_lines where place > page_rows)
        then jsonb_build_object('booking_date', (content).booking_date, 'id', (content).id)
      end
    from found_lines where place <= page_rows order by place;
end
$$;
comment on function public.search_bank_lines(jsonb, jsonb, integer) is
  'For administrators: a page of bank lines with their links, newest first. Filter: text, state[], reason[], source[], account, record_id, from, to, amount_min, amount_max.';

create function public.payment_cases(
  filter jsonb default '{}', after jsonb default null, page_size integer default 20
)
returns table (id uuid, line jsonb, candidates jsonb, next_cursor jsonb)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  page_rows constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
begin
  perform private.require_admin();
  perform private.check_line_filter(filter);
  return query
    with found_lines as materialized (
      select found_line as content, row_number() over () as place
      from private.find_bank_lines(filter || '{"state": ["case"]}', after, page_rows + 1) as found_line
    )
    select
      (content).id, private.line_for_administrators(content), private.likely_records(content),
      case when place = page_rows and exists (select from found_lines where place > page_rows)
        then jsonb_build_object('booking_date', (content).booking_date, 'id', (content).id)
      end
    from found_lines where place <= page_rows order by place;
end
$$;
comment on function public.payment_cases(jsonb, jsonb, integer) is
  'For administrators: a page of the lines to look at, each with at most three likely records. The filter is that of search_bank_lines().';

create function public.bank_line_counts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'proposed', (select count(*) from public.bank_lines where state = 'proposed'),
      'cases', coalesce(sum(reason.lines), 0),
      'reasons', coalesce(jsonb_object_agg(reason.name, reason.lines), '{}')
    )
    from (
      select case_reason as name, count(*) as lines
      from public.bank_lines where state = 'case' group by case_reason
    ) as reason
  );
end
$$;
comment on function public.bank_line_counts() is
  'For administrators: {proposed, cases, reasons: {reason: count}}.';

revoke execute on function
  public.search_bank_lines(jsonb, jsonb, integer), public.payment_cases(jsonb, jsonb, integer),
  public.bank_line_counts()
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_bank_lines(jsonb, jsonb, integer), public.payment_cases(jsonb, jsonb, integer),
  public.bank_line_counts()
  to authenticated;

-- case-decisions.sql -------------------------------------------------------------------------------

-- Links the rest of the line to a record and approves the record if the money covers it.
create function private.link_case(line public.bank_lines, wanted_record uuid, note text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  record public.records;
  received numeric;
  remaining numeric;
  new_link uuid;
  outcome text;
begin
  select * into record from public.records where id = wanted_record;
  if record.id is null then
    raise sqlstate 'PT404' using
      hint = 'record.not_found',
      message = 'This record doesn''t exist.';
  end if;
  if record.user_id = auth.uid() then
    raise exception using
      errcode = 'check_violation',
      hint = 'review.own_record',
      message = 'You can''t review your own record. Ask another administrator to do it.';
  end if;
  select coalesce(sum(amounts.received), 0) into received
  from private.received_amounts(array[record.id]) as amounts;
  select line.amount - coalesce(sum(link.amount), 0) into remaining
  from public.payment_links as link where link.line_id = line.id and link.state <> 'undone';
  if remaining <= 0 or received >= record.amount then
    raise sqlstate 'PT409' using
      hint = 'payment_case.already_paid',
      message = 'The line has no money left, or the record is already paid.';
  end if;
  if record.status = 'manual_payment_rejected' then
    perform public.correct_decision(record.id, 'manual_payment_approved', note);
  end if;
  insert into public.payment_links (line_id, record_id, amount, kind, matched_by, created_by)
  values (
    line.id, record.id,
    case when line.currency = record.currency then least(remaining, record.amount - received) else remaining end,
    'manual', 'manual', auth.uid()
  )
  returning id into new_link;
  outcome := private.confirm_link(new_link, auth.uid());
  if outcome not in ('confirmed', 'first_approved') then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.not_linked',
      message = 'The payment could not be linked to this record.';
  end if;
  update public.bank_lines
  set resolution = 'linked', resolution_note = note, resolved_by = auth.uid(), resolved_at = now()
  where id = line.id;
  perform private.settle_line(line.id);
end
$$;

create function public.resolve_case(
  line_id uuid, action text, record_id uuid default null, note text default null
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  tidy constant text := private.safe_text(note, 'note', 1000);
  line public.bank_lines;
begin
  perform private.require_admin();
  perform private.lock_payments(
    array[resolve_case.line_id], array_remove(array[resolve_case.record_id], null)
  );
  select * into line from public.bank_lines where id = resolve_case.line_id;
  if line.id is null then
    raise sqlstate 'PT404' using
      hint = 'bank_line.not_found',
      message = 'This bank line does not exist.';
  end if;
  if action is null or action not in ('link', 'ignore', 'refunded', 'credit', 'reopen')
    or (action = 'link') <> (resolve_case.record_id is not null)
  then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.action',
      message = 'Choose what to do with the payment.';
  end if;
  if line.state <> (case action when 'reopen' then 'ignored' else 'case' end) then
    raise sqlstate 'PT409' using
      hint = 'payment_case.closed',
      message = 'Another administrator has closed this case.';
  end if;
  if action = 'link' and line.amount <= 0 then
    raise exception using
      errcode = 'check_violation',
      hint = 'payment_case.no_money',
      message = 'Only money that arrived can pay a record.';
  end if;
  if action = 'link' then
    perform private.link_case(line, resolve_case.record_id, tidy);
    return;
  end if;
  update public.bank_lines
  set
    state = case
      when action = 'reopen' then 'case'
      when exists (
        select from public.payment_links as link where link.line_id = line.id and link.state <> 'undone'
      ) then 'matched'
      else 'ignored'
    end,
    resolution = case action when 'ignore' then 'ignored' when 'reopen' then null else action end,
    resolution_note = tidy,
    resolved_by = case when action <> 'reopen' then auth.uid() end,
    resolved_at = case when action <> 'reopen' then now() end
  where id = line.id;
end
$$;
comment on function public.resolve_case(uuid, text, uuid, text) is
  'For administrators: link (to record_id), ignore, refunded, credit, or reopen an ignored line.';

revoke execute on function public.resolve_case(uuid, text, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.resolve_case(uuid, text, uuid, text) to authenticated;

-- export.sql ---------------------------------------------------------------------------------------

create or replace function private.exported_records(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(orders) order by created_at, id), '[]')
      from public.orders where user_id = person
    ),
    'recharges', (
      select coalesce(jsonb_agg(to_jsonb(recharges) order by created_at, id), '[]')
      from public.recharges where user_id = person
    ),
    'payment_codes', (
      select coalesce(jsonb_agg(to_jsonb(payment_code) order by reserved_at, code), '[]')
      from private.payment_codes as payment_code where user_id = person
    ),
    'received_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) order by record_id), '[]')
      from public.payment_states as payment where user_id = person
    ),
    'transactions', (
      select coalesce(jsonb_agg(to_jsonb(transactions) order by created_at, id), '[]')
      from public.transactions where user_id = person
    ),
    'deliveries', (
      select coalesce(jsonb_agg(
        to_jsonb(delivery) - private.internal_columns() order by created_at, record_id
      ), '[]')
      from public.deliveries as delivery where user_id = person
    ),
    'sandbox_payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) - 'id' order by created_at, id), '[]')
      from public.sandbox_checkout_sessions as payment where user_id = person
    ),
    'files', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'bucket', bucket_id, 'name', name, 'metadata', metadata, 'user_metadata', user_metadata,
          'created_at', created_at, 'updated_at', updated_at, 'last_accessed_at', last_accessed_at
        ) order by created_at, id
      ), '[]')
      from storage.objects where owner_id = person::text
    ),
    'buckets', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', name, 'created_at', created_at) order by created_at, id
      ), '[]')
      from storage.buckets where owner_id = person::text
    )
  )
$$;

-- realtime.sql -------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.payment_states, public.payment_links;

-- jobs.sql -----------------------------------------------------------------------------------------

do $jobs$
begin
  if exists (
    select from pg_namespace where nspname = 'cron' and has_schema_privilege(oid, 'usage')
  ) then
    perform cron.schedule('forget-third-parties', '29 3 * * *', 'select private.forget_third_parties()');
    begin
      perform cron.schedule('approve-matched-links', '10 seconds', 'select private.approve_matched_links()');
    exception
      -- pg_cron before 1.5 has no schedules of seconds.
      when invalid_parameter_value then
        perform cron.schedule('approve-matched-links', '* * * * *', 'select private.approve_matched_links()');
    end;
  end if;
end
$jobs$;

revoke execute on all functions in schema private from public;
