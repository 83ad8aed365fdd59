import type { Route } from './route.ts';

/** GET /health */
export const healthRoute: Route = (_auth, c) =>
  c.json({
    version: 'v2',
    name: 'GoTrue',
    description: 'Accounts and sessions, by the HTTP contract of Supabase Auth',
  });
