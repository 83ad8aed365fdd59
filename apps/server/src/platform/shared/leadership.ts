import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { whenAborted, within } from './within.ts';

/** How often to try to lead, and whether the lead is still held. */
const ASK_EVERY_MS = 1000;
/** An answer that takes longer counts as a lost connection. */
const ANSWER_TIMEOUT_MS = 5000;

/** Work that exactly one process among all that share the database does at a time. */
export interface Leadership {
  /**
   * Runs `work` while this process leads `name`, and again each time it comes to
   * lead. The signal aborts when the lead is lost or the server stops.
   *
   * @returns gives the lead up and waits for the work to end
   */
  lead(name: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
}

interface LeadershipDeps {
  /** A pool of one connection as the role of shared state; hears of its loss. */
  readonly openSession: (onClose: () => void) => Sql;
  readonly logger: Logger;
}

type Work = (signal: AbortSignal) => Promise<void>;

/** One of 2^63 numbers: Postgres takes no names. */
function lockIdOf(name: string): string {
  const digest = createHash('sha256').update(`beaconpay:leadership:${name}`).digest();
  return digest.readBigInt64BE().toString();
}

function pause(signal: AbortSignal): Promise<unknown> {
  return sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
}

/**
 * Waits for the lock by asking again and again: a statement that waited for it
 * would keep vacuum from its work.
 *
 * @returns false when the signal aborted first
 */
async function acquire(session: Sql, name: string, signal: AbortSignal): Promise<boolean> {
  // A server notices soon, too, when this machine is gone.
  await within(
    ANSWER_TIMEOUT_MS,
    session`
    select set_config('tcp_keepalives_idle', '5', false),
      set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '2', false)`,
  );
  while (!signal.aborted) {
    const [row] = await within(
      ANSWER_TIMEOUT_MS,
      session<{ granted: boolean }[]>`
      select pg_try_advisory_lock(${lockIdOf(name)}::bigint) as granted`,
    );
    if (row?.granted === true) return true;
    await pause(signal);
  }
  return false;
}

/** @throws Error when the session no longer answers */
async function watch(session: Sql, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await within(ANSWER_TIMEOUT_MS, session`select 1`);
    await pause(signal);
  }
}

/**
 * Leads by an advisory lock, which Postgres gives back when the session that
 * holds it ends. A session serves one name, and ends with its lead.
 *
 * Consistency: no two sessions hold the lock at once. A leader learns of its
 * loss at once when its connection is closed, otherwise within seconds; whoever
 * follows may begin before that, so work that must not overlap writes under
 * conditions of its own. Another process leads within seconds of the loss.
 */
export function createLeadership({ openSession, logger }: LeadershipDeps): Leadership & {
  /** Gives up every lead, and waits for the work to end until the deadline. */
  close(deadline: AbortSignal): Promise<void>;
} {
  const givingUp = new Set<() => Promise<void>>();

  /** Leads once: from being granted the lock to losing it. */
  const leadOnce = async (name: string, work: Work, stopped: AbortSignal): Promise<void> => {
    const lost = new AbortController();
    const session = openSession(() => lost.abort());
    const ended = AbortSignal.any([lost.signal, stopped]);
    try {
      const granted = await acquire(session, name, ended);
      if (!granted || ended.aborted) return;
      logger.info({ name }, 'this process leads');
      const ends = [work(ended), watch(session, ended)].map((part) =>
        part.finally(() => lost.abort()),
      );
      // Both have to end: the work may take a moment to, and must not run twice.
      for (const end of await Promise.allSettled(ends)) {
        if (end.status === 'rejected') throw end.reason;
      }
    } finally {
      lost.abort();
      await session.end({ timeout: 0 });
    }
  };

  return {
    lead(name, work) {
      const stopping = new AbortController();
      const leading = (async () => {
        while (!stopping.signal.aborted) {
          await leadOnce(name, work, stopping.signal).catch((error: unknown) => {
            if (stopping.signal.aborted) return;
            logger.warn({ err: error, name }, 'the lead was lost and is tried for again');
          });
          await pause(stopping.signal);
        }
      })();
      const giveUp = async (): Promise<void> => {
        givingUp.delete(giveUp);
        stopping.abort();
        await leading;
      };
      givingUp.add(giveUp);
      return giveUp;
    },
    async close(deadline) {
      const givenUp = Promise.all([...givingUp].map((giveUp) => giveUp()));
      await Promise.race([givenUp, whenAborted(deadline)]);
    },
  };
}
