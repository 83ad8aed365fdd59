import type { JWK } from 'jose';
import type { Config } from './config/config.ts';
import { CONNECTION_NEEDS } from './connection-needs.ts';
import { systemClock, type Clock } from './platform/runtime/clock.ts';
import { connectionAs, openPool, type ConnectionSettings } from './platform/database/connection.ts';
import { toDatabaseUrl } from './platform/database/database-url.ts';
import { divideConnections } from './platform/database/connection-budget.ts';
import type { ApiKeys } from './platform/identity/api-keys.ts';
import { createCallerResolver } from './platform/identity/caller.ts';
import { createStaticSite } from './platform/http/static-site.ts';
import {
  createTokenSigner,
  createTokenVerifier,
  DATA_API_RULES,
} from './platform/identity/access-token.ts';
import {
  createEndedSessions,
  endedSessionsCleanUp,
  NO_ENDED_SESSIONS,
  rejectEndedSessions,
} from './platform/identity/ended-sessions.ts';
import { createKeyRing, retiredKeysCleanUp } from './platform/identity/key-ring.ts';
import { createSealer } from './platform/sealing.ts';
import { openLogConnection } from './platform/database/wire/log-connection.ts';
import { createWirePool, type WirePool } from './platform/database/wire/wire-pool.ts';
import { createQueryWatch } from './platform/database/watch-queries.ts';
import type { Logger } from './platform/logger.ts';
import { noMetrics, type Metrics } from './platform/metrics.ts';
import { createOutboxMailer, createSmtpMailer, type Mailer } from './platform/mail/mailer.ts';
import type { SmsGateway } from './platform/sms/sms-gateway.ts';
import { createTwilioGateway } from './platform/sms/twilio.ts';
import { SHARED_STATE_ROLE } from './platform/database/service-roles.ts';
import { scheduleCleanUps } from './platform/shared/clean-up.ts';
import { createSharedState } from './platform/shared/shared-state.ts';
import { createApp } from './http/app.ts';
import { listen, type AcceptedConnections } from './http/listen.ts';
import type { Service } from './http/service.ts';
import { createServices, type Platform } from './services.ts';

/** Requests get more time than sockets, because an incomplete response is worse than a closed socket. */
const DRAIN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** State that the supervisor creates once and sends to each worker. */
export interface ServerState {
  readonly connection: ConnectionSettings;
  readonly apiKeys: ApiKeys;
  /** Imported into the database when it has no signing keys. */
  readonly signingJwks: readonly JWK[];
}

/** Replacements for external dependencies, for tests. */
export interface Overrides {
  readonly clock?: Clock;
  readonly mailer?: Mailer;
  readonly sms?: SmsGateway;
}

/** The context of the process that runs the services. */
interface ProcessContext {
  /** Why the database is unavailable, when the reason is known. */
  readonly databaseCause?: () => string | null;
  /** In a worker: the connections that the supervisor accepts. */
  readonly accepted?: AcceptedConnections;
}

export interface Listener {
  readonly port: number;
  /** Waits for running requests, then closes all resources, within 8 s. */
  close(): Promise<void>;
}

function createMailer(config: Config, clock: Clock, logger: Logger): Mailer {
  const { smtpUrl, from, outboxDir } = config.mail;
  return smtpUrl === null
    ? createOutboxMailer(outboxDir, from, clock, logger)
    : createSmtpMailer(smtpUrl, from);
}

