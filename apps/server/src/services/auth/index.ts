import { availableParallelism } from 'node:os';
import { Hono } from 'hono';
import { ApiKeyError } from '../../platform/identity/caller.ts';
import { createBodyLimit } from '../../platform/http/limit-body.ts';
import { addRoutes } from '../../platform/http/route-table.ts';
import type { Service } from '../../http/service.ts';
import type { AuthContext, AuthServiceDeps } from './auth-context.ts';
import { requireApiKey, requireOperator } from './routes/bearer.ts';
import { authErrors } from './errors.ts';
import { toResponseError } from './routes/log-error.ts';
import { createHashThreads } from './passwords/hash-threads.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { createBreachList } from './passwords/breach-list.ts';
import { createPasswordPolicy } from './passwords/password-policy.ts';
import { createPasswordHasher, hashThreadsOf } from './passwords/password-hashing.ts';
import { processMessageRequest } from './account-commands/message-requests.ts';
import { createOutbox } from './messages/outbox.ts';
import { startOutboxWorkers } from './messages/outbox-worker.ts';
import { createSealer } from '../../platform/sealing.ts';
import type { ServiceProvider } from './sso/service-provider.ts';
import { createProviders } from './providers/providers.ts';
import { createAuthRateLimits } from './rate-limits.ts';
import { negotiatedVersion, renderError } from './routes/render-error.ts';
import type { AuthEnv } from './routes/route.ts';
import { KEYED_ROUTES, OPEN_ROUTES, OPERATOR_ROUTES } from './routes/auth-routes.ts';

/** A full queue takes some seconds. Further requests receive 503 with Retry-After. */
const MAX_QUEUED_HASHES_PER_THREAD = 128;
/** Short, because the browser shows a blank page until the provider responds. */
const PROVIDER_TIMEOUT_S = 10;

function createAuthApp(auth: AuthContext, bodyLimitBytes: number): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.use(async (c, next) => {
    // Responses contain tokens and personal data. A route can override the header.
    c.header('Cache-Control', 'no-store');
    const version = negotiatedVersion(c.req.header('X-Supabase-Api-Version'));
    if (version !== null) c.header('X-Supabase-Api-Version', version);
    await next();
  });
  app.use(createBodyLimit(bodyLimitBytes));
  addRoutes(app, auth, OPEN_ROUTES);
  app.use(async (c, next) => {
    await requireApiKey(auth, c);
    await next();
  });
  addRoutes(app, auth, KEYED_ROUTES);
  addRoutes(app, auth, OPERATOR_ROUTES, async (c, next) => {
    await requireOperator(auth, c);
    await next();
  });

  app.all('*', () => {
    throw authErrors.pathNotFound();
  });
  app.onError((error, c) => {
    if (error instanceof ApiKeyError) {
      return c.json({ message: error.message, hint: error.hint }, 401);
    }
    return renderError(c, toResponseError(auth, c, error, 'Internal Server Error'));
  });
  return app;
}

/** Loads the SAML library only if a key is configured. */
async function openSamlService({
  saml,
  apiUrl,
}: AuthServiceDeps['config']): Promise<ServiceProvider | null> {
  if (saml.privateKey === null) return null;
  const { createServiceProvider } = await import('./sso/service-provider.ts');
  return createServiceProvider(saml.privateKey, apiUrl);
}

/** The auth service: the API of Supabase Auth under /auth/v1. */
export async function createAuthService(deps: AuthServiceDeps): Promise<Service> {
  const { sql, config, jobs, clock, logger, mailer } = deps;
  const threads = hashThreadsOf(availableParallelism(), deps.processes);
  const hashThreads = createHashThreads({
    threads,
    maxWaiting: threads * MAX_QUEUED_HASHES_PER_THREAD,
  });
  const sealer = createSealer(deps.secretKey, 'messages');
  const auth: AuthContext = {
    ...deps,
    passwords: createPasswordHasher(hashThreads),
    passwordPolicy: createPasswordPolicy({
      minLength: config.passwordMinLength,
      requiredCharacters: config.passwordRequiredCharacters,
      breaches: config.breachList === null ? null : createBreachList(config.breachList),
      failsClosed: config.breachList?.failsClosed ?? false,
      logger,
    }),
    captcha: config.captcha === null ? null : createCaptcha(config.captcha, logger),
    limits: createAuthRateLimits(config, deps.rateLimits),
    outbox: createOutbox({ jobs, sealer, clock }),
    providers: createProviders(config.providers, { clock, timeoutS: PROVIDER_TIMEOUT_S }),
    samlService: await openSamlService(config),
    providerSealer: createSealer(deps.secretKey, 'providers'),
    factorSealer: createSealer(deps.secretKey, 'factors'),
  };
  startOutboxWorkers({
    sql,
    jobs,
    sealer,
    clock,
    logger,
    mailer,
    mailTemplates: { ...deps.mails, siteUrl: config.siteUrl, expiryS: config.otpExpiryS },
    sms: deps.sms,
    smsTemplates: {
      name: deps.mails.name,
      siteUrl: config.siteUrl,
      expiryS: config.sms.expiryS,
    },
    processRequest: (transaction, request) => processMessageRequest(auth, transaction, request),
  });
  return {
    prefix: '/auth/v1',
    app: createAuthApp(auth, deps.bodyLimitBytes),
    isReady: () =>
      sql<{ transaction_read_only: string }[]>`show transaction_read_only`.then(
        ([row]) =>
          row?.transaction_read_only === 'on'
            ? 'The database takes no writes: it is a replica or read-only.'
            : null,
        () => 'The database does not respond.',
      ),
    close: () => hashThreads.close(),
  };
}
