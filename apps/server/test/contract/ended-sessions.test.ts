import { createClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createBrowser, createOperator, PASSWORD, signUp, type Person } from './auth-fixtures.ts';
import { FIXTURES_DIR } from './functions-fixtures.ts';
import { makePng } from './storage-fixtures.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { FUNCTIONS_DIR: FIXTURES_DIR } });
});
afterAll(() => server.stop());

/** Sends each request on a new connection, so that every process of the server responds to some of them. */
async function statusesOfDataApi(accessToken: string): Promise<number[]> {
  const ask = async () => {
    const response = await fetch(`${server.url}/rest/v1/`, {
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${accessToken}`,
        Connection: 'close',
      },
    });
    await response.text();
    return response.status;
  };
  return Promise.all(Array.from({ length: 6 }, ask));
}

/** The maximum time until the token of an ended session is refused. */
const WITHIN = { timeout: 1_000, interval: 25 };
const ALL_REFUSED = Array<number>(6).fill(401);
const ALL_ANSWERED = Array<number>(6).fill(200);

async function expectEnded({ session }: Person): Promise<void> {
  await expect.poll(() => statusesOfDataApi(session.access_token), WITHIN).toEqual(ALL_REFUSED);
}

describe('The data API refuses an access token within a second after its session ended', () => {
  /** @covers security.sessions.4 */
  test('by signing out', async () => {
    const person = await signUp(server);
    expect(await statusesOfDataApi(person.session.access_token)).toEqual(ALL_ANSWERED);
    await person.browser.auth.signOut({ scope: 'local' });
    await expectEnded(person);
  });

  /** @covers security.sessions.4 */
  test('by signing out other devices, and accepts the token of the current device', async () => {
    const person = await signUp(server);
    const other = createBrowser(server);
    const { data } = await other.auth.signInWithPassword({
      email: person.email,
      password: PASSWORD,
    });
    await other.auth.signOut({ scope: 'others' });
    await expectEnded(person);
    expect(await statusesOfDataApi(data.session?.access_token ?? '')).toEqual(ALL_ANSWERED);
  });

  /** @covers security.sessions.4 */
  test('by a password change on another device', async () => {
    const person = await signUp(server);
    const other = createBrowser(server);
    await other.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const { error } = await other.auth.updateUser({ password: 'another good one 8' });
    expect(error).toBeNull();
    await expectEnded(person);
  });

  /** @covers security.sessions.4 */
  test('by removing the factor of an aal2 session, and accepts the token of an aal1 session', async () => {
    const person = await signUp(server);
    const { mfa } = person.browser.auth;
    const { data: factor } = await mfa.enroll({ factorType: 'totp' });
    const code = generateSync({ secret: factor?.totp.secret ?? '' });
    const raised = await mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
    const token = raised.data?.access_token ?? '';
    expect(decodeJwt(token).aal).toBe('aal2');
    const below = createBrowser(server);
    const { data } = await below.auth.signInWithPassword({
      email: person.email,
      password: PASSWORD,
    });
    await createOperator(server).auth.admin.mfa.deleteFactor({
      userId: person.userId,
      id: factor?.id ?? '',
    });
    await expect.poll(() => statusesOfDataApi(token), WITHIN).toEqual(ALL_REFUSED);
    expect(await statusesOfDataApi(data.session?.access_token ?? '')).toEqual(ALL_ANSWERED);
    const { error } = await person.browser.auth.refreshSession();
    expect(error?.code).toBe('refresh_token_not_found');
  });

  /** @covers security.sessions.4 */
  test('by the deletion of the account', async () => {
    const person = await signUp(server);
    await createOperator(server).auth.admin.deleteUser(person.userId);
    await expectEnded(person);
  });

  /** @covers security.sessions.4 */
  test('by revoking a family of refresh tokens', async () => {
    const person = await signUp(server);
    const first = person.session.refresh_token;
    // Old enough that their second use cannot be a race between tabs.
    const age = () => server.sql`
      update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
      where user_id = ${person.userId}`;
    await person.browser.auth.refreshSession();
    await age();
    await person.browser.auth.refreshSession();
    await age();
    const thief = createBrowser(server);
    const { error } = await thief.auth.refreshSession({ refresh_token: first });
    expect(error?.code).toBe('refresh_token_already_used');
    await expectEnded(person);
  });

  /** @covers security.sessions.4 */
  test('by a ban, and accepts the token again when the ban is lifted', async () => {
    const person = await signUp(server);
    const operator = createOperator(server);
    await operator.auth.admin.updateUserById(person.userId, { ban_duration: '1h' });
    await expectEnded(person);
    await operator.auth.admin.updateUserById(person.userId, { ban_duration: 'none' });
    await expect
      .poll(() => statusesOfDataApi(person.session.access_token), WITHIN)
      .toEqual(ALL_ANSWERED);
  });
});

/** The response status of each service for an access token. */
async function statusesOfServices(to: TestServer, accessToken: string) {
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${to.url}${path}`, {
      headers: {
        apikey: to.publishableKey,
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    await response.text();
    return response.status;
  };
  const message = { topic: 'news', event: 'e', payload: {} };
  return {
    auth: await ask('/auth/v1/user'),
    rest: await ask('/rest/v1/'),
    storage: await ask('/storage/v1/object/list/avatars', { prefix: '' }),
    functions: await ask('/functions/v1/echo', {}),
    broadcast: await ask('/realtime/v1/api/broadcast', { messages: [message] }),
  };
}

const SERVED = { auth: 200, rest: 200, storage: 200, functions: 200, broadcast: 202 };

/** @covers security.sessions.4 */
test('Every service refuses the access token of an ended session', async () => {
  const { browser, session } = await signUp(server);
  expect(await statusesOfServices(server, session.access_token)).toEqual(SERVED);
  await browser.auth.signOut();
  await expect
    .poll(() => statusesOfServices(server, session.access_token), { timeout: 5_000 })
    .toEqual({ auth: 403, rest: 401, storage: 400, functions: 401, broadcast: 401 });
});

test('If access tokens may outlive their session, only the auth service refuses them', async () => {
  const lasting = await startTestServer({
    environment: { FUNCTIONS_DIR: FIXTURES_DIR, ACCESS_TOKENS_END_WITH_SESSION: 'false' },
  });
  const client = createClient(lasting.url, lasting.publishableKey);
  try {
    const { browser, session, userId } = await signUp(lasting);
    const channel = client.channel('news');
    await client.realtime.setAuth(session.access_token);
    await browser.auth.signOut();
    expect(await statusesOfServices(lasting, session.access_token)).toEqual({
      ...SERVED,
      auth: 403,
    });
    const state = await new Promise((resolve) => channel.subscribe(resolve));
    expect(state).toBe('SUBSCRIBED');
    const uploader = createClient(lasting.url, lasting.publishableKey, {
      accessToken: () => Promise.resolve(session.access_token),
    });
    const picture = new Blob([new Uint8Array(makePng(8, 8))], { type: 'image/png' });
    const uploaded = await uploader.storage
      .from('avatars')
      .upload(`${userId}/${crypto.randomUUID()}.png`, picture);
    expect(uploaded.error).toBeNull();
  } finally {
    await client.realtime.disconnect();
    await lasting.stop();
  }
});

test('Every session is announced when many end at the same time', async () => {
  const person = await signUp(server);
  await server.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    select gen_random_uuid(), ${person.userId}, now(), now(), 'aal1' from generate_series(1, 500)`;
  await person.browser.auth.signOut({ scope: 'global' });
  await expectEnded(person);
});
