import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';

const TOPIC = 'realtime:probe';
const RETRY_AFTER_MS = 500;
/** As on a hosted project. */
const TIMEOUT_MS = 60_000;

/** Tests whether notifications of the database reach this process. */
export interface ReplicationProbe {
  /** Resolves true once a notification has come back from Postgres, false after the timeout. */
  whenReady(): Promise<boolean>;
  close(): Promise<void>;
}

interface ReplicationProbeDeps {
  readonly sql: Sql;
  readonly pubSub: PubSub;
  readonly logger: Logger;
  readonly timeoutMs?: number;
}

/** Callers who ask at the same time share one probe. */
export async function createReplicationProbe(
  deps: ReplicationProbeDeps,
): Promise<ReplicationProbe> {
  const { sql, pubSub, logger, timeoutMs = TIMEOUT_MS } = deps;
  const waiting = new Map<string, () => void>();
  const closed = new AbortController();
  let probing: Promise<boolean> | null = null;

  const unsubscribe = await pubSub.subscribe(TOPIC, ({ id }) => {
    if (typeof id === 'string') waiting.get(id)?.();
  });

  async function probe(): Promise<boolean> {
    const id = randomUUID();
    const returned = Promise.withResolvers<boolean>();
    waiting.set(id, () => returned.resolve(true));
    const ended = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      while (!ended.aborted) {
        pubSub.publish(sql, TOPIC, { id }).catch((error: unknown) => {
          logger.debug({ err: error }, 'realtime: failed to send a replication probe, will retry');
        });
        const pause = sleep(RETRY_AFTER_MS, false, { signal: ended }).catch(() => false);
        if (await Promise.race([returned.promise, pause])) return true;
      }
      return false;
    } finally {
      waiting.delete(id);
    }
  }

  return {
    whenReady() {
      probing ??= probe().finally(() => {
        probing = null;
      });
      return probing;
    },
    async close() {
      closed.abort();
      await unsubscribe();
    },
  };
}
