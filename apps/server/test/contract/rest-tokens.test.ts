import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import type { TestServer } from '../support/index.ts';
import { startTestServer } from '../support/index.ts';
import { ask, readFixtures } from './rest-fixtures.ts';

const SECRET = 'a secret of more than thirty-two characters';
const NOW = new Date('2026-11-21T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'shop', JWT_SECRET: SECRET },
    clock: createFixedClock(NOW),
    prepare: async (sql) => {
      await sql.unsafe(await readFixtures());
    },
  });
});
afterAll(() => server.stop());

async function askWith(claims: Record<string, unknown>, secret = SECRET) {
  const token = await new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
  return ask(server, '/countries?select=id', { headers: { Authorization: `Bearer ${token}` } });
}

describe('a token is accepted', () => {
  test.each([
    ['that expired within the last 30 seconds', { exp: NOW_S - 29 }],
    ['that becomes valid within 30 seconds', { nbf: NOW_S + 29 }],
    ['that was issued by a clock 30 seconds ahead', { iat: NOW_S + 29 }],
    ['for an audience', { aud: 'authenticated' }],
    ['for several audiences', { aud: ['authenticated', 'other'] }],
    ['for an empty list of them', { aud: [] }],
  ])('%s', async (_, claims) => {
    expect((await askWith(claims)).status).toBe(200);
  });
});

describe('a token is refused with PGRST303', () => {
  const audience = "The JWT 'aud' claim must be a string or an array of strings";
  test.each([
    ['that expired longer ago', { exp: NOW_S - 32 }, 'JWT expired'],
    ['that becomes valid later', { nbf: NOW_S + 32 }, 'JWT not yet valid'],
    ['that was issued in the future', { iat: NOW_S + 32 }, 'JWT issued at future'],
    ['with a number for its audience', { aud: 1 }, audience],
    ['with an object for its audience', { aud: { a: 1 } }, audience],
    ['with a list of other things', { aud: ['a', 1] }, audience],
  ])('%s', async (_, claims, message) => {
    const answer = await askWith(claims);
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST303', message } });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});

describe('a token is refused with PGRST301', () => {
  test.each([
    ['Bearer', 'Empty JWT is sent in Authorization header'],
    ['Bearer ', 'Empty JWT is sent in Authorization header'],
    ['Bearer one.two', 'Expected 3 parts in JWT; got 2'],
    ['Bearer word', 'Expected 3 parts in JWT; got 1'],
  ])('%j', async (authorization, message) => {
    const answer = await ask(server, '/countries', { headers: { Authorization: authorization } });
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST301', message } });
  });

  test('with a signature of another key', async () => {
    const answer = await askWith({}, 'another secret of more than thirty-two letters');
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST301' } });
  });
});
