import type { MiddlewareHandler } from 'hono';

/**
 * Puts the same headers on every answer. They are prepared before the answer is
 * made, because changing a finished answer makes its body a stream, which costs
 * more than many a query. An answer that was made without them gets them after.
 */
export function createConstantHeaders(
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  const entries = Object.entries(headers);
  return async (context, next) => {
    for (const [name, value] of entries) context.header(name, value);
    await next();
    const answered = context.res.headers;
    for (const [name, value] of entries) if (!answered.has(name)) answered.set(name, value);
  };
}
