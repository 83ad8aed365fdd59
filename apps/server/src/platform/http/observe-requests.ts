import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from '../logger.ts';
import type { ServiceEnv } from './request-variables.ts';

const REQUEST_ID_PATTERN = /^[\w-]{8,64}$/;

function clientAddressOf(context: Context<ServiceEnv>, trustProxy: boolean): string {
  if (trustProxy) {
    // The last entry is the one that our own proxy wrote; the ones before it are hearsay.
    const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  try {
    return getConnInfo(context).remote.address ?? 'unknown';
  } catch {
    // A request that came through no socket, as in-process calls do.
    return 'in-process';
  }
}

/** Gives each request an id and the client's address, and logs its outcome without personal data. */
export function createRequestObserver(
  logger: Logger,
  trustProxy: boolean,
): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const startedAtMs = performance.now();
    const offered = context.req.header('x-request-id');
    const requestId =
      offered !== undefined && REQUEST_ID_PATTERN.test(offered) ? offered : randomUUID();
    context.set('requestId', requestId);
    context.set('clientAddress', clientAddressOf(context, trustProxy));
    context.header('X-Request-Id', requestId);
    await next();
    // An answer that was made without what is prepared gets it after.
    if (!context.res.headers.has('X-Request-Id'))
      context.res.headers.set('X-Request-Id', requestId);
    const status = context.res.status;
    const outcome = {
      requestId,
      method: context.req.method,
      // The first two segments name the service and the endpoint; what follows may name a person.
      path: context.req.path.split('/', 4).join('/'),
      status,
      durationMs: Math.round(performance.now() - startedAtMs),
    };
    if (status >= 500) logger.error(outcome, 'request');
    else logger.debug(outcome, 'request');
  };
}
