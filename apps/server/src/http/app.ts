import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createConstantHeaders, preparePlainHeaders } from '../platform/http/prepared-headers.ts';
import { createRequestObserver, type AnsweredRequest } from '../platform/http/observe-requests.ts';
import type { ServiceEnv } from '../platform/http/request-variables.ts';
import { createSecurityHeaders } from '../platform/http/security-headers.ts';
import type { Logger } from '../platform/logger.ts';
import { UNEXPECTED_PROBLEM, type Service } from './service.ts';

/** The paths of Supabase services, also of those that this server does not run. */
const API_PATH = /^\/[^/]+\/v1(?:\/|$)/;

/** Response headers that pages of other origins can read. */
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
  /** Null when the server serves the API only. */
  readonly site: Hono | null;
  readonly trustProxy: boolean;
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly logger: Logger;
  /** Why the database is unavailable, when the reason is known. */
  readonly databaseCause: () => string | null;
}

/** Allows pages of all origins to call the services (CORS). Requests are authenticated by keys and tokens, not cookies. */
function createCrossOriginAccess(services: readonly Service[]): MiddlewareHandler<ServiceEnv> {
  const ownCors = services.filter((service) => service.answersOtherOrigins);
  const answerPreflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 3600,
  });
  const addCorsHeaders = createConstantHeaders({
    // Responses are for one caller. A service can set another value.
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
  });
  /** A CORS preflight. The service handles all other OPTIONS requests. */
  const isPreflight = (context: Context<ServiceEnv>) =>
    context.req.method === 'OPTIONS' &&
    context.req.header('access-control-request-method') !== undefined;
  return (context, next) => {
    const { path } = context.req;
    if (!API_PATH.test(path) || ownCors.some(({ prefix }) => path.startsWith(`${prefix}/`))) {
      return next();
    }
    return isPreflight(context) ? answerPreflight(context, next) : addCorsHeaders(context, next);
  };
}

/** The reasons why the server is not ready, by part. Empty when it is. */
async function findCauses({
  services,
  databaseCause,
}: AppDependencies): Promise<Record<string, string>> {
  const causes = await Promise.all(
    services.map(async (service) => {
      const cause = await service.isReady?.().catch(() => 'The readiness check failed.');
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
  // An unknown path of the API is an error, never a page.
  app.use((context, next) =>
    API_PATH.test(context.req.path) ? Promise.resolve(context.notFound()) : next(),
  );
  if (site !== null) app.route('/', site);

  app.notFound((context) => context.json({ code: 'not_found', message: 'Not found' }, 404));
  app.onError((error, context) => {
    logger.error({ err: error, requestId: context.get('requestId') }, 'http: unhandled error');
    return context.json({ code: 'unexpected_failure', message: UNEXPECTED_PROBLEM }, 500);
  });
  return app;
}
