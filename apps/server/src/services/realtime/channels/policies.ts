import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { testPermission } from '../../../platform/database/caller-scope.ts';
import type { Sql } from '../../../platform/database/connection.ts';
import { isInsufficientPrivilege } from '../../../platform/database/missing-rights-error.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { refusals } from '../errors.ts';
import type { Turns } from '../shared/turns.ts';
import { SOCKET_REQUEST } from './who.ts';

type Extension = 'broadcast' | 'presence';

/** What a caller may hear and say on a topic. */
export interface Rights {
  readonly read: Readonly<Record<Extension, boolean>>;
  readonly write: Readonly<Record<Extension, boolean>>;
}

const BOTH = { broadcast: true, presence: true };
/** Of a channel that is not private. */
export const ALL_RIGHTS: Rights = { read: BOTH, write: BOTH };

export interface Asking {
  readonly caller: Caller;
  /** Whose turn it has to be. */
  readonly payer: unknown;
  /** Asked when it is: the answer may not be waited for any more. */
  readonly isWanted: () => boolean;
}

const NO_RIGHTS: Rights = {
  read: { broadcast: false, presence: false },
  write: { broadcast: false, presence: false },
};

export interface Policies {
  /**
   * Asks the policies on realtime.messages as the caller.
   *
   * @throws RefusalError when they cannot be asked
   */
  ask(asking: Asking, topic: string): Promise<Rights>;
}

interface PoliciesDeps {
  /** A pool that may become the caller's role. */
  readonly sql: Sql;
  /** Lets nobody's joins hold up others. */
  readonly inTurn: Turns<unknown>;
  readonly logger: Logger;
}

async function mayRead(
  tx: postgres.TransactionSql,
  probes: Readonly<Record<Extension, string>>,
): Promise<Rights['read']> {
  const seen = await tx
    .savepoint(
      (sp) => sp<{ id: string }[]>`
        select id from realtime.messages where id in (${probes.broadcast}, ${probes.presence})`,
    )
    .catch((error: unknown) => {
      if (isInsufficientPrivilege(error)) return [];
      throw error;
    });
  const ids = new Set(seen.map(({ id }) => id));
  return { broadcast: ids.has(probes.broadcast), presence: ids.has(probes.presence) };
}

async function mayWrite(
  tx: postgres.TransactionSql,
  topic: string,
  extension: Extension,
): Promise<boolean> {
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
 * Whoever may select a message of the topic may hear, whoever may insert one may
 * speak. Both are tried for each kind of message, and taken back.
 */
export function createPolicies({ sql, inTurn, logger }: PoliciesDeps): Policies {
  async function tryAll(caller: Caller, topic: string): Promise<Rights> {
    const probes = { broadcast: randomUUID(), presence: randomUUID() };
    return testPermission(
      sql,
      { caller, request: SOCKET_REQUEST },
      async (tx) => {
        const read = await mayRead(tx, probes);
        const broadcast = await mayWrite(tx, topic, 'broadcast');
        const presence = await mayWrite(tx, topic, 'presence');
        return { read, write: { broadcast, presence } };
      },
      {
        before: async (tx) => {
          await tx`
            select set_config('realtime.topic', ${topic}, true),
              beaconpay_realtime.put_probes(${topic}, ${probes.broadcast}, ${probes.presence})`;
        },
      },
    );
  }

  return {
    async ask({ caller, payer, isWanted }, topic) {
      try {
        return await inTurn(payer, async () => (isWanted() ? tryAll(caller, topic) : NO_RIGHTS));
      } catch (error) {
        // A role that there is not, a policy that fails, or Postgres is away: nothing is allowed.
        logger.warn({ err: error }, 'the policies of a channel could not be asked');
        throw refusals.databaseAway();
      }
    },
  };
}
