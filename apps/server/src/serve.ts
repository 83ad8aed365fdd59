import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';
import { createApp } from './server/app.ts';
import type { Config } from './config.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { connectionAs, openPool, type ConnectionSettings } from './platform/database/connection.ts';
import { AUTH_ROLE, DATA_API_ROLE } from './platform/database/service-roles.ts';
import type { ApiKeys } from './platform/identity/api-keys.ts';
import { createCallerResolver } from './platform/identity/caller.ts';
import { createStaticSite } from './platform/http/static-site.ts';
import { createTokenSigner, createTokenVerifier } from './platform/identity/access-token.ts';
import { importSigningKeys } from './platform/identity/signing-keys.ts';
import type { Logger } from './platform/logger.ts';
import { createOutboxMailer, createSmtpMailer, type Mailer } from './platform/mail/mailer.ts';
import { createUndeliveredSmsSender, type SmsSender } from './platform/sms/sms-sender.ts';
import { createAuthService } from './services/auth/index.ts';
import { createRestService } from './services/rest/index.ts';

const DRAIN_TIMEOUT_MS = 10_000;

/** What the first process of a server finds out once and hands to each worker. */
export interface ServerState {
  readonly connection: ConnectionSettings;
  readonly apiKeys: ApiKeys;
  readonly signingJwks: readonly JWK[];
}

/** What tests put in place of the world outside. */
export interface OutsideWorld {
  readonly clock?: Clock;
  readonly mailer?: Mailer;
  readonly sms?: SmsSender;
}

export interface Listener {
  readonly port: number;
  /** Lets requests under way finish, then closes everything it opened. */
  close(): Promise<void>;
}

function createMailer(config: Config, clock: Clock, logger: Logger): Mailer {
  const { smtpUrl, from, outboxDir } = config.mail;
  return smtpUrl === null
    ? createOutboxMailer(outboxDir, from, clock, logger)
    : createSmtpMailer(smtpUrl, from);
}

/** Builds the services and the application on a migrated database. */
export async function assembleApp(
  config: Config,
  state: ServerState,
  logger: Logger,
  outside: OutsideWorld,
) {
  const clock = outside.clock ?? systemClock;
  const signingKeys = await importSigningKeys(state.signingJwks);
  const tokens = createTokenVerifier({
    keys: signingKeys,
    jwtSecret: config.keys.jwtSecret,
    clock,
  });
  const callers = createCallerResolver({
    apiKeys: state.apiKeys,
    tokens,
    requireApiKey: config.keys.requireApiKey,
  });
  const poolFor = (role: string) =>
    openPool(connectionAs(state.connection, role), {
      applicationName: `beaconpay-${role}`,
      // The setting is for the whole server, however many processes it has.
      maxConnections: Math.max(2, Math.floor(config.databasePoolSize / config.http.workers)),
    });
  const authSql = poolFor(AUTH_ROLE);
  const dataSql = poolFor(DATA_API_ROLE);
  const auth = createAuthService({
    sql: authSql,
    config: config.auth,
    signer: createTokenSigner(signingKeys),
    tokens,
    jwks: signingKeys.jwks,
    callers,
    mailer: outside.mailer ?? createMailer(config, clock, logger),
    sms: outside.sms ?? createUndeliveredSmsSender(logger),
    clock,
    logger,
    processes: config.http.workers,
  });
  const rest = createRestService({
    sql: dataSql,
    config: config.rest,
    bodyLimitBytes: config.http.bodyLimitBytes,
    callers,
    clock,
    logger,
  });
  const site =
    config.http.webDir === null
      ? null
      : await createStaticSite({
          dir: config.http.webDir,
          // No URL: the backend is the page's own origin, whatever name a visitor reached it by.
          pageConfiguration: { publishableKey: state.apiKeys.publishableKey },
        });
  const app = createApp({
    auth,
    rest: rest.app,
    site,
    isReady: () =>
      authSql`select 1`.then(
        () => rest.isReady(),
        () => false,
      ),
    bodyLimitBytes: config.http.bodyLimitBytes,
    trustProxy: config.http.trustProxy,
    logger,
  });
  await rest.ready();
  return {
    app,
    async close(): Promise<void> {
      await rest.close();
      await Promise.all([authSql.end({ timeout: 5 }), dataSql.end({ timeout: 5 })]);
    },
  };
}

/** Serves everything on the configured address until closed. */
export async function listen(
  config: Config,
  state: ServerState,
  logger: Logger,
  outside: OutsideWorld = {},
): Promise<Listener> {
  const assembled = await assembleApp(config, state, logger, outside);
  const { app } = assembled;
  const server = serve({ fetch: app.fetch, port: config.http.port, hostname: config.http.host });
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => resolve(server.address() as AddressInfo));
  }).catch(async (error: unknown) => {
    await assembled.close();
    throw error;
  });
  return {
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const forced = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, DRAIN_TIMEOUT_MS);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await closed;
      clearTimeout(forced);
      await assembled.close();
    },
  };
}
