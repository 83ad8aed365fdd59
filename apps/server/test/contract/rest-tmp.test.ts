import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, startShop } from './rest-fixtures.ts';
let server: TestServer;
beforeAll(async () => { server = await startShop({ LOG_LEVEL: 'warn' }); });
afterAll(() => server.stop());
test('x', async () => {
  for (let i = 0; i < 60; i += 1) {
    await Promise.all([1,2,3,4].map(() => ask(server, '/people')));
    await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
    const a = await ask(server, '/people');
    if (a.status !== 200) { console.log(i, a.status, a.text); }
  }
});
