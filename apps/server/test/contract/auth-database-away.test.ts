import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, PASSWORD, signUp } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

describe('a database that is temporarily unavailable', () => {
  test('leads to 503 error responses, and requests succeed when it is available again', async () => {
    const { email, session } = await signUp(server);
    const { sql } = server;
    // Reject new connections and close the open ones.
    await sql.unsafe(`alter database ${server.database.connection.database} connection limit 0`);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'supabase_auth_admin' and datname = current_database()`;
    try {
      for (const answer of await Promise.all([
        call(server, '/token?grant_type=password', { body: { email, password: PASSWORD } }),
        call(server, '/token?grant_type=refresh_token', {
          body: { refresh_token: session.refresh_token },
        }),
        call(server, '/user', { token: session.access_token }),
      ])) {
        expect(answer).toMatchObject({ status: 503, body: { error_code: 'unexpected_failure' } });
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    } finally {
      await sql.unsafe(`alter database ${server.database.connection.database} connection limit -1`);
    }
    const again = await call(server, '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    expect(again.status).toBe(200);
    expect((await call(server, '/user', { token: session.access_token })).status).toBe(200);
  });
});

describe('a database that is read-only, as after a failover,', () => {
  const name = () => server.database.connection.database;
  const setReadOnly = async (isReadOnly: boolean) => {
    await server.sql.unsafe(
      `alter database ${name()} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    await server.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  };
  const readiness = async () => (await fetch(`${server.url}/health/ready`)).text();

  test('leads to a failed readiness check and to 503 for sign-ins and orders, until it accepts writes again', async () => {
    const { email, session } = await signUp(server);
    const order = async () => {
      const answer = await fetch(`${server.url}/rest/v1/orders`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          Authorization: `Bearer ${session.access_token}`,
          'Content-Type': 'application/json',
        },
        body: '{"amount":15}',
      });
      return { status: answer.status, body: await answer.json() };
    };
    const logIn = () =>
      call(server, '/token?grant_type=password', { body: { email, password: PASSWORD } });
    await setReadOnly(true);
    try {
      await expect.poll(readiness).toContain('takes no writes');
      expect(await logIn()).toMatchObject({
        status: 503,
        body: { error_code: 'unexpected_failure' },
      });
      // Not 405, which would report a client error.
      expect(await order()).toMatchObject({ status: 503, body: { code: 'PGRST000' } });
    } finally {
      await setReadOnly(false);
    }
    await expect.poll(async () => (await logIn()).status).toBe(200);
    await expect.poll(readiness).toContain('"ok"');
  });
});
