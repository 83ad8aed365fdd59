import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Lead, Leadership } from '../../../platform/shared/leadership.ts';
import type { Notices } from '../../../platform/shared/notices.ts';
import type { Processes } from '../shared/processes.ts';
import { CHANGES_TOPIC, PROBE_PREFIX } from './reader.ts';
import { dropUnusedSlot } from './slot.ts';
import type { RowChange, StoredChange } from './stored-change.ts';

const LEAD = 'realtime:changes';
const MAX_TAKEN_AT_ONCE = 500;
const PROBE_AGAIN_MS = 500;
/** Nobody wants to hear any more; somebody may come back soon. */
const LINGER_MS = 30_000;

interface FeedDeps {
  readonly sql: Sql;
  readonly notices: Notices;
  readonly leadership: Leadership;
  readonly processes: Pick<Processes, 'id' | 'onReturn'>;
  /** Reads the log for all processes while this one leads. */
  readonly read: (lead: Lead) => Promise<void>;
  /** Gets all changes in order, those of one table that follow each other at once; it tells all or fails. */
  readonly deliver: (changes: readonly RowChange[]) => Promise<void>;
  /** Changes may have been missed. */
  readonly onGap: () => void;
  readonly logger: Logger;
}

interface FeedRow {
  readonly position: string;
  readonly body: StoredChange;
}

/** All changes of the publication, as this process takes them. */
export interface Feed {
  /** Settles once every change that commits from now on will be delivered. */
  whenLive(): Promise<void>;
  /** Nobody here wants changes any more. */
  rest(): void;
  close(): Promise<void>;
}

/**
 * Takes changes only while somebody here wants them. That it is live is tried
 * out: a message goes through the log, and what follows it follows it here, too.
 *
 * Consistency: each change is delivered once, in order, also when Postgres or
 * the process that reads the log was away; where that is not known, `onGap` says so.
 */
export function createFeed(deps: FeedDeps): Feed {
  const { sql, notices, leadership, processes, logger } = deps;
  const seen = new Map<string, () => void>();
  let position: string | null = null;
  let isStale = false;
  let taking: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let stopping = Promise.resolve();
  let stopLeading: (() => Promise<void>) | null = null;
  let probing: Promise<void> | null = null;
  let resting: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function take(): Promise<void> {
    for (;;) {
      isStale = false;
      const rows = await sql<FeedRow[]>`
        select position, body from beaconpay_realtime.changes
        where position > ${position ?? '0'} order by position limit ${MAX_TAKEN_AT_ONCE}`;
      if (rows.length === 0) {
        // A notice may have come while this was asked.
        if (isStale as boolean) continue;
        return;
      }
      await takeRows(rows);
    }
  }

  /** What is delivered is done with at once, so that what fails after it does not repeat it. */
  async function takeRows(rows: readonly FeedRow[]): Promise<void> {
    let together: RowChange[] = [];
    for (const [index, { body, position: place }] of rows.entries()) {
      if (body.kind === 'gap') deps.onGap();
      else if (body.kind === 'probe') seen.get(body.id)?.();
      else {
        together.push(body);
        const next = rows[index + 1]?.body;
        if (next !== undefined && 'oid' in next && next.oid === body.oid) continue;
        await deps.deliver(together);
        together = [];
      }
      if (position !== null) position = place;
    }
  }

  function wake(): void {
    isStale = true;
    if (position === null || isClosed) return;
    taking ??= take()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'changes could not be taken');
        setTimeout(wake, PROBE_AGAIN_MS).unref();
      })
      .finally(() => {
        taking = null;
      });
  }

  const announceAgain = (): void => {
    if (position === null) return;
    announce().then(wake, (error: unknown) => {
      logger.warn({ err: error }, 'this process could not say that it wants changes');
      setTimeout(wake, PROBE_AGAIN_MS).unref();
    });
  };
  const subscribed = notices.subscribe(CHANGES_TOPIC, wake, announceAgain);
  processes.onReturn(announceAgain);

  async function announce(): Promise<void> {
    await sql`
      insert into beaconpay_realtime.processes (id) values (${processes.id}) on conflict do nothing`;
    await sql`
      insert into beaconpay_realtime.listeners (process) values (${processes.id})
      on conflict do nothing`;
  }

  async function start(): Promise<void> {
    await subscribed;
    await announce();
    const [row] = await sql<{ position: string }[]>`
      select coalesce(max(position), 0) as position from beaconpay_realtime.changes`;
    position = row?.position ?? '0';
    stopLeading = leadership.lead(LEAD, deps.read);
  }

  function stop(): Promise<void> {
    position = null;
    running = null;
    const giveUp = stopLeading;
    stopLeading = null;
    const end = async () => {
      await giveUp?.();
      await sql`delete from beaconpay_realtime.listeners where process = ${processes.id}`;
      await dropUnusedSlot(sql);
    };
    stopping = end().catch((error: unknown) => {
      logger.warn({ err: error }, 'the reading of changes could not be given up');
    });
    return stopping;
  }

  async function probe(): Promise<void> {
    // Else the end of what was before would take back what is begun now.
    running ??= stopping.then(start);
    await running.catch((error: unknown) => {
      running = null;
      throw error;
    });
    const arrived = Promise.withResolvers<undefined>();
    const ids: string[] = [];
    try {
      for (let isLive = false; !isLive && !isClosed;) {
        // A slot that is made after it does not hold it, so it is sent again.
        const id = randomUUID();
        ids.push(id);
        seen.set(id, () => arrived.resolve(undefined));
        await sql`select pg_logical_emit_message(true, ${PROBE_PREFIX}, ${id})`.catch(
          (error: unknown) => logger.debug({ err: error }, 'a probe could not be sent'),
        );
        isLive = await Promise.race([
          arrived.promise.then(() => true),
          sleep(PROBE_AGAIN_MS, false),
        ]);
      }
    } finally {
      for (const id of ids) seen.delete(id);
    }
  }

  return {
    async whenLive() {
      if (resting !== null) clearTimeout(resting);
      resting = null;
      // One that is under way may have left before the caller's wish was known.
      await probing?.catch(() => undefined);
      probing ??= probe().finally(() => {
        probing = null;
      });
      await probing;
    },
    rest() {
      if (resting !== null) clearTimeout(resting);
      resting = setTimeout(() => void stop(), LINGER_MS).unref();
    },
    async close() {
      isClosed = true;
      if (resting !== null) clearTimeout(resting);
      await (
        await subscribed
      )();
      await taking;
      await (running === null ? stopping : stop());
    },
  };
}
