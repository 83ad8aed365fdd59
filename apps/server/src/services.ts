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

/** What the platform offers to services. */
export interface Platform {
  readonly config: Config;
  /** Opens a pool of connections that log in as a role; it is closed after the services. */
  readonly openPoolAs: (role: string, maxConnections?: number, statementTimeoutMs?: number) => Sql;
  /** Opens one replication connection. The caller closes it. */
  readonly openLogAs: (role: string) => Promise<LogConnection>;
  readonly shared: Pick<SharedState, 'limits' | 'pubSub' | 'leadership' | 'jobs'>;
  /** The same for batches of statements that go in one round trip. */
  readonly openWirePoolAs: (
    role: string,
    options?: { readonly name: string; readonly maxConnections: number },
  ) => WirePool;
  /** How many connections a role's pool has at most. */
  readonly poolSizeOf: (role: string) => number;
  /** The port that the server listens on, once it does. */
  readonly port: () => number;
  /** The database as its owner reaches it. */
  readonly databaseUrl: string;
  readonly apiKeys: ApiKeys;
  readonly signingKeys: SigningKeys;
  readonly signer: TokenSigner;
  readonly tokens: TokenVerifier;
  /** The same, for services that do not look the session up: an ended session's tokens are refused. */
  readonly liveTokens: TokenVerifier;
  readonly callers: CallerResolver;
  /** By live tokens and the data API's own rules: clocks may differ by 30 s. */
  readonly dataApiCallers: CallerResolver;
  /** Asked where no request comes: what lives long ends with the session it began in. */
  readonly endedSessions: Pick<EndedSessions, 'has'>;
  readonly mailer: Mailer;
  /** Null: no phone is reached. */
  readonly sms: SmsGateway | null;
  /** For what services measure of themselves. */
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A policy that takes longer for one subscriber would keep changes from all the others. */
const REALTIME_CHECK_TIMEOUT_MS = 2_000;

/** Each service that the server runs, by the order of mounting. The only place that names them. */
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
      // An access token that a log-out ended opens no file either.
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
