import type { Sql } from '../../../platform/database/connection.ts';
import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Leadership } from '../../../platform/shared/leadership.ts';
import type { Notices } from '../../../platform/shared/notices.ts';
import type { ChannelChanges } from '../channels/connection-channels.ts';
import { createUnavailableChanges } from '../channels/unavailable-changes.ts';
import { createFeed, type Feed } from './feed.ts';
import { readLog } from './reader.ts';
import { dropUnusedSlot, findObstacle } from './slot.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { createViewers } from './viewers.ts';

export interface ChangesDeps {
  readonly sql: Sql;
  readonly callerSql: Sql;
  readonly openLog: () => Promise<LogConnection>;
  readonly notices: Notices;
  readonly leadership: Leadership;
  readonly processId: string;
  readonly logger: Logger;
}

/** Changes of the database, or who says that there are none to be had. */
export async function createChanges(
  deps: ChangesDeps,
): Promise<ChannelChanges & { close(): Promise<void> }> {
  const { sql, callerSql, logger } = deps;
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
    read: (signal) => readLog(deps, signal),
    deliver: async (changes) => subscriptions?.deliver(changes),
    onGap: () => subscriptions?.startOver(),
  });
  const viewers = createViewers({ sql: callerSql, logger });
  const made = createSubscriptions({ sql: callerSql, viewers, feed, logger });
  subscriptions = made;
  return {
    add: (channel) => made.add(channel),
    begin: (channel) => made.begin(channel),
    remove: (channel) => made.remove(channel),
    close: () => feed.close(),
  };
}
