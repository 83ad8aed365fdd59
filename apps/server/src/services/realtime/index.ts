import type { Clock } from '../../platform/runtime/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { LogConnection } from '../../platform/database/wire/log-connection.ts';
import type { TokenVerifier } from '../../platform/identity/access-token.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { EndedSessions } from '../../platform/identity/ended-sessions.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Leadership } from '../../platform/shared/leadership.ts';
import type { PubSub } from '../../platform/shared/pub-sub.ts';
import type { RateLimits } from '../../platform/runtime/rate-limiter.ts';
import type { Service } from '../../http/service.ts';
import { createBroadcastEndpoint } from './broadcast-endpoint.ts';
import { createChanges } from './changes/changes.ts';
import { createAuthenticator } from './channels/authentication.ts';
import { createBroadcasts } from './channels/broadcasts.ts';
import { createConnectionChannels } from './channels/connection-channels.ts';
import { createDatabaseMessages } from './channels/database-messages.ts';
import { createPolicies } from './channels/policies.ts';
import { createPresence } from './channels/presence.ts';
import { createReplicationProbe } from './channels/replication-probe.ts';
import { createTopics } from './channels/topics.ts';
import { CALLER_CONNECTIONS, type RealtimeSettings } from './settings.ts';
import { createBus } from './shared/bus.ts';
import { createFairQueue } from '../../platform/runtime/fair-queue.ts';
import { createProcessRegistry } from './shared/process-registry.ts';
import { createSockets } from './socket/sockets.ts';

const PREFIX = '/realtime/v1';

interface RealtimeServiceOptions {
  readonly config: RealtimeSettings;
  readonly trustProxy: boolean;
  readonly rateLimits: RateLimits;
  /** Logs in as `supabase_realtime_admin`. */
  readonly sql: Sql;
  /** Logs in as a role that may switch to the caller's. */
  readonly callerSql: Sql;
  /** Opens a replication connection. */
  readonly openLog: () => Promise<LogConnection>;
  readonly pubSub: PubSub;
  readonly leadership: Leadership;
  readonly callers: CallerResolver;
  readonly tokens: TokenVerifier;
  readonly endedSessions: Pick<EndedSessions, 'has'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** WebSocket channels: broadcast, presence and database changes. */
export async function createRealtimeService(options: RealtimeServiceOptions): Promise<Service> {
  const { config: settings, sql, callerSql, pubSub, callers, clock, logger } = options;
  const processes = await createProcessRegistry({ sql, pubSub, logger });
  const hasPeers = () => processes.hasPeers();
  const bus = await createBus({ sql, pubSub, hasPeers, processId: processes.id, logger });
  const topics = createTopics(settings.topicMessagesPerS, clock);
  const broadcasts = createBroadcasts({ topics, bus });
  const messages = await createDatabaseMessages({ sql, pubSub, topics, broadcasts, logger });
  const replication = await createReplicationProbe({ sql, pubSub, logger });
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
  // One connection is left for the delivery of changes, however many joins are queued.
  const queue = createFairQueue<unknown>(CALLER_CONNECTIONS - 1);
  const policies = createPolicies({ sql: callerSql, queue, logger });
  const authenticator = createAuthenticator(options);
  const changes = await createChanges({ ...options, queue, processes });
  const features = { topics, broadcasts, messages, replication, presence, changes };
  const deps = { settings, authenticator, policies, ...features, clock, logger };
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
