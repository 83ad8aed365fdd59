import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { callStorage, startStorageServer } from './storage-fixtures.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startStorageServer({ environment: { REQUIRE_API_KEY: 'false' } });
});
afterAll(() => server.stop());

const ask = (headers: Record<string, string>) => callStorage(server, '/bucket', { headers });

/** @covers 7.storage.13 */
test('A request without Authorization gets an error that names the header if no API key is required', async () => {
  expect(await ask({})).toMatchObject({
    status: 400,
    body: {
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
    },
  });
});

test.each(['', 'Bearer ', 'Bearer not-a-jwt', 'Basic dTpw'])(
  'Authorization %j is rejected as an invalid token',
  async (authorization) => {
    expect(await ask({ Authorization: authorization })).toMatchObject({
      status: 400,
      body: { statusCode: '403', error: 'Unauthorized', message: 'Invalid Compact JWS' },
    });
  },
);

test('A key alone still acts as its role', async () => {
  expect(await ask({ apikey: server.publishableKey })).toMatchObject({ status: 200, body: [] });
  expect(await ask({ Authorization: `Bearer ${server.secretKey}` })).toMatchObject({ status: 200 });
});
