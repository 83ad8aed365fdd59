import type { ServiceEnv } from './request-variables.ts';
import type { Context, MiddlewareHandler } from 'hono';

/**
 * Adds headers to the next response. They are prepared before the response is created, because changing a
 * finished response can cost more than a query. A response created without them gets them afterwards.
 *
 * @param entries names in lower case
 */
export async function prepareHeaders(
  context: Context<ServiceEnv>,
  entries: readonly (readonly [name: string, value: string])[],
  next: () => Promise<void>,
): Promise<void> {
  const prepared = context.get('preparedHeaders');
  for (const [name, value] of entries) {
    if (prepared === undefined) context.header(name, value);
    else prepared[name] = value;
  }
  await next();
  const wereTaken = prepared !== undefined && context.get('preparedHeaders') === undefined;
  if (wereTaken) return;
  const answered = context.res.headers;
  for (const [name, value] of entries) if (!answered.has(name)) answered.set(name, value);
}

/** Prepares headers as a plain object, which the server sends much faster than `Headers`. */
export function preparePlainHeaders(context: Context<ServiceEnv>): void {
  context.set('preparedHeaders', {});
}

/** The prepared headers for a new response; empty where `Headers` are used. */
export function takePreparedHeaders(context: Context<ServiceEnv>): Record<string, string> | null {
  const prepared = context.get('preparedHeaders');
  if (prepared === undefined) return null;
  context.set('preparedHeaders', undefined);
  return prepared;
}

/** Adds the same headers to every response. Headers of the response itself win. */
export function createConstantHeaders(
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler<ServiceEnv> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return (context, next) => prepareHeaders(context, entries, next);
}
