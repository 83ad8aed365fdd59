import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';
import type { AdminBenchSettings } from './settings.ts';

const FIRST_NAMES =
  'Zoë Amara Jonas Priya Chloé Mateo Søren Łukasz Fatima Noor Ravi Emeka Ngozi Björn Elif Hugo Inês Kofi Lena Maria Mohammed Nadia Olga Pablo Quentin Rosa Sara Tomás Uma Viktor Wanjiru Xavier Yusuf Zainab Anna Ben Carla David Eva Felix Greta Hannah Ivan Jana Karl Laura Max Nina Otto Paula أحمد प्रिया';
const LAST_NAMES =
  'Müller Okafor Weber Nair Dubois García Sørensen Kowalski Hassan Khan Patel Eze Adeyemi Lindqvist Yılmaz Moreau Silva Santos Mensah Fischer Rossi Ali Haddad Ivanova Fernández Laurent Bianchi Nováková Singh Novak Mwangi Nguyen Demir Bello Schmidt Jones Ruiz Cohen-Levi Jansen Keller Braun Meyer Petrov Horváth Vogel Klein Lange Huber Wolf حسن शर्मा';
const COUNTRIES = '{USA,USA,USA,Canada,UK,Australia,Germany,India,Nigeria,Ghana,Iceland,NULL}';

/** Creates customers and one administrator. @returns the id of the administrator */
export async function fillAccounts(sql: Sql, users: number): Promise<string> {
  await inBulk(sql, async (bulk) => {
    await bulk`
      insert into auth.users
        (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
      select
        '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
        format('%s.%s@mail%s.example', left(md5(number::text), 7), number, number % 7), joined_at,
        joined_at, joined_at
      from (
        select number, now() - random() * interval '700 days' as joined_at
        from generate_series(1, ${users}::integer) as number
      ) as people`;
    await bulk`
      insert into public.users (id, email, created_at) select id, email, created_at from auth.users`;
    await bulk`
      insert into public.profiles (id, full_name, phone_number, country, account_type, created_at)
      select
        id,
        first_names[1 + floor(random() * cardinality(first_names))::integer] || ' '
          || last_names[1 + floor(random() * cardinality(last_names))::integer],
        '+' || (1 + floor(random() * 98))::integer || ' '
          || lpad(floor(random() * 1e9)::bigint::text, 9, '7'),
        countries[1 + floor(random() * cardinality(countries))::integer], 'personal', created_at
      from public.users
      cross join (
        select
          string_to_array(${FIRST_NAMES}, ' ') as first_names,
          string_to_array(${LAST_NAMES}, ' ') as last_names,
          ${COUNTRIES}::text::text[] as countries
      ) as names`;
  });
  const [row] = await sql<{ id: string }[]>`
    with administrator as (select id from public.users order by created_at limit 1)
    update public.profiles set account_type = 'admin', full_name = 'Grace Admin'
    from administrator where profiles.id = administrator.id returning profiles.id`;
  if (row === undefined) throw new Error('There is no administrator.');
  return row.id;
}

/** A statement must end before the connection's timeout. */
const RECORDS_PER_STATEMENT = 20_000;

/** Creates orders and recharges of 600 days. The newest are pending. A trigger adds the records. */
export async function fillRecords(sql: Sql, settings: AdminBenchSettings): Promise<void> {
  await planRecords(sql, settings);
  await sql`alter table public.orders enable always trigger add_record`;
  await sql`alter table public.recharges enable always trigger add_record`;
  for (let start = 0; start < settings.records; start += RECORDS_PER_STATEMENT) {
    await insertPlanned(sql, start);
  }
  await sql`alter table public.orders enable trigger add_record`;
  await sql`alter table public.recharges enable trigger add_record`;
  await sql`drop table planned`;
  await sql`
    update public.records set flag = 1 + floor(random() * 3)
    where status = 'pending_manual_verification' and random() < 0.2`;
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

async function planRecords(
  sql: Sql,
  { records, pendingRecords }: AdminBenchSettings,
): Promise<void> {
  await sql`
    create unlogged table planned as
    select
      drawn.*, gen_random_uuid() as id, random() as kind, random() as size, random() as method,
      row_number() over (order by created_at) as number,
      case
        when row_number() over (order by created_at desc) <= ${pendingRecords}
          then 'pending_manual_verification'
        when outcome < 0.85 then 'manual_payment_approved'
        when outcome < 0.97 then 'manual_payment_rejected'
        else 'completed'
      end as status
    from (
      select
        ids[1 + floor(random() * cardinality(ids))::integer] as user_id, random() as outcome,
        now() - random() * interval '600 days' as created_at
      from (select array_agg(id) as ids from public.profiles where account_type <> 'admin') as people
      cross join generate_series(1, ${records}::integer)
    ) as drawn`;
  await sql`
    alter table planned add payment_method text, add reference text, add reviewed_at timestamptz`;
  await sql`
    update planned set
      payment_method = case
        when method < 0.6 then 'bank_transfer' when method < 0.8 then 'binance_pay'
        when method < 0.9 then 'manual_cash' else 'other_external'
      end,
      reference = case
        when method < 0.6
          then 'FT-' || extract(year from created_at) || '-' || upper(left(md5(id::text), 8))
        else floor(1e17 * (1 + 8 * outcome))::bigint::text
      end,
      reviewed_at = case
        when status <> 'pending_manual_verification' then created_at + interval '2 hours'
      end`;
  await sql`create index on planned (number)`;
  await sql`analyze planned`;
}

async function insertPlanned(sql: Sql, start: number): Promise<void> {
  const end = start + RECORDS_PER_STATEMENT;
  await inBulk(sql, async (bulk) => {
    await bulk`
      insert into public.orders (
        id, user_id, status, amount, card_details, payment_method, transaction_reference,
        reviewed_at, created_at, updated_at
      )
      select
        id, user_id, status, (array[5, 15, 50])[1 + floor(size * 3)::integer],
        '{"tier": "premium", "cardName": "Travel"}', payment_method, reference, reviewed_at,
        created_at, created_at
      from planned where kind < 0.7 and number > ${start} and number <= ${end} order by number`;
    await bulk`
      insert into public.recharges (
        id, user_id, operator, phone_number, status, amount, recharge_details, payment_method,
        transaction_reference, reviewed_at, created_at, updated_at
      )
      select
        id, user_id, 'MTN', '+234 803 ' || lpad(floor(size * 1e7)::integer::text, 7, '0'), status,
        (array[5, 10, 20, 50])[1 + floor(size * 4)::integer], '{"type": "data"}', payment_method,
        reference, reviewed_at, created_at, created_at
      from planned where kind >= 0.7 and number > ${start} and number <= ${end} order by number`;
  });
}

/** Runs in one transaction without triggers and foreign key checks. */
async function inBulk(sql: Sql, work: (bulk: Transaction) => Promise<void>): Promise<void> {
  await sql.begin(async (bulk) => {
    await bulk`set local session_replication_role = replica`;
    await bulk`set local work_mem = '256MB'`;
    await work(bulk);
  });
}
