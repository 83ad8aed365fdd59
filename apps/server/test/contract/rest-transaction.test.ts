import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, clientOf, startShop } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
});
afterAll(() => server.stop());

async function settings(headers: Record<string, string> = {}, key = server.secretKey) {
  const { json } = await ask(server, '/rpc/settings', { method: 'POST', body: '{}', headers, key });
  return json as Record<string, unknown>;
}

describe('settings of the request in the database', () => {
  test('contain role, claims, method, path, headers and cookies', async () => {
    const seen = await settings({ 'X-Odd-Header': 'Val', Cookie: 'a=1; b=x=y' });
    expect(seen).toMatchObject({
      role: 'service_role',
      claims: { role: 'service_role' },
      method: 'POST',
      path: '/rpc/settings',
      cookies: { a: '1', b: 'x=y' },
    });
    expect(seen.headers).toMatchObject({
      'x-odd-header': 'Val',
      'content-type': 'application/json',
    });
    expect(seen.headers).not.toHaveProperty('cookie');
  });

  test('start the search path with the schema', async () => {
    expect((await settings()).search_path).toBe('"shop", "public", "extensions"');
  });

  test('make non-volatile functions and GET read only', async () => {
    expect((await settings()).read_only).toBe('on');
    const { json } = await ask(server, '/rpc/settings');
    expect(json).toMatchObject({ read_only: 'on', method: 'GET' });
  });

  test('do not leak into the next request', async () => {
    await settings({ 'X-Secret': 'one', Prefer: 'timezone=Asia/Tokyo' });
    const next = await settings({}, server.publishableKey);
    expect(next.headers).not.toHaveProperty('x-secret');
    expect(next).toMatchObject({ role: 'anon', claims: { role: 'anon' } });
    expect(next.timezone).not.toBe('Asia/Tokyo');
  });
});

describe('row level security', () => {
  test('applies policies by role and claims', async () => {
    const anonymous = clientOf(server, server.publishableKey);
    expect((await anonymous.from('notes').select('id')).data).toEqual([{ id: 1 }]);
    expect((await clientOf(server).from('notes').select('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    const { error, status } = await anonymous
      .from('notes')
      .insert({ id: 9, owner: 'authenticated', body: 'not mine' });
    expect(status).toBe(401);
    expect(error).toMatchObject({ code: '42501' });
    const update = await anonymous.from('notes').update({ body: 'x' }).eq('id', 2).select();
    expect(update.data).toEqual([]);
  });
});

describe('limits', () => {
  test("A role's statement timeout applies", async () => {
    expect((await settings({}, server.publishableKey)).timeout).toBe('3s');
    await server.sql`alter role anon in database ${server.sql(server.database.connection.database)}
      set statement_timeout = '60ms'`;
    await server.sql`notify pgrst, 'reload schema'`;
    await expect.poll(async () => (await settings({}, server.publishableKey)).timeout).toBe('60ms');
    const { status, json } = await ask(server, '/rpc/sleep', {
      method: 'POST',
      body: '{"seconds":10}',
      key: server.publishableKey,
    });
    expect([status, json]).toMatchObject([500, { code: '57014' }]);
  });
});

describe('DB_TX_END=rollback', () => {
  test('rolls back all requests', async () => {
    const dry = await startShop({ DB_TX_END: 'rollback' });
    try {
      const { status } = await ask(dry, '/clubs', {
        method: 'POST',
        body: '{"id":80,"name":"Dry"}',
      });
      expect(status).toBe(201);
      expect((await ask(dry, '/clubs?id=eq.80')).json).toEqual([]);
    } finally {
      await dry.stop();
    }
  });
});