/** Creates the parts of the platform. */
async function createPlatform(
  config: Config,
  state: ServerState,
  logger: Logger,
  metrics: Metrics,
  overrides: Overrides,
): Promise<Omit<Platform, 'port'> & { close(deadline: AbortSignal): Promise<void> }> {
  const clock = overrides.clock ?? systemClock;
  const { jwtSecret, requireApiKey, signingKeysFile, accessTokensEndWithSession } = config.keys;
  const { database, http } = config;
  const poolSizes = divideConnections(database.poolSize, http.workers, CONNECTION_NEEDS);
  const queries = createQueryWatch({ slowQueryMs: database.slowQueryMs, logger, metrics });
  const poolSizeOf = (role: string): number => poolSizes.get(role) ?? 0;
  const wirePools: WirePool[] = [];
  const pools: ReturnType<typeof openPool>[] = [];
  const shared = createSharedState({
    connection: state.connection,
    processes: config.http.workers,
    isSharedDatabase: config.database.url !== null,
    clock,
    logger,
  });
  const identitySql = openPool(connectionAs(state.connection, SHARED_STATE_ROLE), {
    applicationName: 'backend-identity',
    maxConnections: 1,
  });
  pools.push(identitySql);
  const tokenLifetimeS = config.auth.jwtExpiryS;
  const signingKeys = await createKeyRing({
    sql: identitySql,
    pubSub: shared.pubSub,
    sealer: createSealer(state.apiKeys.secretKey, 'signing-keys'),
    file: { jwks: state.signingJwks, isGiven: signingKeysFile !== null },
    tokenLifetimeS,
    clock,
    logger,
  });
  const tokens = createTokenVerifier({ keys: signingKeys, jwtSecret, clock });
  const endedSessions = accessTokensEndWithSession
    ? await createEndedSessions({
        sql: identitySql,
        pubSub: shared.pubSub,
        tokenLifetimeS,
        clock,
        logger,
      })
    : NO_ENDED_SESSIONS;
  const liveTokens = rejectEndedSessions(tokens, endedSessions);
  scheduleCleanUps(
    shared.jobs,
    [endedSessionsCleanUp(tokenLifetimeS), retiredKeysCleanUp(tokenLifetimeS)],
    identitySql,
    logger,
  );
  return {
    config,
    shared,
    signingKeys,
    signer: createTokenSigner(signingKeys),
    tokens,
    liveTokens,
    callers: createCallerResolver({ apiKeys: state.apiKeys, tokens, requireApiKey }),
    dataApiCallers: createCallerResolver({
      apiKeys: state.apiKeys,
      tokens: liveTokens,
      requireApiKey,
      rules: DATA_API_RULES,
    }),
    mailer: overrides.mailer ?? createMailer(config, clock, logger),
    sms:
      overrides.sms ??
      (config.sms.twilio === null ? null : createTwilioGateway(config.sms.twilio, clock)),
    metrics,
    endedSessions,
    clock,
    logger,
    poolSizeOf,
    apiKeys: state.apiKeys,
    databaseUrl: toDatabaseUrl(state.connection),
    openPoolAs(role, maxConnections = poolSizeOf(role), statementTimeoutMs) {
      const pool = openPool(connectionAs(state.connection, role), {
        applicationName: `backend-${role}`,
        maxConnections,
        ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
      });
      pools.push(pool);
      return queries.driver(pool, role);
    },
    openLogAs: (role) =>
      openLogConnection(connectionAs(state.connection, role), `backend-${role}-log`),
    openWirePoolAs(role) {
      const pool = createWirePool(connectionAs(state.connection, role), {
        applicationName: `backend-${role}-batches`,
        maxConnections: poolSizeOf(role),
      });
      wirePools.push(pool);
      return queries.batches(pool, `${role} batches`);
    },
    async close(deadline) {
      await endedSessions.close();
      await signingKeys.close();
      await shared.close(deadline);
      for (const pool of wirePools) pool.close();
      await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    },
  };
}

async function loadSite(config: Config, { apiKeys }: ServerState) {
  if (config.http.webDir === null) return null;
  const { captcha, passkeyParty, providers, sms } = config.auth;
  return createStaticSite({
    dir: config.http.webDir,
    // No URL: the backend has the same origin as the page.
    pageConfiguration: {
      publishableKey: apiKeys.publishableKey,
      passkeys: passkeyParty !== null,
      providers: providers.map(({ name }) => name),
      factors: [...(passkeyParty === null ? [] : ['webauthn']), ...(sms.isOn ? ['phone'] : [])],
      captcha: captcha === null ? null : { provider: captcha.provider, siteKey: captcha.siteKey },
    },
    hosts: { images: config.http.imageHosts, widgets: captcha?.widgetHosts ?? [] },
  }).catch((cause: unknown) => {
    throw new Error(`WEB_DIR cannot be read: ${String(cause)}`, { cause });
  });
}

async function closeServices(services: readonly Service[], deadline: AbortSignal): Promise<void> {
  const expired = new Promise((resolve) => deadline.addEventListener('abort', resolve));
  const closed = Promise.allSettled(services.map((service) => service.close(deadline)));
  await Promise.race([closed, expired]);
}

/** Serves all services and the web application on the configured address until closed. */
export async function serve(
  config: Config,
  state: ServerState,
  logger: Logger,
  overrides: Overrides = {},
  { databaseCause = () => null, accepted }: ProcessContext = {},
): Promise<Listener> {
  const { host, port, trustProxy, metricsPort } = config.http;
  let ownPort = accepted?.port ?? 0;
  // Loaded on demand, because most servers have no metrics port.
  const watch = metricsPort === null ? null : await import('./http/server-metrics.ts');
  const metrics = watch?.createServerMetrics();
  const platform = await createPlatform(config, state, logger, metrics ?? noMetrics, overrides);
  const services: Service[] = [];
  const closeParts = async (): Promise<void> => {
    const deadline = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
    await closeServices(services, deadline);
    await platform.close(deadline);
  };
  try {
    services.push(...(await createServices({ ...platform, port: () => ownPort })));
    const site = await loadSite(config, state);
    const app = createApp({
      services,
      site,
      trustProxy,
      onAnswered: metrics?.observe ?? (() => undefined),
      logger,
      databaseCause,
    });
    const listener = await listen({ app, services, host, port, accepted });
    ownPort = listener.port;
    // The supervisor serves the metrics of its workers.
    const metricsServer =
      metrics === undefined || metricsPort === null || accepted !== undefined
        ? undefined
        : await watch?.serveMetrics(metricsPort, metrics.text);
    return {
      port: listener.port,
      async close() {
        metricsServer?.close();
        await listener.drain(AbortSignal.timeout(DRAIN_TIMEOUT_MS));
        const deadline = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
        await closeServices(services, deadline);
        await listener.close();
        await platform.close(deadline);
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}
