import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  PASSWORD,
  signUp,
  uniqueEmail,
} from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

describe('a password sign-in', () => {
  /** @covers 7.2 */
  test('creates a new session each time', async () => {
    const { email, userId, session: first } = await signUp(server);
    const { data, error } = await createBrowser(server).auth.signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email });
    expect(data.user?.last_sign_in_at).toBeDefined();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    const sessions = await server.sql`select id from auth.sessions where user_id = ${userId}`;
    expect(sessions).toHaveLength(2);
  });

  test('returns the same user as GET /user', async () => {
    const { email } = await signUp(server);
    const answer = await call(server, '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    const { access_token: token, user } = answer.body as { access_token: string; user: object };
    expect(user).toMatchObject({ email, user_metadata: {}, identities: [{ provider: 'email' }] });
    expect((await call(server, '/user', { token })).body).toEqual(user);
  });

  test('succeeds with an expired token in the header', async () => {
    const { email } = await signUp(server);
    const answer = await call(server, '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      token: 'eyJhbGciOiJFUzI1NiJ9.e30.bm90LXNpZ25lZA',
    });
    expect(answer.status).toBe(200);
  });

  /** @covers 7.2, security.sessions.14 */
  test('returns the same response for a wrong password and for an unknown email address', async () => {
    const { email } = await signUp(server);
    const attempt = (address: string) =>
      call(server, '/token?grant_type=password', {
        body: { email: address, password: 'not the password' },
        headers: { 'X-Supabase-Api-Version': '2024-01-01' },
      });
    const wrong = await attempt(email);
    const unknown = await attempt(uniqueEmail());
    const noAddress = await attempt('not-an-address');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    for (const other of [unknown, noAddress]) {
      expect(other.status).toBe(wrong.status);
      expect(other.body).toEqual(wrong.body);
      expect([...other.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort());
    }
  });

  test('uses as much time for an unknown email address as for a wrong password', async () => {
    const { email } = await signUp(server);
    // Processor time, because it does not depend on other processes. The server runs in this process. The
    // minimum of several rounds has the least noise.
    const leastCpuMs = { known: Infinity, unknown: Infinity };
    const measure = async (kind: keyof typeof leastCpuMs, address: string) => {
      const before = process.cpuUsage();
      await call(server, '/token?grant_type=password', {
        body: { email: address, password: 'not the password' },
      });
      const { user, system } = process.cpuUsage(before);
      leastCpuMs[kind] = Math.min(leastCpuMs[kind], (user + system) / 1000);
    };
    for (let round = 0; round < 8; round += 1) {
      await measure('known', email);
      await measure('unknown', uniqueEmail());
    }
    // Without the decoy hash, an unknown email address would take a fraction of the time.
    expect(leastCpuMs.unknown).toBeGreaterThan(leastCpuMs.known / 2);
  });

  test.each([
    [{}, 'validation_failed'],
    [{ email: 'a@example.com', phone: '+15550100', password: PASSWORD }, 'validation_failed'],
    [{ phone: '+15550100', password: PASSWORD }, 'phone_provider_disabled'],
    [{ email: 'a@example.com' }, 'invalid_credentials'],
    [{ email: 'a@example.com', password: 7 }, 'validation_failed'],
  ])('returns 400 for %j', async (body, code) => {
    const answer = await call(server, '/token?grant_type=password', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  });

  /** @covers 7.2 */
  test('rejects a banned user until the ban ends or is lifted', async () => {
    const { email, userId } = await signUp(server);
    const operator = createOperator(server);
    await operator.auth.admin.updateUserById(userId, { ban_duration: '1h' });
    const attempt = () =>
      createBrowser(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect((await attempt()).error).toMatchObject({ status: 400, code: 'user_banned' });
    await operator.auth.admin.updateUserById(userId, { ban_duration: 'none' });
    expect((await attempt()).error).toBeNull();
  });

  test('rejects an account without a password', async () => {
    const email = uniqueEmail();
    await createOperator(server).auth.admin.createUser({ email, email_confirm: true });
    for (const password of ['', PASSWORD]) {
      const answer = await call(server, '/token?grant_type=password', {
        body: { email, password },
      });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
    }
  });
});

describe('an account that was imported with a bcrypt hash', () => {
  test('signs in with its password, which is then hashed with argon2id', async () => {
    const email = uniqueEmail();
    const { data: created } = await createOperator(server).auth.admin.createUser({
      email,
      email_confirm: true,
      password_hash: await hashBcrypt(PASSWORD, 4),
    });
    const userId = created.user?.id ?? '';
    const attempt = (password: string) =>
      createBrowser(server).auth.signInWithPassword({ email, password });
    const readHash = async () => {
      const [row] = await server.sql<{ hash: string }[]>`
        select encrypted_password as hash from auth.users where id = ${userId}`;
      return row?.hash;
    };
    expect(await readHash()).toMatch(/^\$2/);
    expect((await attempt('wrong one')).error).toMatchObject({ code: 'invalid_credentials' });
    expect(await readHash()).toMatch(/^\$2/);
    expect((await attempt(PASSWORD)).error).toBeNull();
    expect(await readHash()).toMatch(/^\$argon2id\$/);
    expect((await attempt(PASSWORD)).error).toBeNull();
  });
});

describe('other grants', () => {
  test.each(['', 'client_credentials', 'authorization_code'])(
    'returns an OAuth error for grant_type=%s',
    async (grant) => {
      const answer = await call(server, `/token?grant_type=${grant}`, { body: {} });
      expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    },
  );

  test('returns an OAuth error for an id token, because no provider is enabled', async () => {
    const { error } = await createBrowser(server).auth.signInWithIdToken({
      provider: 'google',
      token: 'e30.e30.e30',
    });
    expect(error).toMatchObject({ status: 400 });
  });
});
