import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Leadership } from '../../../platform/shared/leadership.ts';
import type { Notices } from '../../../platform/shared/notices.ts';
import { tellSystem } from '../channels/channel.ts';
import type { ChannelChanges } from '../channels/connection-channels.ts';
import type { Processes } from '../shared/processes.ts';
import type { Turns } from '../shared/turns.ts';
import { createFeed, type Feed } from './feed.ts';
import { readLog } from './reader.ts';
import { dropUnusedSlot, findObstacle } from './slot.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { createViewers } from './viewers.ts';

interface ChangesDeps {
  readonly sql: Sql;
  readonly callerSql: Sql;
  readonly inTurn: Turns<unknown>;
  readonly openLog: () => Promise<LogConnection>;
  readonly notices: Notices;
  readonly leadership: Leadership;
  readonly processes: Pick<Processes, 'id' | 'onReturn'>;
  readonly logger: Logger;
}

/** Where Postgres does not tell of changes: who wants to hear of them is told so, and the rest works. */
function createUnavailableChanges(cause: string): ChannelChanges {
  return {
    add: ({ config }) => config.bindings.map((binding, index) => ({ id: index + 1, ...binding })),
    begin(channel) {
      if (channel.config.bindings.length === 0) return;
      tellSystem(channel, 'postgres_changes', 'error', cause);
    },
    remove: () => undefined,
  };
}

/** Changes of the database, or who says that there are none to be had. */
export async function createChanges(
  deps: ChangesDeps,
): Promise<ChannelChanges & { close(): Promise<void> }> {
  const { sql, callerSql, inTurn, logger } = deps;
  const obstacle = await findObstacle(sql);
  if (obstacle !== null) {
    logger.warn({ obstacle }, 'changes of the database are not sent; all else of realtime works');
    const cause = `Changes are not sent by this database. ${obstacle}`;
    return { ...createUnavailableChanges(cause), close: () => Promise.resolve() };
  }
  // What a server left that was killed keeps nothing from being forgotten.
  await dropUnusedSlot(sql).catch((error: unknown) => {
    logger.warn({ err: error }, 'an unused slot could not be given back');
  });
  let subscriptions: Subscriptions | null = null;
  const feed: Feed = createFeed({
    ...deps,
    read: (lead) => readLog(deps, lead),
    deliver: async (changes) => subscriptions?.deliver(changes),
    onGap: () => subscriptions?.startOver(),
  });
  const viewers = createViewers({ sql: callerSql, logger });
  subscriptions = createSubscriptions({ sql: callerSql, inTurn, viewers, feed, logger });
  return { ...subscriptions, close: () => feed.close() };
}
