import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { requireLease, type Lead } from '../../../platform/shared/leadership.ts';

interface SlotDeps {
  readonly sql: Sql;
  /** A connection made for replication. */
  readonly log: LogConnection;
  readonly lead: Lead;
}

export interface Slot {
  readonly name: string;
  readonly startLsn: string;
}

async function slotName(sql: Sql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select 'beaconpay_realtime_' || oid as name from pg_database
    where datname = current_database()`;
  return row?.name ?? '';
}

/** Why changes cannot be read from this Postgres, in plain words; null where they can. */
export async function findObstacle(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ level: string; may: boolean; published: boolean }[]>`
    select current_setting('wal_level') as level,
      (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may,
      exists (select from pg_publication where pubname = 'supabase_realtime') as published`;
  if (row?.level !== 'logical') return 'wal_level of Postgres is not logical.';
  if (!row.may) return 'The role supabase_realtime_admin has no right of replication.';
  return row.published ? null : 'There is no publication supabase_realtime.';
}

/**
 * Only where Postgres bounds what a slot keeps does the slot stay when nobody
 * reads it; otherwise it ends with the connection.
 */
async function isBounded(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ limit: string }[]>`
    select current_setting('max_slot_wal_keep_size') as limit`;
  return row !== undefined && row.limit !== '-1';
}

const RELEASE_CHECK_MS = 50;
const MAX_RELEASE_CHECKS = 20;

/**
 * Looks for the slot once no other process reads it: one that lost the lead and has not noticed, because it
 * hangs or its machine is out of reach, is cut off.
 *
 * @returns undefined where there is none
 */
async function takeOver(
  sql: Sql,
  name: string,
  lead: Lead,
): Promise<{ is_lost: boolean } | undefined> {
  for (let check = 0; check < MAX_RELEASE_CHECKS; check += 1) {
    const [slot] = await sql<{ is_lost: boolean; is_active: boolean }[]>`
      with lease as materialized (${requireLease(sql, lead)})
      select wal_status = 'lost' as is_lost, active as is_active,
        active and pg_terminate_backend(active_pid) as is_cut_off
      from lease, pg_replication_slots where slot_name = ${name}`;
    if (slot === undefined || !slot.is_active) return slot;
    await sleep(RELEASE_CHECK_MS);
  }
  throw new Error('The slot is still read by another process.');
}

/** The slot that there is, or a new one where there is none or what it kept is lost. */
export async function openSlot({ sql, log, lead }: SlotDeps): Promise<Slot> {
  const name = await slotName(sql);
  const found = await takeOver(sql, name, lead);
  if (found?.is_lost === true) {
    await sql`
      with lease as materialized (${requireLease(sql, lead)})
      select pg_drop_replication_slot(${name}) from lease`;
  }
  if (found?.is_lost === false) {
    const [reader] = await sql<{ lsn: string }[]>`
      select commit_lsn::text as lsn from beaconpay_realtime.reader`;
    return { name, startLsn: reader?.lsn ?? '0/0' };
  }
  const kind = (await isBounded(sql)) ? '' : 'TEMPORARY';
  const [made] = await log.query(
    `CREATE_REPLICATION_SLOT "${name}" ${kind} LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  );
  // Its name, then the place from which on it has everything.
  const startLsn = made?.[1] ?? '0/0';
  // Positions of another cluster, from which a backup was restored, mean nothing here.
  await sql`
    with lease as materialized (${requireLease(sql, lead)}),
    gap as (
      insert into beaconpay_realtime.changes (body) select '{"kind":"gap"}' from lease
    )
    update beaconpay_realtime.reader set commit_lsn = ${startLsn}::pg_lsn, stored = 0 from lease`;
  return { name, startLsn };
}

/** What Postgres says of a slot that another process drops at the same time, or has dropped. */
const DROPPED_ELSEWHERE = new Set(['55006', '42704']);

async function tryDrop(sql: Sql, name: string): Promise<boolean> {
  try {
    await sql`select pg_drop_replication_slot(${name})`;
    return true;
  } catch (error) {
    if (DROPPED_ELSEWHERE.has(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Gives the slot back when nobody wants to hear of changes, so that it keeps
 * nothing. Whoever has just stopped to read it may hold it for a moment.
 */
export async function dropUnusedSlot(sql: Sql): Promise<void> {
  const name = await slotName(sql);
  for (let check = 0; check < MAX_RELEASE_CHECKS; check += 1) {
    const [slot] = await sql<{ is_active: boolean }[]>`
      select active as is_active from pg_replication_slots
      where slot_name = ${name} and not exists (select from beaconpay_realtime.listeners)`;
    if (slot === undefined) return;
    if (!slot.is_active && (await tryDrop(sql, name))) return;
    await sleep(RELEASE_CHECK_MS);
  }
}
