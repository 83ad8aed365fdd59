import { randomUUID } from 'node:crypto';
import type { Locker } from '@tus/utils';
import type { Sql } from '../../../platform/database/connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import { poll } from '../../../platform/runtime/poll.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';
import { storageErrors } from '../errors.ts';

const TOPIC = 'storage:release-upload';
/** A holder that does not renew its lease for this long loses it. */
const LEASE_S = 30;
const RENEW_INTERVAL_MS = 10_000;
const RETRY_INTERVAL_MS = 250;
const ACQUIRE_TIMEOUT_MS = 15_000;

export interface UploadLocks extends Locker {
  close(): Promise<void>;
}

interface UploadLocksDeps {
  readonly sql: Sql;
  readonly pubSub: Pick<PubSub, 'publish' | 'subscribe'>;
  readonly logger: Logger;
}

/**
 * Locks for uploads: one request at a time writes to an upload, across all processes. A request that
 * needs the lock asks the holder to release it. The holder is usually a broken connection.
 *
 * Consistency: a lock is a lease on the upload's row. A holder that cannot renew it loses it after 30 s.
 * Only requests of the uploader hold locks, so a late write has the same bytes at the same offset.
 */
export async function createUploadLocks(deps: UploadLocksDeps): Promise<UploadLocks> {
  const { sql, pubSub, logger } = deps;
  const holders = new Map<string, () => void>();
  const unsubscribe = await pubSub.subscribe(TOPIC, ({ id }) => {
    if (typeof id === 'string') holders.get(id)?.();
  });

  async function take(id: string, holder: string): Promise<boolean> {
    const { count } = await sql`
      update backend_storage.resumable_uploads
      set locked_by = ${holder}, locked_until = now() + make_interval(secs => ${LEASE_S})
      where id = ${id} and (locked_until is null or locked_until < now() or locked_by = ${holder})`;
    return count > 0;
  }

  return {
    newLock(id) {
      const holder = randomUUID();
      let renewing: NodeJS.Timeout | undefined;
      return {
        async lock(signal, requestRelease) {
          const timeout = AbortSignal.timeout(ACQUIRE_TIMEOUT_MS);
          const tryTake = async () => {
            if (await take(id, holder)) return true;
            await pubSub.publish(sql, TOPIC, { id });
            return null;
          };
          const isTaken = await poll(tryTake, {
            minDelayMs: RETRY_INTERVAL_MS,
            signal: AbortSignal.any([signal, timeout]),
          });
          if (isTaken === null) throw storageErrors.locked();
          holders.set(id, () => void requestRelease());
          renewing = setInterval(() => {
            take(id, holder).catch((error: unknown) =>
              logger.warn({ err: error, id }, 'storage: failed to renew an upload lock'),
            );
          }, RENEW_INTERVAL_MS);
        },
        async unlock() {
          clearInterval(renewing);
          holders.delete(id);
          await sql`
            update backend_storage.resumable_uploads set locked_by = null, locked_until = null
            where id = ${id} and locked_by = ${holder}`;
        },
      };
    },
    close: unsubscribe,
  };
}
