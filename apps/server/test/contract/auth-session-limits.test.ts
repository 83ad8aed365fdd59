import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  PASSWORD,
  signUp,
  waitForBlocked,
  type Person,
} from './auth-fixtures.ts';

const TIME_BOX_S = 10_000;
const INACTIVITY_S = 5_000;

async function signInAgain(server: TestServer, { email }: Person) {
  const browser = createBrowser(server);
  const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { browser, session: data.session };
}

async function statusOfDataApi(server: TestServer, accessToken: string): Promise<number> {
  const response = await fetch(`${server.url}/rest/v1/`, {
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${accessToken}` },
  });
  await response.text();
  return response.status;
}

describe('A session with a maximum duration and an inactivity timeout', () => {
  const clock = createFixedClock(new Date());
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      clock,
      environment: {
        JWT_EXPIRY_S: '4000',
        SESSIONS_TIMEBOX_S: String(TIME_BOX_S),
        SESSIONS_INACTIVITY_TIMEOUT_S: String(INACTIVITY_S),
      },
    });
  });
  afterAll(() => server.stop());

  /** @covers 8.auth-errors.5, security.sessions.6 */
  test('ends when it is not refreshed within the inactivity timeout', async () => {
    const { browser } = await signUp(server);
    clock.advance((INACTIVITY_S - 1) * 1000);
    expect((await browser.auth.refreshSession()).error).toBeNull();
    clock.advance(INACTIVITY_S * 1000);
    const { error } = await browser.auth.refreshSession();
    expect(error).toMatchObject({ status: 400, code: 'session_expired' });
  });

  /** @covers 8.auth-errors.5 */
  test('ends after the maximum duration, even if it is in use', async () => {
    const { browser } = await signUp(server);
    for (let usedForS = 0; usedForS < TIME_BOX_S; usedForS += 2_500) {
      expect((await browser.auth.refreshSession()).error).toBeNull();
      clock.advance(2_500_000);
    }
    const { error } = await browser.auth.refreshSession();
    expect(error).toMatchObject({ status: 400, code: 'session_expired' });
  });

  /** @covers security.sessions.6 */
  test('has no access token that expires after the session', async () => {
    const { browser, session } = await signUp(server);
    expect(session.expires_in).toBe(4000);
    const { iat: signedInAtS = 0 } = decodeJwt(session.access_token);
    clock.advance(3_000_000);
    await browser.auth.refreshSession();
    clock.advance(4_000_000);
    const { data } = await browser.auth.refreshSession();
    const lastToken = data.session?.access_token ?? '';
    expect(data.session?.expires_in).toBe(3000);
    expect(decodeJwt(lastToken).exp).toBe(signedInAtS + TIME_BOX_S);
    clock.advance(2_999_000);
    expect((await browser.auth.getUser(lastToken)).error).toBeNull();
    expect(await statusOfDataApi(server, lastToken)).toBe(200);
    clock.advance(1_000);
    expect((await browser.auth.getUser(lastToken)).error).toMatchObject({ code: 'bad_jwt' });
  });

  test('is rejected after its end, even with a valid access token', async () => {
    const person = await signUp(server);
    const { session_id: id } = decodeJwt<{ session_id: string }>(person.session.access_token);
    const [row] = await server.sql<{ not_after: Date }[]>`
      select not_after from auth.sessions where id = ${id}`;
    expect(row?.not_after.getTime()).toBe(clock.now().getTime() + INACTIVITY_S * 1000);
    await server.sql`update auth.sessions set not_after = ${clock.now()} where id = ${id}`;
    const { error } = await person.browser.auth.getUser();
    // auth-js removes the session after session_not_found.
    expect(error?.name).toBe('AuthSessionMissingError');
  });

  test('that started before the limits were set is limited from its next refresh on', async () => {
    const { browser, userId } = await signUp(server);
    await server.sql`update auth.sessions set not_after = null where user_id = ${userId}`;
    clock.advance(INACTIVITY_S * 1000);
    const { error } = await browser.auth.refreshSession();
    expect(error).toMatchObject({ code: 'session_expired' });
  });
});

test('A session without limits lasts for as long as it is refreshed', async () => {
  const clock = createFixedClock(new Date());
  const server = await startTestServer({ clock });
  try {
    const { browser, session, userId } = await signUp(server);
    expect(session.expires_in).toBe(3600);
    clock.advance(400 * 24 * 3600 * 1000);
    expect((await browser.auth.refreshSession()).error).toBeNull();
    const rows = await server.sql`select not_after from auth.sessions where user_id = ${userId}`;
    expect(rows).toEqual([{ not_after: null }]);
  } finally {
    await server.stop();
  }
});

describe('With a limit of one session per user', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { SESSIONS_SINGLE_PER_USER: 'true' } });
  });
  afterAll(() => server.stop());

  /** @covers 8.auth-errors.5, security.sessions.6 */
  test('a sign-in ends the previous session in every service, with the error session_expired', async () => {
    const first = await signUp(server);
    const second = await signInAgain(server, first);
    expect((await first.browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    await expect.poll(() => statusOfDataApi(server, first.session.access_token)).toBe(401);
    const rejected = await call(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: first.session.refresh_token },
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'session_expired' } });
    expect(await statusOfDataApi(server, second.session.access_token)).toBe(200);
    expect((await second.browser.auth.refreshSession()).error).toBeNull();
  });

  test('the sessions of other users continue', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    await signInAgain(server, one);
    expect((await other.browser.auth.refreshSession()).error).toBeNull();
  });

  test('concurrent sign-ins leave one session', async () => {
    const person = await signUp(server);
    await server.sql
      .begin(async (sql) => {
        await sql`select from auth.users where id = ${person.userId} for update`;
        const signIns = [signInAgain(server, person), signInAgain(server, person)];
        await waitForBlocked(server, 2);
        return { signIns };
      })
      .then(({ signIns }) => Promise.all(signIns));
    const open = await server.sql`
      select from auth.sessions where user_id = ${person.userId} and not_after is null`;
    expect(open).toHaveLength(1);
  });

  test('refreshing the newest session ends older sessions from before the limit', async () => {
    const first = await signUp(server);
    const second = await signInAgain(server, first);
    await server.sql`update auth.sessions set not_after = null where user_id = ${first.userId}`;
    expect((await second.browser.auth.refreshSession()).error).toBeNull();
    expect((await first.browser.auth.refreshSession()).error).toMatchObject({
      code: 'session_expired',
    });
  });
});
