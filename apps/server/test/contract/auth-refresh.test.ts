import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createOperator, signUp, waitForBlocked, type RawAnswer } from './auth-fixtures.ts';

const REUSE_INTERVAL_MS = 10_000;
const REVOKED_RETENTION_MS = 7 * 24 * 3600 * 1000;
/** The number of connections of the auth pool, and so of requests that can wait for a lock at once. */
const POOL_SIZE = 5;

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    // The connection budget gives POOL_SIZE of these connections to the auth pool.
    environment: { MAILER_AUTOCONFIRM: 'true', DB_POOL_SIZE: String(19 + 4 * POOL_SIZE) },
  });
});
afterAll(() => server.stop());

function refresh(token: string): Promise<RawAnswer> {
  return call(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });
}

async function refreshSuccessfully(token: string): Promise<string> {
  const response = await refresh(token);
  expect(response.status).toBe(200);
  return response.body.refresh_token as string;
}

async function signUpForToken(): Promise<{ userId: string; token: string; sessionId: string }> {
  const { userId, session } = await signUp(server);
  const { session_id: sessionId } = decodeJwt<{ session_id: string }>(session.access_token);
  return { userId, token: session.refresh_token, sessionId };
}

describe('Refreshing a session', () => {
  test('returns a new refresh token of the same session and the current user', async () => {
    const { token, userId, sessionId } = await signUpForToken();
    clock.advance(1000);
    const response = await refresh(token);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(response.body.refresh_token).not.toBe(token);
    expect(response.body.user).toMatchObject({ id: userId });
    const claims = decodeJwt(response.body.access_token as string);
    expect(claims).toMatchObject({ sub: userId, session_id: sessionId, aal: 'aal1' });
    // A refresh changes neither the authentication method nor its timestamp.
    expect(claims.amr).toEqual([{ method: 'password', timestamp: (claims.iat ?? 0) - 1 }]);
  });

  /** @covers 7.5 */
  test('works through supabase-js', async () => {
    const { browser, session } = await signUp(server);
    const { data, error } = await browser.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  /** @covers 7.5 */
  test('returns the active refresh token for its direct parent at any time', async () => {
    const { token } = await signUpForToken();
    const active = await refreshSuccessfully(token);
    clock.advance(REUSE_INTERVAL_MS * 100);
    expect(await refreshSuccessfully(token)).toBe(active);
    expect(await refreshSuccessfully(active)).not.toBe(active);
  });

  test('returns a new refresh token for an older token within the reuse interval', async () => {
    const { token } = await signUpForToken();
    const second = await refreshSuccessfully(token);
    const third = await refreshSuccessfully(second);
    clock.advance(REUSE_INTERVAL_MS);
    const replacement = await refreshSuccessfully(token);
    expect([token, second, third]).not.toContain(replacement);
    await refreshSuccessfully(replacement);
  });

  /** @covers 7.5 */
  test('revokes the whole token family when an older token is used after the reuse interval', async () => {
    const { token } = await signUpForToken();
    const second = await refreshSuccessfully(token);
    const third = await refreshSuccessfully(second);
    clock.advance(REUSE_INTERVAL_MS + 1);
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    });
    clock.advance(REUSE_INTERVAL_MS + 1);
    expect(await refresh(third)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used' },
    });
  });

  test('deletes refresh tokens that were revoked over a week ago, except the direct parent', async () => {
    const { token, sessionId } = await signUpForToken();
    const second = await refreshSuccessfully(token);
    clock.advance(REVOKED_RETENTION_MS + 1);
    const third = await refreshSuccessfully(second);
    const stored = await server.sql<{ token: string }[]>`
      select token from auth.refresh_tokens where session_id = ${sessionId} order by id`;
    expect(stored.map((row) => row.token)).toEqual([second, third]);
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
    clock.advance(REVOKED_RETENTION_MS + 1);
    expect(await refreshSuccessfully(second)).toBe(third);
  });

  /** @covers 7.5 */
  test('returns the same new refresh token to ten tabs that refresh at the same time', async () => {
    const { token, sessionId } = await signUpForToken();
    // The test locks the session row, so that the requests of the tabs wait and then compete for it.
    const tabs = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.sessions where id = ${sessionId} for update`;
      const started = Array.from({ length: 10 }, () => refreshSuccessfully(token));
      await waitForBlocked(server, POOL_SIZE);
      return started.map((tab) => () => tab);
    });
    const tokens = await Promise.all(tabs.map((tab) => tab()));
    expect(new Set(tokens).size).toBe(1);
    const rows = await server.sql<{ token: string; revoked: boolean }[]>`
      select token, revoked from auth.refresh_tokens where session_id = ${sessionId} order by id`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { token, revoked: true },
      { token: tokens[0], revoked: false },
    ]);
  });

  /** @covers 7.5 */
  test('returns 400 refresh_token_not_found for an unknown token', async () => {
    expect(await refresh('unknown')).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    });
  });

  /** @covers 7.5 */
  test('returns 400 session_not_found for a token whose session is missing', async () => {
    const { token } = await signUpForToken();
    await server.sql`update auth.refresh_tokens set session_id = null where token = ${token}`;
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'session_not_found' },
    });
  });

  /** @covers 7.5 */
  test('returns 400 session_expired after the session expires', async () => {
    const { token, sessionId } = await signUpForToken();
    const end = new Date(clock.now().getTime() + 1000);
    await server.sql`update auth.sessions set not_after = ${end} where id = ${sessionId}`;
    const next = await refreshSuccessfully(token);
    clock.advance(2000);
    expect(await refresh(next)).toMatchObject({
      status: 400,
      body: { error_code: 'session_expired' },
    });
  });

  /** @covers 7.5 */
  test('returns 400 user_banned for a banned user', async () => {
    const { token, userId } = await signUpForToken();
    await createOperator(server).auth.admin.updateUserById(userId, { ban_duration: '24h' });
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error_code: 'user_banned' },
    });
  });

  test.each([{}, { refresh_token: '' }, { refresh_token: 7 }])(
    'returns 400 validation_failed when the request body is %j',
    async (body) => {
      expect(await call(server, '/token?grant_type=refresh_token', { body })).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      });
    },
  );
});
