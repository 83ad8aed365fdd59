import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { startTestServer } from '../support/index.ts';
import { ask, readFixtures } from './rest-fixtures.ts';

const PRE_REQUEST = `
  create schema guard;
  grant usage on schema guard to anon, authenticated, service_role;
  create function guard.before() returns void language plpgsql as $$
  begin
    if current_setting('request.headers', true)::json ->> 'x-blocked' = 'yes' then
      raise sqlstate 'PT402' using message = 'pay first';
    end if;
    perform set_config('response.headers', json_build_array(json_build_object(
      'X-Before', current_user || ' ' || current_setting('request.method')
        || ' ' || current_setting('request.path')))::text, true);
    perform set_config('shop.seen', 'yes', true);
  end $$;
  create function shop.seen() returns text language sql stable
    as $$ select current_setting('shop.seen', true) $$;`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'shop', DB_PRE_REQUEST: 'guard.before' },
    prepare: async (sql) => {
      await sql.unsafe(await readFixtures());
      await sql.unsafe(PRE_REQUEST);
    },
  });
});
afterAll(() => server.stop());

test.each([
  ['GET', '/people?select=id', undefined, 200],
  ['HEAD', '/people', undefined, 200],
  ['POST', '/clubs', '{"id":50,"name":"New"}', 201],
  ['PATCH', '/clubs?id=eq.50', '{"name":"Newer"}', 204],
  ['DELETE', '/clubs?id=eq.50', undefined, 204],
  ['POST', '/rpc/hello', '{}', 200],
  ['GET', '/', undefined, 200],
])(
  'The function of DB_PRE_REQUEST runs before %s %s, as the caller',
  async (method, path, body, status) => {
    const answer = await ask(server, path, { method, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-before')).toBe(
      `service_role ${method} ${path.split('?')[0] ?? ''}`,
    );
  },
);

test('The settings of the DB_PRE_REQUEST function are visible to the request', async () => {
  expect((await ask(server, '/rpc/seen')).json).toBe('yes');
});

test('An error of the DB_PRE_REQUEST function prevents the request', async () => {
  const answer = await ask(server, '/clubs', {
    method: 'POST',
    body: '{"id":60,"name":"Blocked"}',
    headers: { 'X-Blocked': 'yes' },
  });
  expect(answer).toMatchObject({ status: 402, json: { code: 'PT402', message: 'pay first' } });
  expect((await ask(server, '/clubs?id=eq.60')).json).toEqual([]);
});
