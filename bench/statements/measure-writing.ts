import type { Sql } from '@beaconpay/server/platform/database/connection';

/** The tables of an import, with the condition of its rows. */
const TABLES: readonly (readonly [table: string, condition: string])[] = [
  ['public.bank_lines', 'true'],
  ['public.payment_links', 'true'],
  ['public.payment_states', 'true'],
  ['public.record_events', "kind = 'matched'"],
  ['private.waiting_references', 'true'],
  ['private.audit_log', "table_name in ('bank_lines', 'payment_links')"],
  ['private.outbox', "kind = 'underpaid'"],
];

const SOURCE = 'copied_rows';
const COPY = 'copied_table';

/**
 * The time to write the rows that an import has written once more: into empty tables with the same indexes and
 * checks, one statement per table, without triggers, foreign keys and texts to read. No import can take less.
 */
export async function measureWriting(sql: Sql): Promise<number> {
  let sumMs = 0;
  for (const [table, condition] of TABLES) {
    await sql.unsafe(`create temp table ${SOURCE} as select * from ${table} where ${condition}`);
    await sql.unsafe(
      `create table public.${COPY} (like ${table} including indexes including constraints)`,
    );
    const startedAt = performance.now();
    await sql.unsafe(`insert into public.${COPY} select * from ${SOURCE}`);
    sumMs += performance.now() - startedAt;
    await sql.unsafe(`drop table ${SOURCE}, public.${COPY}`);
  }
  return sumMs;
}
