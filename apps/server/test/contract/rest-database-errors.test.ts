import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, startShop, type RawRequest } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
});
afterAll(() => server.stop());

const post = (body: string): RawRequest => ({ method: 'POST', body });

describe('API keys and tokens', () => {
  test('returns 401 without a key or with a wrong one', async () => {
    const none = await fetch(`${server.url}/rest/v1/people`);
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ message: 'No API key found in request' });
    expect((await ask(server, '/people', { key: 'sb_publishable_wrong' })).status).toBe(401);
  });

  test('accepts the key in the URL', async () => {
    const { status } = await fetch(`${server.url}/rest/v1/people?apikey=${server.secretKey}`);
    expect(status).toBe(200);
  });

  test('PGRST301: an invalid token', async () => {
    const { status, headers, json } = await ask(server, '/people', {
      headers: { Authorization: 'Bearer a.b.c' },
    });
    expect([status, json]).toMatchObject([401, { code: 'PGRST301' }]);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});

describe('errors of Postgres', () => {
  test.each([
    ['/memberships', '{"person_id":1,"club_id":1}', 409, '23505'],
    ['/memberships', '{"person_id":999,"club_id":1}', 409, '23503'],
    ['/people', '{"age":1}', 400, '23502'],
    ['/stock', '{"warehouse":"a","sku":"AA","amount":-1}', 400, '23514'],
    ['/people', '{"name":"a","age":"x"}', 400, '22P02'],
  ])('POST %s %s is %i %s', async (path, body, status, code) => {
    const answer = await ask(server, path, post(body));
    expect([answer.status, answer.json]).toMatchObject([status, { code }]);
  });

  test.each([
    ['P0001', 400],
    ['08006', 503],
    ['53200', 503],
    ['53400', 500],
    ['54000', 500],
    ['55000', 500],
    ['57014', 500],
    ['58000', 500],
    ['XX000', 500],
    ['40001', 500],
    ['P0002', 500],
    ['42P17', 500],
    ['21000', 500],
    ['28000', 403],
    ['0L000', 403],
    ['0P000', 403],
    ['42P01', 404],
    ['42883', 404],
    ['25006', 405],
    ['PT404', 404],
    ['22012', 400],
    ['42501', 403],
  ])('SQLSTATE %s is %i', async (state, status) => {
    const answer = await ask(server, '/rpc/fail', post(JSON.stringify({ state })));
    expect([answer.status, answer.json]).toEqual([
      status,
      { code: state, message: `refused ${state}`, details: null, hint: null },
    ]);
  });

  test('A missing privilege is 401 for anonymous callers, with a hint', async () => {
    const { status, headers, json } = await ask(server, '/locked', { key: server.publishableKey });
    expect([status, json]).toMatchObject([401, { code: '42501' }]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('PGRST111, 112, 121: a function sets an invalid header, status or error', async () => {
    const headers = await ask(server, '/rpc/set_headers', post('{"value":"nope"}'));
    expect([headers.status, headers.json]).toMatchObject([500, { code: 'PGRST111' }]);
    const two = await ask(
      server,
      '/rpc/set_headers',
      post('{"value":"[{\\"a\\":\\"1\\",\\"b\\":\\"2\\"}]"}'),
    );
    expect(two.json).toMatchObject({ code: 'PGRST111' });
    const status = await ask(server, '/rpc/set_headers', post('{"value":"[]","status":"odd"}'));
    expect([status.status, status.json]).toMatchObject([500, { code: 'PGRST112' }]);
    const raised = await ask(server, '/rpc/own_answer', post('{"good":false}'));
    expect([raised.status, raised.json]).toEqual([
      500,
      {
        code: 'PGRST121',
        message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
        details: "Invalid JSON value for MESSAGE: 'no json'",
        hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      },
    ]);
  });
});
