import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../logger.ts';
import { clientAddressOf, traceIdOf } from './forwarded-headers.ts';
import { prepareHeaders } from './prepared-headers.ts';
import type { ServiceEnv } from './request-variables.ts';

const REQUEST_ID_PATTERN = /^[\w-]{8,64}$/;

/** The log entry of a request, without personal data. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern that matched, such as `/auth/v1/admin/users/:id`, and never the path. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

interface RequestObserverOptions {
  readonly logger: Logger;
  readonly trustProxy: boolean;
  readonly onAnswered: (request: AnsweredRequest) => void;
}

function remoteAddressOf(context: Context<ServiceEnv>): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    // An in-process call has no socket.
    return 'in-process';
  }
}

/** Gives each request an id and the client's address, and logs its outcome in one line without personal data. */
export function createRequestObserver(
  options: RequestObserverOptions,
): MiddlewareHandler<ServiceEnv> {
  const { logger, trustProxy, onAnswered } = options;
  return async (context, next) => {
    const startedAtMs = performance.now();
    const offered = context.req.header('x-request-id');
    const requestId =
      offered !== undefined && REQUEST_ID_PATTERN.test(offered) ? offered : randomUUID();
    const traceId = traceIdOf(context.req.header('traceparent'));
    context.set('requestId', requestId);
    const forwardedFor = context.req.header('x-forwarded-for');
    context.set(
      'clientAddress',
      clientAddressOf(remoteAddressOf(context), forwardedFor, trustProxy),
    );
    await prepareHeaders(context, [['x-request-id', requestId]], next);
    const answered: AnsweredRequest = {
      method: context.req.method,
      route: context.get('route') ?? routePath(context),
      status: context.res.status,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    };
    onAnswered(answered);
    const line = { requestId, ...(traceId === null ? {} : { traceId }), ...answered };
    if (answered.status >= 500) logger.error(line, 'request');
    else logger.info(line, 'request');
  };
}
