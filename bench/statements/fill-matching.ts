import { join } from 'node:path';
import { migrationFoldersOf } from '@beaconpay/server/database';
import { migrate } from '@beaconpay/server/migrations/migrate';
import {
  withConnection,
  type ConnectionSettings,
  type Sql,
} from '@beaconpay/server/platform/database/connection';
import { createLogger } from '@beaconpay/server/platform/logger';
import { PROJECT_DIR } from '../../scripts/project-dir.ts';
import { fillAccounts, fillRecords } from '../admin/fill.ts';
import { FULL_RUN, QUICK_RUN, type AdminBenchSettings } from '../admin/settings.ts';

export const APPLICATION_NAME = 'statements-bench';

export interface MatchingBenchSettings {
  readonly records: AdminBenchSettings;
  /** Imported while nothing else happens. */
  readonly lines: number;
  /** Imported while others read. */
  readonly readLines: number;
  readonly idleMs: number;
}

/** As the web app sends lines of this length: at most 400,000 characters. */
export const LINES_OF_CALL = 800;

export function matchingSettings(isQuick: boolean): MatchingBenchSettings {
  return isQuick
    ? {
        records: { ...QUICK_RUN, pendingRecords: 6_000 },
        lines: 5_000,
        readLines: 1_000,
        idleMs: 2_000,
      }
    : {
        records: { ...FULL_RUN, pendingRecords: 120_000 },
        lines: 100_000,
        readLines: 20_000,
        idleMs: 10_000,
      };
}

/** A database with many records, of which most have a payment code, unless an earlier run has kept it. */
export async function prepareMatchingDatabase(
  cluster: ConnectionSettings,
  { records }: MatchingBenchSettings,
): Promise<ConnectionSettings> {
  const database = `bench_matching_${String(records.records)}`;
  await withConnection(cluster, APPLICATION_NAME, async (sql) => {
    if ((await sql`select from pg_database where datname = ${database}`).length > 0) return;
    const unfinished = `${database}_unfinished`;
    await sql`drop database if exists ${sql(unfinished)}`;
    await sql`create database ${sql(unfinished)}`;
    await withConnection({ ...cluster, database: unfinished }, APPLICATION_NAME, async (target) => {
      await migrate(
        target,
        migrationFoldersOf(join(PROJECT_DIR, 'supabase')),
        createLogger('error'),
      );
      await fillAccounts(target, records.users);
      await fillRecords(target, records);
      await addCodes(target);
    });
    await sql`alter database ${sql(unfinished)} rename to ${sql(database)}`;
  });
  return { ...cluster, database };
}

const CODES_PER_STATEMENT = 50_000;

/** Codes for 70 % of the records. The others have the references that customers typed. */
async function addCodes(sql: Sql): Promise<void> {
  for (;;) {
    const rows = await sql`
      with chosen as (
        select id from public.records
        where payment_code is null and hashtext(id::text) % 10 between -6 and 6
        limit ${CODES_PER_STATEMENT}
      ),
      coded as (
        -- Among a million codes, a few are equal. Those records get one in the next round.
        select distinct on (code) id, code
        from (select id, private.create_payment_code() as code from chosen offset 0) as drawn
        where not exists (select from public.records where payment_code = code)
      )
      update public.records set payment_code = coded.code
      from coded where records.id = coded.id returning records.id`;
    if (rows.length === 0) break;
  }
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/**
 * The lines of an import as the bodies of its calls: of ten lines, six pay a pending record with its code, one
 * with its reference, one pays a part, and two pay something else.
 */
export async function drawLines(sql: Sql, lines: number): Promise<string[]> {
  const rows = await sql<{ body: string }[]>`
    with pending as (
      select
        row_number() over () as place, payment_code, transaction_reference, amount, created_at
      from public.records where status = 'pending_manual_verification'
    ),
    line as (
      select
        number, pending.*,
        case when number % 10 < 8 then 'record' else 'other' end as purpose,
        number % 10 = 7 as is_part
      from generate_series(1, ${lines}::integer) as number
      left join pending on pending.place = number and number % 10 < 8
    ),
    content as (
      select
        number,
        jsonb_build_object(
          'line_key', encode(sha256(convert_to('bench' || number, 'UTF8')), 'hex'),
          'account', 'DE89370400440532013000',
          'booking_date', coalesce(created_at, now())::date + 1,
          'amount', case when is_part then '1' else coalesce(amount, number % 90 + 1)::text end,
          'currency', 'USD',
          'counterparty_name', 'Payer Number ' || number,
          'counterparty_iban', 'DE' || lpad(number::text, 20, '7'),
          'remittance_text', case purpose
            when 'record'
              then 'Virtual card order ' || coalesce(payment_code, transaction_reference) || ' thank you'
            else 'Invoice ' || md5(number::text) || ' rent and other services of the month'
          end,
          'end_to_end_id', 'E2E-' || md5('e' || number),
          'bank_reference', 'BANKREF' || number
        ) as line
      from line
    )
    select jsonb_build_object('lines', jsonb_agg(line order by number))::text as body
    from content group by (number - 1) / ${LINES_OF_CALL}::integer order by 1`;
  return rows.map(({ body }) => body);
}
