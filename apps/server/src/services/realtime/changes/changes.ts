import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Leadership } from '../../../platform/shared/leadership.ts';
import type { PubSub } from '../../../platform/shared/pub-sub.ts';
import { sendSystem, type ChannelChanges } from '../channels/channel.ts';
import type { FairQueue } from '../../../platform/runtime/fair-queue.ts';
import type { ProcessRegistry } from '../shared/process-registry.ts';
import { createChangeDelivery } from './change-delivery.ts';
import { createFeed } from './feed.ts';
import { readLog } from './log-reader.ts';
import { createRowAuthorizer } from './row-authorization.ts';
import { dropUnusedSlot, findObstacle } from './slot.ts';
import { createSubscribe } from './subscribe.ts';
import { SubscriptionRegistry } from './subscription-registry.ts';

interface ChangesDeps {
  readonly sql: Sql;
  readonly callerSql: Sql;
  readonly queue: FairQueue<unknown>;
  readonly openLog: () => Promise<LogConnection>;
  readonly pubSub: PubSub;
  readonly leadership: Leadership;
  readonly processes: Pick<ProcessRegistry, 'id' | 'onReturn'>;
  readonly logger: Logger;
}

type Changes = ChannelChanges & { close(): Promise<void> };

/** For a Postgres that cannot stream changes: a subscriber gets the reason, all other features work. */
function createUnavailableChanges(reason: string): Changes {
  return {
    add: ({ config }) =>
      config.subscriptions.map((request, index) => ({ id: index + 1, ...request })),
    begin(channel) {
      if (channel.config.subscriptions.length === 0) return;
      sendSystem(channel, 'postgres_changes', 'error', reason);
    },
    remove: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Subscriptions of channels to database changes. */
export async function createChanges(deps: ChangesDeps): Promise<Changes> {
  const { sql, callerSql, queue, logger } = deps;
  const obstacle = await findObstacle(sql);
  if (obstacle !== null) {
    logger.warn({ reason: obstacle }, 'realtime: database changes are unavailable');
    return createUnavailableChanges(`Changes are not sent by this database. ${obstacle}`);
  }
  // The slot of a server that was killed would retain the log.
  await dropUnusedSlot(sql).catch((error: unknown) => {
    logger.warn({ err: error }, 'realtime: failed to drop an unused slot, will retry on release');
  });
  const registry = new SubscriptionRegistry();
  const authorizer = createRowAuthorizer({ sql: callerSql, logger });
  const feed = createFeed({
    ...deps,
    read: (lead, local) => readLog(deps, lead, local),
    deliver: createChangeDelivery({ sql: callerSql, registry, authorizer }),
    onGap: () => registry.requireRejoinOfAll(),
  });
  const subscribe = createSubscribe({ sql: callerSql, queue, registry, feed, logger });
  return {
    add(channel) {
      const ids = registry.add(channel);
      return channel.config.subscriptions.map((request, index) => ({
        id: ids[index] ?? null,
        ...request,
      }));
    },
    begin: (channel) => void subscribe(channel),
    remove(channel) {
      if (registry.delete(channel) && registry.size === 0) feed.release();
    },
    close: () => feed.close(),
  };
}
