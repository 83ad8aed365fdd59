import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createConstantHeaders } from '../platform/http/constant-headers.ts';
import { createBodyLimit } from '../platform/http/limit-body.ts';
import { createRequestObserver } from '../platform/http/observe-requests.ts';
import type { ServiceEnv } from '../platform/http/request-variables.ts';
import { createSecurityHeaders } from '../platform/http/security-headers.ts';
import type { Logger } from '../platform/logger.ts';

const SERVICE_PREFIXES = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1'];

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

export interface AppDependencies {
  readonly auth: Hono<ServiceEnv>;
  readonly rest: Hono<ServiceEnv>;
  /** Null where only the API is served. */
  readonly site: Hono | null;
  /** True when the database answers and every service can work. */
  readonly isReady: () => Promise<boolean>;
  readonly bodyLimitBytes: number;
  readonly trustProxy: boolean;
  readonly logger: Logger;
}

/** Mounts each service under its prefix, then the web application's files. */
export function createApp(deps: AppDependencies): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.use(createRequestObserver(deps.logger, deps.trustProxy));
  app.use(createSecurityHeaders());

  app.get('/health/live', (context) => context.json({ status: 'ok' }));
  app.get('/health/ready', async (context) => {
    const ready = await deps.isReady();
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });

  const answerPreflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 3600,
  });
  const showToOtherOrigins = createConstantHeaders({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
  });
  /** A browser's question before the request; any other OPTIONS is the service's to answer. */
  const isPreflight = (context: Context) =>
    context.req.method === 'OPTIONS' &&
    context.req.header('access-control-request-method') !== undefined;
  const allowOtherOrigins: MiddlewareHandler = (context, next) =>
    isPreflight(context) ? answerPreflight(context, next) : showToOtherOrigins(context, next);
  const limitBody = createBodyLimit(deps.bodyLimitBytes, (context) => {
    const message = `The request body is larger than ${String(deps.bodyLimitBytes)} bytes`;
    // Without its version echoed, auth-js does not read the code.
    const version = context.req.header('x-supabase-api-version');
    if (version !== undefined) context.header('X-Supabase-Api-Version', version);
    return context.json({ code: 'request_too_large', message, details: null, hint: null }, 413);
  });
  for (const prefix of SERVICE_PREFIXES) {
    app.use(`${prefix}/*`, allowOtherOrigins);
    // The data API limits the body while reading it, and answers in its own words.
    if (prefix !== '/rest/v1') app.use(`${prefix}/*`, limitBody);
  }
  app.route('/auth/v1', deps.auth);
  app.route('/rest/v1', deps.rest);
  // What no service answers is an error of the API, never a page.
  for (const prefix of SERVICE_PREFIXES) app.all(`${prefix}/*`, (context) => context.notFound());
  if (deps.site !== null) app.route('/', deps.site);

  app.notFound((context) => context.json({ code: 'not_found', message: 'Not found' }, 404));
  app.onError((error, context) => {
    deps.logger.error({ err: error, requestId: context.get('requestId') }, 'unhandled error');
    const message = 'The server had an unexpected problem';
    return context.json({ code: 'unexpected_failure', message }, 500);
  });
  return app;
}
