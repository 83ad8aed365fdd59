import type { MiddlewareHandler } from 'hono';
import { prepareHeaders } from './prepared-headers.ts';
import type { ServiceEnv } from './request-variables.ts';

/** Adds the same headers to every response. Headers of the response itself win. */
export function createConstantHeaders(
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler<ServiceEnv> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return (context, next) => prepareHeaders(context, entries, next);
}
