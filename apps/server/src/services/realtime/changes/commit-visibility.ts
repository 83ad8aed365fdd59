import type { Sql } from '../../../platform/database/connection.ts';
import { poll } from '../../../platform/runtime/poll.ts';

const DELAYS = { minDelayMs: 1, maxDelayMs: 100 };
const XID_COUNT = 2n ** 32n;

/** A snapshot of Postgres: the transactions that a query sees. */
interface Snapshot {
  /** xmax: this transaction and all later ones are invisible. */
  readonly end: bigint;
  /** xip: earlier transactions that still run are invisible, too. */
  readonly running: ReadonlySet<bigint>;
}

/** @param xid 32 bits, as in the log: without the epoch */
export function isVisible(xid: number, { end, running }: Snapshot): boolean {
  const behind = BigInt.asIntN(32, (end - BigInt(xid)) % XID_COUNT);
  const fullXid = end - behind;
  return fullXid < end && !running.has(fullXid);
}

async function takeSnapshot(sql: Sql): Promise<Snapshot> {
  const [row] = await sql<{ end: string; running: string[] }[]>`
    select pg_snapshot_xmax(now.snapshot)::text as end,
      array_to_json(array(select pg_snapshot_xip(now.snapshot)::text)) as running
    from (select pg_current_snapshot() as snapshot) as now`;
  return { end: BigInt(row?.end ?? 0), running: new Set(row?.running.map(BigInt)) };
}

/**
 * Waits until every session sees these transactions. The log contains a commit
 * once it is on disk. Other sessions see it a moment later, or when a synchronous
 * standby confirms it. A policy query before that would miss the row.
 *
 * @returns false when the signal aborted first
 */
export async function waitUntilVisible(
  sql: Sql,
  xids: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const unseen = [...new Set(xids)];
  const check = async () => {
    const snapshot = await takeSnapshot(sql);
    return unseen.every((xid) => isVisible(xid, snapshot)) ? true : null;
  };
  return (await poll(check, { ...DELAYS, signal })) ?? false;
}
