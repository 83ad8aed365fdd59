import type { HttpBindings } from '@hono/node-server';
import { isIP } from 'node:net';
import { rateLimitKeyOfAddress } from '../../../platform/http/rate-limit-key.ts';
import type { ClientDetails } from '../client-details.ts';
import type { RouteContext } from './route.ts';

const MAX_USER_AGENT_LENGTH = 500;

export function describeClient(c: RouteContext): ClientDetails {
  const address = c.get('clientAddress');
  return {
    userAgent: c.req.header('User-Agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    // A zone (`fe80::1%eth0`) is an address to Node, but not to Postgres.
    ip: isIP(address) !== 0 && !address.includes('%') ? address : null,
    limitKey: rateLimitKeyOfAddress(address),
  };
}

/**
 * Aborts when the client disconnects before the response. The request's own signal would turn the body into a
 * stream, which costs more than many queries.
 */
export function signalOf(c: RouteContext): AbortSignal {
  const gone = new AbortController();
  const { outgoing } = c.env as Partial<HttpBindings>;
  outgoing?.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}
