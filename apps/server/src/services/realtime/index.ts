import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { LogConnection } from '../../platform/database/wire/log-connection.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { EndedSessions } from '../../platform/identity/ended-sessions.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Leadership } from '../../platform/shared/leadership.ts';
import type { Notices } from '../../platform/shared/notices.ts';
import type { Service } from '../../server/service.ts';
import { createBroadcastEndpoint } from './broadcast-endpoint.ts';
import { createBroadcasts } from './channels/broadcasts.ts';
import { createConnectionChannels } from './channels/connection-channels.ts';
import { createDatabaseMessages } from './channels/database-messages.ts';
import { createPolicies } from './channels/policies.ts';
import { createPresence } from './channels/presence.ts';
import { createTopics } from './channels/topics.ts';
import { createIdentifier } from './channels/who.ts';
import { createChanges } from './changes/index.ts';
import type { RealtimeSettings } from './settings.ts';
import { createBus } from './shared/bus.ts';
import { createProcesses } from './shared/processes.ts';
import { createTurns } from './shared/turns.ts';
import { createSockets } from './socket/sockets.ts';

const PREFIX = '/realtime/v1';
/** As which callers' rights are asked. */
export const CALLER_CONNECTIONS = 3;

interface RealtimeServiceOptions {
  readonly config: RealtimeSettings;
  /** As the role of this service. */
  readonly sql: Sql;
  /** As a role that may become the caller's. */
  readonly callerSql: Sql;
  /** A connection that reads the log. */
  readonly openLog: () => Promise<LogConnection>;
  readonly notices: Notices;
  readonly leadership: Leadership;
  readonly callers: CallerResolver;
  readonly tokens: TokenVerifier;
  readonly endedSessions: Pick<EndedSessions, 'has'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sockets on which people hear what others say, who is there, and what changes in the database. */
export async function createRealtimeService(options: RealtimeServiceOptions): Promise<Service> {
  const { config: settings, sql, callerSql, notices, callers, clock, logger } = options;
  const processes = await createProcesses({ sql, notices, logger });
  const bus = await createBus({ ...processes, sql, notices, processId: processes.id, logger });
  const topics = createTopics(settings.topicMessagesPerS, clock);
  const broadcasts = createBroadcasts({ topics, bus });
  const messages = await createDatabaseMessages({ sql, notices, topics, broadcasts, logger });
  const presence = createPresence({ sql, topics, bus, processes, logger });
  // One connection is left for telling changes, however much is asked by those who come.
  const inTurn = createTurns<unknown>(CALLER_CONNECTIONS - 1);
  const policies = createPolicies({ sql: callerSql, inTurn, logger });
  const identifier = createIdentifier(options);
  const changes = await createChanges({ ...options, inTurn, processId: processes.id });
  const said = { topics, broadcasts, messages, presence, changes };
  const deps = { settings, identifier, policies, ...said, clock, logger };
  const sockets = createSockets({
    prefix: PREFIX,
    callers,
    settings,
    handle: (connection) => createConnectionChannels(deps, connection),
    clock,
    logger,
  });
  const { maxMessageBytes } = settings;
  const app = createBroadcastEndpoint({ callers, policies, topics, broadcasts, maxMessageBytes });

  return {
    prefix: PREFIX,
    app,
    upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
    async close(deadline) {
      await sockets.close(deadline);
      await changes.close();
      await bus.close();
      await messages.close();
      await processes.close();
    },
  };
}
