import { randomUUID } from 'node:crypto';
import type { Sql, Query, Database } from '../database/connection.ts';
import type { Logger } from '../logger.ts';
import { whenAborted, within } from '../runtime/deadline.ts';
import { pause } from '../runtime/pause.ts';
import { poll } from '../runtime/poll.ts';

/** Longer than Postgres takes to answer under load, shorter than a user would wait for a change. */
const LEASE_MS = 5000;
const RENEW_EVERY_MS = 1000;
const RELEASE_TIMEOUT_MS = 1000;

/** One term of leadership. */
export interface Lead {
  readonly name: string;
  /** Differs in each term, on all processes. */
  readonly holder: string;
  /** Aborts when the lease is lost or the server stops. */
  readonly signal: AbortSignal;
}

/** Work that exactly one process among all that share the database does at a time. */
export interface Leadership {
  /**
   * Runs `work` while this process leads `name`, and again each time it comes to
   * lead. What it writes has to be conditional on `requireLease`.
   *
   * @returns releases the lease and waits for the work to end
   */
  lead(name: string, work: (lead: Lead) => Promise<void>): () => Promise<void>;
}

interface LeadershipDeps {
  /** A pool of one connection as the role of shared state; `onClose` is called when it is lost. */
  readonly openSession: (onClose: () => void) => Sql;
  readonly logger: Logger;
}

type Work = (lead: Lead) => Promise<void>;

/** A query that fails unless the lead still holds, for use within the statement that writes. */
export function requireLease(sql: Database, { name, holder }: Lead): Query {
  return sql`select backend_shared.require_lease(${name}, ${holder}::uuid)`;
}

/**
 * When the lease ends unless it is renewed, by this process's clock: counted from before the statement
 * was sent, so that it is over here before it is over for Postgres.
 */
const leaseEndMs = (sentAtMs: number): number => sentAtMs + LEASE_MS;

/**
 * Takes the lease as soon as no one else has it.
 *
 * @returns when it ends, or null when the signal aborted first
 */
function acquire(session: Sql, { name, holder, signal }: Lead): Promise<number | null> {
  const take = async (): Promise<number | null> => {
    const sentAtMs = performance.now();
    const taken = await within(
      LEASE_MS,
      session`
        insert into backend_shared.leases as lease (name, holder, expires_at)
        select ${name}, ${holder}, clock_timestamp() + ${LEASE_MS} * interval '1 ms'
        where not exists (
          select from backend_shared.leases
          where name = ${name} and expires_at > clock_timestamp()
        )
        on conflict (name) do update
        set holder = excluded.holder, expires_at = excluded.expires_at
        where lease.expires_at <= clock_timestamp()
        returning name`,
    );
    return taken.length > 0 ? leaseEndMs(sentAtMs) : null;
  };
  return poll(take, { minDelayMs: RENEW_EVERY_MS, signal });
}

/**
 * @param workEnded until then the lease is renewed, however long the work takes to end
 * @throws Error when the lease ends, or Postgres does not answer before it would
 */
async function keepRenewing(
  session: Sql,
  { name, holder }: Lead,
  firstEndMs: number,
  workEnded: AbortSignal,
): Promise<void> {
  let endMs = firstEndMs;
  while (!workEnded.aborted) {
    const sentAtMs = performance.now();
    const renewed = await within(
      Math.max(0, endMs - sentAtMs),
      session`
        update backend_shared.leases
        set expires_at = clock_timestamp() + ${LEASE_MS} * interval '1 ms'
        where name = ${name} and holder = ${holder} and expires_at > clock_timestamp()
        returning name`,
    );
    if (renewed.length === 0) throw new Error('The lease has ended.');
    endMs = leaseEndMs(sentAtMs);
    await pause(RENEW_EVERY_MS, workEnded);
  }
}

async function release(session: Sql, { name, holder }: Lead): Promise<void> {
  await within(
    RELEASE_TIMEOUT_MS,
    session`delete from backend_shared.leases where name = ${name} and holder = ${holder}`,
  );
}

/**
 * Leads by a lease: a row that its holder renews every second, by the clock of Postgres. A session serves
 * one name, and ends with its lead.
 *
 * Consistency: no two processes hold a lease at once. A holder whose process hangs, or cannot reach
 * Postgres, is followed within seconds, and ends its work by itself when it can. What it still sends after
 * that fails, because every statement of the work requires the lease (`requireLease`).
 */
export function createLeadership({ openSession, logger }: LeadershipDeps): Leadership & {
  /** Releases every lease, and waits for the work to end until the deadline. */
  close(deadline: AbortSignal): Promise<void>;
} {
  const releasing = new Set<() => Promise<void>>();

  /** Leads once: from taking the lease to losing it. */
  async function leadOnce(name: string, work: Work, stopped: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const session = openSession(() => lost.abort());
    const signal = AbortSignal.any([lost.signal, stopped]);
    const lead = { name, holder: randomUUID(), signal };
    try {
      const endMs = await acquire(session, lead);
      if (endMs === null) return;
      // The process may have hung before it read the answer.
      if (performance.now() >= endMs) throw new Error('The lease has ended.');
      logger.debug({ name }, 'leadership: lease taken');
      const workEnded = new AbortController();
      const results = await Promise.allSettled([
        work(lead).finally(() => workEnded.abort()),
        keepRenewing(session, lead, endMs, workEnded.signal).catch((error: unknown) => {
          lost.abort();
          throw error;
        }),
      ]);
      await release(session, lead).catch((error: unknown) => {
        logger.debug(
          { err: error, name },
          'leadership: failed to release the lease, it will expire',
        );
      });
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    } finally {
      lost.abort();
      await session.end({ timeout: 0 });
    }
  }

  return {
    lead(name, work) {
      const stopping = new AbortController();
      const leading = (async () => {
        while (!stopping.signal.aborted) {
          await leadOnce(name, work, stopping.signal).catch((error: unknown) => {
            if (stopping.signal.aborted) return;
            logger.warn({ err: error, name }, 'leadership: lease lost, will try to take it again');
          });
          await pause(RENEW_EVERY_MS, stopping.signal);
        }
      })();
      const stop = async (): Promise<void> => {
        releasing.delete(stop);
        stopping.abort();
        await leading;
      };
      releasing.add(stop);
      return stop;
    },
    async close(deadline) {
      const released = Promise.all([...releasing].map((stop) => stop()));
      await Promise.race([released, whenAborted(deadline)]);
    },
  };
}
