import { randomUUID } from 'node:crypto';
import { testPermission } from '../../../platform/database/caller-scope.ts';
import type { Sql, Transaction } from '../../../platform/database/connection.ts';
import { isInsufficientPrivilege } from '../../../platform/database/missing-rights-error.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { realtimeErrors } from '../errors.ts';
import type { FairQueue } from '../../../platform/runtime/fair-queue.ts';
import { SOCKET_REQUEST } from './authentication.ts';

type Extension = 'broadcast' | 'presence';

/** What a caller may receive from a topic and send to it. */
export interface Rights {
  readonly read: Readonly<Record<Extension, boolean>>;
  readonly write: Readonly<Record<Extension, boolean>>;
}

const BOTH = { broadcast: true, presence: true };
const NEITHER = { broadcast: false, presence: false };
/** The rights in a public channel. */
export const ALL_RIGHTS: Rights = { read: BOTH, write: BOTH };
const NO_RIGHTS: Rights = { read: NEITHER, write: NEITHER };

interface PolicyCheck {
  readonly caller: Caller;
  /** The key by which the queue is fair. */
  readonly limitKey: unknown;
  /** Called when the check is next in the queue; a check that is no longer needed is skipped. */
  readonly isNeeded: () => boolean;
}

export interface Policies {
  /**
   * Evaluates the policies of `realtime.messages` as the caller.
   *
   * @throws RealtimeError when they cannot be evaluated
   */
  check(check: PolicyCheck, topic: string): Promise<Rights>;
}

interface PoliciesDeps {
  /** Logs in as a role that may switch to the caller's. */
  readonly sql: Sql;
  /** Shares the authorization queries fairly between users. */
  readonly queue: FairQueue<unknown>;
  readonly logger: Logger;
}

async function checkRead(
  tx: Transaction,
  probes: Readonly<Record<Extension, string>>,
): Promise<Rights['read']> {
  const visible = await tx
    .savepoint(
      (sp) => sp<{ id: string }[]>`
        select id from realtime.messages where id in (${probes.broadcast}, ${probes.presence})`,
    )
    .catch((error: unknown) => {
      if (isInsufficientPrivilege(error)) return [];
      throw error;
    });
  const ids = new Set(visible.map(({ id }) => id));
  return { broadcast: ids.has(probes.broadcast), presence: ids.has(probes.presence) };
}

async function checkWrite(tx: Transaction, topic: string, extension: Extension): Promise<boolean> {
  try {
    await tx.savepoint(
      (sp) => sp`
        insert into realtime.messages (topic, extension, event, payload, private)
        values (${topic}, ${extension}, 'probe', '{}', true)`,
    );
    return true;
  } catch (error) {
    if (isInsufficientPrivilege(error)) return false;
    throw error;
  }
}

/**
 * A caller who may select a message of the topic may receive; a caller who may
 * insert one may send. Each is tested with probe rows in a transaction that is
 * rolled back.
 */
export function createPolicies({ sql, queue, logger }: PoliciesDeps): Policies {
  async function checkAll(caller: Caller, topic: string): Promise<Rights> {
    const probes = { broadcast: randomUUID(), presence: randomUUID() };
    return testPermission(
      sql,
      { caller, request: SOCKET_REQUEST },
      async (tx) => {
        const read = await checkRead(tx, probes);
        const broadcast = await checkWrite(tx, topic, 'broadcast');
        const presence = await checkWrite(tx, topic, 'presence');
        return { read, write: { broadcast, presence } };
      },
      {
        before: async (tx) => {
          await tx`
            select set_config('realtime.topic', ${topic}, true),
              backend_realtime.put_probes(${topic}, ${probes.broadcast}, ${probes.presence})`;
        },
      },
    );
  }

  return {
    async check({ caller, limitKey, isNeeded }, topic) {
      try {
        return await queue(limitKey, async () =>
          isNeeded() ? checkAll(caller, topic) : NO_RIGHTS,
        );
      } catch (error) {
        // An unknown role, a failing policy or an unavailable Postgres grants nothing.
        logger.warn({ err: error, topic }, 'realtime: failed to evaluate the policies of a topic');
        throw realtimeErrors.databaseUnavailable();
      }
    },
  };
}
