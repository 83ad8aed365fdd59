import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';

/** GET /health */
export function createHealthRoute() {
  return (c: Context<ServiceEnv>): Response =>
    c.json({
      version: 'v2',
      name: 'GoTrue',
      description: 'Accounts and sessions, by the HTTP contract of Supabase Auth',
    });
}
