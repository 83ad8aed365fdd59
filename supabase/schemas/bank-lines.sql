-- Bank lines: the movements of the operator's accounts, imported once whatever file they come in.

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
    case
      -- Most texts are printable ASCII with fewer digits than a card number.
      when octet_length(value) = length(value) and value !~ '[[:cntrl:]]'
        and length(value) - length(translate(value, '0123456789', '')) < 12
        then value
      else private.without_direction_controls(
        regexp_replace(
          private.mask_card_numbers(left(value, 4000)), '[[:cntrl:]]+', ' ', 'g'
        )
      )
    end,
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

revoke execute on all functions in schema private from public;
