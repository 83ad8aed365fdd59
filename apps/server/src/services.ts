import type { Config } from './config/config.ts';
import { divideStorageConnections, STORAGE } from './connection-needs.ts';
import type { Clock } from './platform/runtime/clock.ts';
import type { Sql } from './platform/database/connection.ts';
import type { LogConnection } from './platform/database/wire/log-connection.ts';
import type { WirePool } from './platform/database/wire/wire-pool.ts';
import { AUTH_ROLE, DATA_API_ROLE, REALTIME_ROLE } from './platform/database/service-roles.ts';
import type { TokenSigner, TokenVerifier } from './platform/identity/access-token.ts';
import type { ApiKeys } from './platform/identity/api-keys.ts';
import type { CallerResolver } from './platform/identity/caller.ts';
import type { EndedSessions } from './platform/identity/ended-sessions.ts';
import type { SigningKeys } from './platform/identity/signing-keys.ts';
import type { Logger } from './platform/logger.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { SmsGateway } from './platform/sms/sms-gateway.ts';
import { scheduleCleanUps } from './platform/shared/scheduled-clean-ups.ts';
import type { SharedState } from './platform/shared/shared-state.ts';
import type { Service } from './http/service.ts';
import { createAuthCleanUps } from './services/auth/clean-up.ts';
import { createAuthService } from './services/auth/index.ts';
import { MAIL_KINDS } from './services/auth/messages/mail-templates.ts';
import { readCustomTemplates } from './services/auth/messages/custom-templates.ts';
import { createFunctionsService } from './services/functions/index.ts';
import { createRealtimeCleanUps } from './services/realtime/message-clean-up.ts';
import { createRealtimeService } from './services/realtime/index.ts';
import { CALLER_CONNECTIONS } from './services/realtime/settings.ts';
import { createRestService } from './services/rest/index.ts';
import { createStorageService } from './services/storage/index.ts';

/** The shared dependencies of all services. */
export interface Platform {
  readonly config: Config;
  /** Opens a pool of connections that log in as a role. The platform closes it after the services. */
  readonly openPoolAs: (role: string, maxConnections?: number, statementTimeoutMs?: number) => Sql;
  /** Opens one replication connection. The caller closes it. */
  readonly openLogAs: (role: string) => Promise<LogConnection>;
  readonly shared: Pick<SharedState, 'limits' | 'pubSub' | 'leadership' | 'jobs'>;
  /** The same for batches of statements, each of which is one round trip. */
  readonly openWirePoolAs: (
    role: string,
    options?: { readonly name: string; readonly maxConnections: number },
  ) => WirePool;
  /** The maximum number of connections in the pool of a role. */
  readonly poolSizeOf: (role: string) => number;
  /** The port that the server listens on. 0 before it listens. */
  readonly port: () => number;
  /** The URL of the database, with the login of its owner. */
  readonly databaseUrl: string;
  readonly apiKeys: ApiKeys;
  readonly signingKeys: SigningKeys;
  readonly signer: TokenSigner;
  readonly tokens: TokenVerifier;
  /** The same, for services that do not read the session. It rejects tokens of ended sessions. */
  readonly liveTokens: TokenVerifier;
  readonly callers: CallerResolver;
  /** Accepts tokens of live sessions only, and clocks that differ by up to 30 s, as PostgREST does. */
  readonly dataApiCallers: CallerResolver;
  /** For long-lived connections, which end with the session in which they began. */
  readonly endedSessions: Pick<EndedSessions, 'has'>;
  readonly mailer: Mailer;
  /** Null when no SMS can be sent. */
  readonly sms: SmsGateway | null;
  /** For the services' own metrics. */
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A slow policy of one subscriber would delay the changes of all others. */
const REALTIME_CHECK_TIMEOUT_MS = 2_000;

/** The services, in the order of their routes. No other place lists them. */
const FACTORIES: readonly ((platform: Platform) => Service | Promise<Service>)[] = [
  async (platform) => {
    const { config, logger, shared } = platform;
    const sql = platform.openPoolAs(AUTH_ROLE);
    scheduleCleanUps(shared.jobs, createAuthCleanUps(), sql, logger);
    return createAuthService({
      ...platform,
      secretKey: platform.apiKeys.secretKey,
      sql,
      config: config.auth,
      mails: {
        name: config.mail.name,
        templates: await readCustomTemplates(config.mail.templatesDir, MAIL_KINDS),
      },
      bodyLimitBytes: config.http.bodyLimitBytes,
      rateLimits: shared.limits,
      jobs: shared.jobs,
      processes: config.http.workers,
    });
  },
  (platform) =>
    createRestService({
      ...platform,
      sql: platform.openPoolAs(DATA_API_ROLE, 1),
      pool: platform.openWirePoolAs(DATA_API_ROLE),
      callers: platform.dataApiCallers,
      config: platform.config.rest,
      poolSize: platform.poolSizeOf(DATA_API_ROLE),
      bodyLimitBytes: platform.config.http.bodyLimitBytes,
    }),
  (platform) => {
    const { sessions, batches } = divideStorageConnections(platform.poolSizeOf(STORAGE));
    return createStorageService({
      ...platform,
      sql: platform.openPoolAs(DATA_API_ROLE, sessions),
      pool: platform.openWirePoolAs(DATA_API_ROLE, { name: STORAGE, maxConnections: batches }),
      // A token of an ended session must not open files.
      callers: platform.dataApiCallers,
      accessTokensEndWithSession: platform.config.keys.accessTokensEndWithSession,
      secretKey: platform.apiKeys.secretKey,
      config: platform.config.storage,
      bodyLimitBytes: platform.config.http.bodyLimitBytes,
    });
  },
  (platform) => {
    const { functions, http } = platform.config;
    const { host, publicUrl } = http;
    return createFunctionsService({
      ...platform,
      tokens: platform.liveTokens,
      config: functions,
      host,
      publicUrl,
    });
  },
  (platform) => {
    const { config, logger, shared } = platform;
    const sql = platform.openPoolAs(REALTIME_ROLE, 2);
    scheduleCleanUps(shared.jobs, createRealtimeCleanUps(), sql, logger);
    return createRealtimeService({
      ...platform,
      callers: platform.dataApiCallers,
      config: config.realtime,
      trustProxy: config.http.trustProxy,
      rateLimits: shared.limits,
      sql,
      callerSql: platform.openPoolAs(DATA_API_ROLE, CALLER_CONNECTIONS, REALTIME_CHECK_TIMEOUT_MS),
      openLog: () => platform.openLogAs(REALTIME_ROLE),
      pubSub: shared.pubSub,
      leadership: shared.leadership,
    });
  },
];

export function createServices(platform: Platform): Promise<Service[]> {
  return Promise.all(FACTORIES.map(async (create) => create(platform)));
}
