import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** The refusal in the words that clients of every service understand. */
function refuseLargeBody(limitBytes: number): (context: Context) => Response {
  return (context) => {
    const message = `The request body is larger than ${String(limitBytes)} bytes`;
    // Without its version echoed, auth-js does not read the code.
    const version = context.req.header('x-supabase-api-version');
    if (version !== undefined) context.header('X-Supabase-Api-Version', version);
    return context.json({ code: 'request_too_large', message, details: null, hint: null }, 413);
  };
}

/**
 * Refuses bodies longer than `limitBytes`. A body whose length is known is not
 * touched: looking at it would make it a stream, which costs more than many a query.
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
    // Node's parser refuses a request with both, and reads no further than the length says.
    if (length === undefined || context.req.header('transfer-encoding') !== undefined) {
      return countWhileReading(context, next);
    }
    return Number(length) > limitBytes ? refuse(context) : next();
  };
}
