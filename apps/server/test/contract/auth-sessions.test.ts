import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createBrowser, createOperator, PASSWORD, signUp } from './auth-fixtures.ts';

const JWT_SECRET = 'a-shared-secret-of-at-least-32-characters';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { MAILER_AUTOCONFIRM: 'true', JWT_SECRET },
  });
});
afterAll(() => server.stop());

/** A token with a valid signature and the claims of the test. */
function signClaims(claims: Record<string, unknown>): Promise<string> {
  const nowS = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ iat: nowS, exp: nowS + 60, role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET));
}

async function signInAgain(email: string) {
  const browser = createBrowser(server);
  const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { browser, session: data.session };
}

function statusOfUser(token: string): Promise<number> {
  return call(server, '/user', { token }).then((answer) => answer.status);
}

describe('GET /user', () => {
  /** @covers 7.11 */
  test('returns the user', async () => {
    const { session, userId, email } = await signUp(server);
    const answer = await call(server, '/user', { token: session.access_token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: userId, email });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon2|token/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  /** @covers 7.11 */
  test('returns 401 no_authorization without a bearer token', async () => {
    const answer = await call(server, '/user');
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  });

  test('returns 403 bad_jwt for an API key, an invalid token and a token of another key', async () => {
    const foreign = await new SignJWT({ sub: randomUUID(), role: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another-secret-of-at-least-32-characters'));
    for (const token of [server.publishableKey, server.secretKey, 'garbage', foreign]) {
      const answer = await call(server, '/user', { token });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
    }
    const { body } = await call(server, '/user', { token: 'garbage' });
    expect(body.msg).toBe('invalid JWT: unable to parse or verify signature, token is malformed');
  });

  test('returns 403 bad_jwt for an expired token', async () => {
    const { session } = await signUp(server);
    clock.advance(3_601_000);
    const answer = await call(server, '/user', { token: session.access_token });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
    expect(answer.body.msg).toContain('token is expired');
  });

  test.each([
    [{}],
    [{ sub: 'not-a-uuid' }],
    [{ sub: 7 }],
    [{ sub: randomUUID(), session_id: 'not-a-uuid' }],
    [{ sub: randomUUID(), session_id: 7 }],
  ])('returns 403 bad_jwt for the claims %j', async (claims) => {
    const answer = await call(server, '/user', { token: await signClaims(claims) });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  });

  /** @covers 7.11 */
  test('returns 403 session_not_found for a token with another user’s session', async () => {
    const { userId } = await signUp(server);
    const other = await signUp(server);
    const [row] = await server.sql<{ id: string }[]>`
      select id from auth.sessions where user_id = ${other.userId}`;
    const token = await signClaims({ sub: userId, session_id: row?.id });
    const answer = await call(server, '/user', { token });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });

  test('accepts a token without a session id', async () => {
    const { userId } = await signUp(server);
    expect(await statusOfUser(await signClaims({ sub: userId }))).toBe(200);
  });

  test('returns 403 user_not_found after the account is deleted', async () => {
    const { session, userId } = await signUp(server);
    const { error } = await createOperator(server).auth.admin.deleteUser(userId);
    expect(error).toBeNull();
    const answer = await call(server, '/user', { token: session.access_token });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'user_not_found' } });
  });

  test('returns 403 user_banned during a ban', async () => {
    const { session, userId } = await signUp(server);
    await createOperator(server).auth.admin.updateUserById(userId, { ban_duration: '5m' });
    const answer = await call(server, '/user', { token: session.access_token });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'user_banned' } });
    clock.advance(301_000);
    expect(await statusOfUser(session.access_token)).toBe(200);
  });
});

describe('POST /logout', () => {
  async function signUpWithThreeSessions() {
    const first = await signUp(server);
    const second = await signInAgain(first.email);
    const third = await signInAgain(first.email);
    const tokens = [first.session, second.session, third.session].map((s) => s.access_token);
    const statuses = () => Promise.all(tokens.map(statusOfUser));
    return { browser: first.browser, session: first.session, statuses };
  }

  /** @covers 7.16 */
  test('with scope local ends this session only', async () => {
    const { browser, statuses } = await signUpWithThreeSessions();
    const { error } = await browser.auth.signOut({ scope: 'local' });
    expect(error).toBeNull();
    expect(await statuses()).toEqual([403, 200, 200]);
  });

  /** @covers 7.16 */
  test('with scope others ends all but this session', async () => {
    const { browser, statuses } = await signUpWithThreeSessions();
    const { error } = await browser.auth.signOut({ scope: 'others' });
    expect(error).toBeNull();
    expect(await statuses()).toEqual([200, 403, 403]);
  });

  /** @covers 7.16 */
  test('with scope global, the default, ends every session of this user only', async () => {
    const stranger = await signUp(server);
    const { session, statuses } = await signUpWithThreeSessions();
    const answer = await call(server, '/logout', { method: 'POST', token: session.access_token });
    expect(answer.status).toBe(204);
    expect(await statuses()).toEqual([403, 403, 403]);
    expect(await statusOfUser(stranger.session.access_token)).toBe(200);
  });

  test('revokes the refresh token, too', async () => {
    const { browser, session } = await signUp(server);
    await browser.auth.signOut();
    const answer = await call(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } });
  });

  /** @covers 7.16 */
  test('returns 400 for another scope and ends no session', async () => {
    const { session } = await signUp(server);
    const token = session.access_token;
    const answer = await call(server, '/logout?scope=all', { method: 'POST', token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect(await statusOfUser(token)).toBe(200);
  });

  /** @covers 7.16 */
  test('returns 403 session_not_found the second time, and 401 without a bearer token', async () => {
    const { session } = await signUp(server);
    const logOut = () => call(server, '/logout', { method: 'POST', token: session.access_token });
    await logOut();
    expect(await logOut()).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    });
    expect(await call(server, '/logout', { method: 'POST' })).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    });
  });
});

describe('the published signing keys', () => {
  /** @covers 7.17 */
  test('verify an access token, contain no private part and can be cached', async () => {
    const { session, browser } = await signUp(server);
    const answer = await call(server, '/.well-known/jwks.json', { apiKey: null });
    expect(answer.headers.get('cache-control')).toContain('max-age=600');
    const keys = answer.body.keys as JWK[];
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
    await importJWK(keys[0] ?? {});
    const { data, error } = await browser.auth.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(session.user.id);
  });
});
