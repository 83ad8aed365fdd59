import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createConstantHeaders } from '../platform/http/constant-headers.ts';
import { createRequestObserver, type AnsweredRequest } from '../platform/http/observe-requests.ts';
import { preparePlainHeaders } from '../platform/http/prepared-headers.ts';
import type { ServiceEnv } from '../platform/http/request-variables.ts';
import { createSecurityHeaders } from '../platform/http/security-headers.ts';
import type { Logger } from '../platform/logger.ts';
import { UNEXPECTED_PROBLEM, type Service } from './service.ts';

/** Where the contract puts services, those that this server does not run included. */
const API_PATH = /^\/[^/]+\/v1(?:\/|$)/;

/** What browsers of other origins may read of an answer. */
const EXPOSED_HEADERS = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Link',
  'Location',
  'Preference-Applied',
  'Proxy-Status',
  'Range-Unit',
  'Retry-After',
  'X-Request-Id',
  'X-Sb-Error-Code',
  'X-Supabase-Api-Version',
  'X-Total-Count',
];

interface AppDependencies {
  readonly services: readonly Service[];
  /** Null where only the API is served. */
  readonly site: Hono | null;
  readonly trustProxy: boolean;
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly logger: Logger;
  /** Why the database cannot be reached, where that is known. */
  readonly databaseCause: () => string | null;
}

/** Lets pages of other origins call the services: what they send, they prove by keys and tokens. */
function createCrossOriginAccess(services: readonly Service[]): MiddlewareHandler<ServiceEnv> {
  const ownWay = services.filter((service) => service.answersOtherOrigins);
  const answerPreflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 3600,
  });
  const showToOtherOrigins = createConstantHeaders({
    // Answers are for one caller; a service that says otherwise wins.
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
  });
  /** A browser's question before the request; any other OPTIONS is the service's to answer. */
  const isPreflight = (context: Context<ServiceEnv>) =>
    context.req.method === 'OPTIONS' &&
    context.req.header('access-control-request-method') !== undefined;
  return (context, next) => {
    const { path } = context.req;
    if (!API_PATH.test(path) || ownWay.some(({ prefix }) => path.startsWith(`${prefix}/`))) {
      return next();
    }
    return isPreflight(context)
      ? answerPreflight(context, next)
      : showToOtherOrigins(context, next);
  };
}

/** What keeps the services from working, by part; empty when all can. */
async function findCauses({
  services,
  databaseCause,
}: AppDependencies): Promise<Record<string, string>> {
  const causes = await Promise.all(
    services.map(async (service) => {
      const cause = await service.isReady?.().catch(() => 'It cannot say whether it is ready.');
      return cause ? [[service.prefix, cause] as const] : [];
    }),
  );
  const database = databaseCause();
  return {
    ...(database === null ? {} : { database }),
    ...Object.fromEntries(causes.flat()),
  };
}

/** Mounts each service under its prefix, then the web application's files. */
export function createApp(deps: AppDependencies): Hono<ServiceEnv> {
  const { services, site, logger, trustProxy, onAnswered } = deps;
  const app = new Hono<ServiceEnv>();
  const plain = services.filter((service) => service.answersPlainly);
  app.use((context, next) => {
    const { path } = context.req;
    if (plain.some(({ prefix }) => path.startsWith(`${prefix}/`))) preparePlainHeaders(context);
    return next();
  });
  app.use(createRequestObserver({ logger, trustProxy, onAnswered }));
  app.use(createSecurityHeaders());

  app.get('/health/live', (context) => context.json({ status: 'ok' }));
  app.get('/health/ready', async (context) => {
    const causes = await findCauses(deps);
    return Object.keys(causes).length === 0
      ? context.json({ status: 'ok' })
      : context.json({ status: 'unavailable', causes }, 503);
  });

  app.use(createCrossOriginAccess(services));
  for (const service of services) app.route(service.prefix, service.app);
  // What no service answers is an error of the API, never a page.
  app.use((context, next) =>
    API_PATH.test(context.req.path) ? Promise.resolve(context.notFound()) : next(),
  );
  if (site !== null) app.route('/', site);

  app.notFound((context) => context.json({ code: 'not_found', message: 'Not found' }, 404));
  app.onError((error, context) => {
    logger.error({ err: error, requestId: context.get('requestId') }, 'unhandled error');
    return context.json({ code: 'unexpected_failure', message: UNEXPECTED_PROBLEM }, 500);
  });
  return app;
}
