import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';

const MAX_USER_AGENT_LENGTH = 500;

/** What a session remembers of the device it belongs to. */
export interface ClientDetails {
  readonly userAgent: string | null;
  readonly ip: string | null;
}

export function describeClient(c: Context<ServiceEnv>): ClientDetails {
  const address = c.get('clientAddress');
  return {
    userAgent: c.req.header('User-Agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    // A zone (`fe80::1%eth0`) is an address to Node, but not to Postgres.
    ip: isIP(address) !== 0 && !address.includes('%') ? address : null,
  };
}
