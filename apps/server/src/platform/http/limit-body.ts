import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses bodies longer than `limitBytes`. A body whose length is known is not
 * touched: looking at it would make it a stream, which costs more than many a query.
 */
export function createBodyLimit(
  limitBytes: number,
  refuse: (context: Context) => Response,
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
