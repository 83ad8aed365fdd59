import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { LogConnection } from '../../platform/database/wire/log-connection.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { EndedSessions } from '../../platform/identity/ended-sessions.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Leadership } from '../../platform/shared/leadership.ts';
import type { Notices } from '../../platform/shared/notices.ts';
import type { RateLimits } from '../../platform/shared/rate-limits.ts';
import type { Service } from '../../server/service.ts';
import { createBroadcastEndpoint } from './broadcast-endpoint.ts';
import { createBroadcasts } from './channels/broadcasts.ts';
import { createConnectionChannels } from './channels/connection-channels.ts';
import { createDatabaseMessages } from './channels/database-messages.ts';
import { createPolicies } from './channels/policies.ts';
import { createPresence } from './channels/presence.ts';
import { createReplicationProbe } from './channels/replication-probe.ts';
import { createTopics } from './channels/topics.ts';
import { createIdentifier } from './channels/who.ts';
import { createChanges } from './changes/index.ts';
import { CALLER_CONNECTIONS, type RealtimeSettings } from './settings.ts';
import { createBus } from './shared/bus.ts';
import { createProcesses } from './shared/processes.ts';
import { createTurns } from './shared/turns.ts';
import { createSockets } from './socket/sockets.ts';

const PREFIX = '/realtime/v1';

interface RealtimeServiceOptions {
  readonly config: RealtimeSettings;
  readonly trustProxy: boolean;
  readonly rateLimits: RateLimits;
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
  const replication = await createReplicationProbe({ sql, notices, logger });
  const presence = createPresence({
    sql,
    topics,
    bus,
    processes,
    maxBytes: settings.maxPresenceBytes,
    rateLimit: options.rateLimits.define({
      name: 'realtime:presence',
      limit: settings.presenceEventsPerMin,
      windowMs: 60_000,
    }),
    logger,
  });
  // One connection is left for telling changes, however much is asked by those who come.
  const inTurn = createTurns<unknown>(CALLER_CONNECTIONS - 1);
  const policies = createPolicies({ sql: callerSql, inTurn, logger });
  const identifier = createIdentifier(options);
  const changes = await createChanges({
    ...options,
    inTurn,
    processes,
  });
  const said = { topics, broadcasts, messages, replication, presence, changes };
  const deps = { settings, identifier, policies, ...said, clock, logger };
  const sockets = createSockets({
    prefix: PREFIX,
    callers,
    settings,
    trustProxy: options.trustProxy,
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
      await replication.close();
      await processes.close();
    },
  };
}
