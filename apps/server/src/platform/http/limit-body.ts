import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** An error in the format of every service's clients. */
function refuseLargeBody(limitBytes: number): (context: Context) => Response {
  return (context) => {
    const message = `The request body is larger than ${String(limitBytes)} bytes`;
    // auth-js reads the error code only when the response repeats its API version.
    const version = context.req.header('x-supabase-api-version');
    if (version !== undefined) context.header('X-Supabase-Api-Version', version);
    return context.json({ code: 'request_too_large', message, details: null, hint: null }, 413);
  };
}

/**
 * Responds with 413 to bodies longer than `limitBytes`. A body with a Content-Length is not read here,
 * because converting it to a stream costs more than many queries.
 */
export function createBodyLimit(
  limitBytes: number,
  refuse: (context: Context) => Response = refuseLargeBody(limitBytes),
): MiddlewareHandler {
  const countWhileReading = bodyLimit({ maxSize: limitBytes, onError: refuse });
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const length = context.req.header('content-length');
    // Node rejects a request with both headers, and reads no more bytes than Content-Length.
    if (length === undefined || context.req.header('transfer-encoding') !== undefined) {
      return countWhileReading(context, next);
    }
    return Number(length) > limitBytes ? refuse(context) : next();
  };
}
