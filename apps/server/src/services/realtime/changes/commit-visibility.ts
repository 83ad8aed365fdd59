import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 100;
const XIDS = 2n ** 32n;

/** Which transactions whoever looks now sees the work of. */
interface Snapshot {
  /** Neither this one nor a later one. */
  readonly end: bigint;
  /** Nor those before it that still run. */
  readonly running: ReadonlySet<bigint>;
}

/** @param xid as the log tells it, without how often the count began anew */
export function isVisible(xid: number, { end, running }: Snapshot): boolean {
  const behind = BigInt.asIntN(32, (end - BigInt(xid)) % XIDS);
  const whole = end - behind;
  return whole < end && !running.has(whole);
}

async function takeSnapshot(sql: Sql): Promise<Snapshot> {
  const [row] = await sql<{ end: string; running: string[] }[]>`
    select pg_snapshot_xmax(now.snapshot)::text as end,
      array_to_json(array(select pg_snapshot_xip(now.snapshot)::text)) as running
    from (select pg_current_snapshot() as snapshot) as now`;
  return { end: BigInt(row?.end ?? 0), running: new Set(row?.running.map(BigInt)) };
}

/**
 * Waits until everybody sees what these transactions did. The log tells of a
 * commit when it is on the disk, which is before others see it: a moment, or as
 * long as a standby takes to confirm it. Who looked at a row then would miss it.
 *
 * @returns false when the signal ended the waiting
 */
export async function waitUntilVisible(
  sql: Sql,
  xids: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const waitedFor = [...new Set(xids)];
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = longer(pauseMs)) {
    const snapshot = await takeSnapshot(sql);
    if (waitedFor.every((xid) => isVisible(xid, snapshot))) return true;
    await sleep(pauseMs);
  }
  return false;
}

const longer = (pauseMs: number): number => Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
