import type { Context } from 'hono';
import type { ServiceEnv } from './request-variables.ts';

/**
 * Puts headers on the answer to come. They are prepared before it is made, because changing a finished
 * answer can cost more than many a query. An answer that was made without them gets them after.
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

/** Has headers prepared as a plain object, which the server sends many times faster than `Headers`. */
export function preparePlainHeaders(context: Context<ServiceEnv>): void {
  context.set('preparedHeaders', {});
}

/** What was prepared for the answer that is made now: nothing where `Headers` are used. */
export function takePreparedHeaders(context: Context<ServiceEnv>): Record<string, string> | null {
  const prepared = context.get('preparedHeaders');
  if (prepared === undefined) return null;
  context.set('preparedHeaders', undefined);
  return prepared;
}
