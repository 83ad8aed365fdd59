-- The import of bank lines, by administrators who upload statements and by functions that read a provider.

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
  with account as materialized (
    -- Most statements have one account, and its text takes as long as all others of a line.
    select written, private.bank_text(written, 70) as safe
    from (select distinct line ->> 'account' as written from jsonb_array_elements(lines) as line) as accounts
  ),
  line as (
    select distinct on (line.line_key)
      line.*,
      account.safe as safe_account,
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
    join account on account.written = line.account
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
      line.line_key, line.safe_account, line.booking_date, line.value_date,
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

revoke execute on all functions in schema private from public;
