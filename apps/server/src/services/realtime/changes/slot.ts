import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { poll } from '../../../platform/runtime/poll.ts';
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
    select 'backend_realtime_' || oid as name from pg_database
    where datname = current_database()`;
  return row?.name ?? '';
}

/** Why this Postgres cannot stream changes; null where it can. */
export async function findObstacle(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ level: string; may: boolean; published: boolean }[]>`
    select current_setting('wal_level') as level,
      (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may,
      exists (select from pg_publication where pubname = 'supabase_realtime') as published`;
  if (row?.level !== 'logical') return 'wal_level of Postgres is not logical.';
  if (!row.may) return 'The role supabase_realtime_admin lacks the REPLICATION attribute.';
  return row.published ? null : 'The publication supabase_realtime does not exist.';
}

/**
 * Whether `max_slot_wal_keep_size` limits the log that a slot retains. Without a
 * limit the slot is temporary and ends with its connection.
 */
async function isBounded(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ limit: string }[]>`
    select current_setting('max_slot_wal_keep_size') as limit`;
  return row !== undefined && row.limit !== '-1';
}

const RELEASE_CHECKS = { minDelayMs: 50, maxChecks: 20 };

/** Looks up the slot and disconnects a former leader that still reads it, because it hangs or is unreachable. */
async function takeOver(sql: Sql, name: string, lead: Lead): Promise<'ready' | 'lost' | 'missing'> {
  const check = async () => {
    const [slot] = await sql<{ is_lost: boolean; is_active: boolean }[]>`
      with lease as materialized (${requireLease(sql, lead)})
      select wal_status = 'lost' as is_lost, active as is_active,
        active and pg_terminate_backend(active_pid) as is_cut_off
      from lease, pg_replication_slots where slot_name = ${name}`;
    if (slot === undefined) return 'missing';
    if (slot.is_active) return null;
    return slot.is_lost ? 'lost' : 'ready';
  };
  const found = await poll(check, RELEASE_CHECKS);
  if (found === null) throw new Error('Another process still reads the replication slot.');
  return found;
}

/** Opens the slot. Creates it where it does not exist or Postgres discarded the log that it needs. */
export async function openSlot({ sql, log, lead }: SlotDeps): Promise<Slot> {
  const name = await slotName(sql);
  const found = await takeOver(sql, name, lead);
  if (found === 'lost') {
    await sql`
      with lease as materialized (${requireLease(sql, lead)})
      select pg_drop_replication_slot(${name}) from lease`;
  }
  if (found === 'ready') {
    const [reader] = await sql<{ lsn: string }[]>`
      select commit_lsn::text as lsn from backend_realtime.reader`;
    return { name, startLsn: reader?.lsn ?? '0/0' };
  }
  const kind = (await isBounded(sql)) ? '' : 'TEMPORARY';
  const [created] = await log.query(
    `CREATE_REPLICATION_SLOT "${name}" ${kind} LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  );
  // The name, then the LSN from which the slot has all changes.
  const startLsn = created?.[1] ?? '0/0';
  // After a restore from a backup, the stored LSN belongs to another cluster.
  await sql`
    with lease as materialized (${requireLease(sql, lead)}),
    gap as (
      insert into backend_realtime.changes (body) select '{"kind":"gap"}' from lease
    )
    update backend_realtime.reader set commit_lsn = ${startLsn}::pg_lsn, stored = 0 from lease`;
  return { name, startLsn };
}

/** SQLSTATEs of a slot that another process drops at the same time, or has dropped. */
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
 * Drops the slot when no process has subscriptions, so that Postgres retains no
 * log for it. Its last reader may hold it for a moment.
 */
export async function dropUnusedSlot(sql: Sql): Promise<void> {
  const name = await slotName(sql);
  const check = async () => {
    const [slot] = await sql<{ is_active: boolean }[]>`
      select active as is_active from pg_replication_slots
      where slot_name = ${name} and not exists (select from backend_realtime.listeners)`;
    const isDone = slot === undefined || (!slot.is_active && (await tryDrop(sql, name)));
    return isDone ? true : null;
  };
  await poll(check, RELEASE_CHECKS);
}
