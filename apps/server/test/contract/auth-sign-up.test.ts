import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createBrowser, PASSWORD, signUp, uniqueEmail } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    // A fixed clock: a session and its access token start in the same second.
    clock: createFixedClock(new Date()),
    environment: { MAILER_AUTOCONFIRM: 'true' },
  });
});
afterAll(() => server.stop());

describe('a sign-up with automatic confirmation', () => {
  /** @covers 7.1 */
  test('returns a session and a user with an email identity', async () => {
    const { session, email, userId } = await signUp(server);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
    expect(session.user).toMatchObject({
      id: userId,
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(session.user.email_confirmed_at).toBeDefined();
    expect(session.user.identities).toEqual([
      expect.objectContaining({
        id: userId,
        user_id: userId,
        provider: 'email',
        email,
        identity_data: expect.objectContaining({ sub: userId, email }) as unknown,
      }),
    ]);
  });

  test('returns an access token with every claim of the contract', async () => {
    const { session, email, userId } = await signUp(server);
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
    });
    expect(claims.iss).toMatch(/\/auth\/v1$/);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(claims.amr).toEqual([{ method: 'password', timestamp: claims.iat }]);
  });

  /** @covers 7.1 */
  test('stores the metadata unchanged, and ignores app metadata of the client', async () => {
    const data = { full_name: 'Ada', account_type: 'admin', nested: { list: [1, null, 'ü'] } };
    const answer = await call(server, '/signup', {
      body: {
        email: uniqueEmail(),
        password: PASSWORD,
        data,
        app_metadata: { role: 'service_role' },
        role: 'service_role',
        aud: 'other',
        is_super_admin: true,
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      user_metadata: data,
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(decodeJwt(answer.body.access_token as string).role).toBe('authenticated');
  });

  test('ignores the case of the email address and the spaces around it', async () => {
    const { email } = await signUp(server);
    const { error } = await createBrowser(server).auth.signUp({
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });

  /** @covers 7.1 */
  test('rejects the email address of another user', async () => {
    const { email } = await signUp(server);
    const { error } = await createBrowser(server).auth.signUp({ email, password: 'another one' });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  test('creates one account for two concurrent sign-ups', async () => {
    const body = { email: uniqueEmail(), password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(server, '/signup', { body })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422, 422]);
    const users = await server.sql`select id from auth.users where email = ${body.email}`;
    expect(users).toHaveLength(1);
  });

  test('stores only a hash of the password', async () => {
    const { userId } = await signUp(server);
    const [row] = await server.sql<{ encrypted_password: string; row: string }[]>`
      select encrypted_password, to_jsonb(u)::text as row from auth.users u where id = ${userId}`;
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(row?.row).not.toContain(PASSWORD);
  });

  /** @covers 7.1 */
  test.each([
    ['123456', 'Password should be at least 8 characters.'],
    ['ä'.repeat(7), 'Password should be at least 8 characters.'],
    ['x'.repeat(73), 'Password cannot be longer than 72 characters.'],
  ])('rejects the password %s as weak, with the reason', async (password, message) => {
    const { error } = await createBrowser(server).auth.signUp({ email: uniqueEmail(), password });
    expect(error).toMatchObject({
      status: 422,
      code: 'weak_password',
      message,
      reasons: ['length'],
    });
  });

  test('accepts passwords of 8 and of 72 characters', async () => {
    for (const password of ['ä'.repeat(8), 'x'.repeat(72)]) {
      const { error } = await createBrowser(server).auth.signUp({ email: uniqueEmail(), password });
      expect(error).toBeNull();
    }
  });

  test.each([
    [{ email: 'not-an-address', password: PASSWORD }],
    [{ email: 'a@b@c.example', password: PASSWORD }],
    [{ email: `${'x'.repeat(250)}@example.com`, password: PASSWORD }],
    [{ email: 'ada@example.com' }],
    [{ email: 'ada@example.com', phone: '+15550100', password: PASSWORD }],
    [{ email: 7, password: PASSWORD }],
    [{ email: 'ada@example.com', password: { length: 8 } }],
    [{ email: 'ada@example.com', password: PASSWORD, data: 'text' }],
    [{ email: 'ada@example.com', password: PASSWORD, data: { name: 'nul \u0000 byte' } }],
    [{ email: 'ada@example.com', password: PASSWORD, data: { name: '\ud800' } }],
    [{ email: 'ada@example.com', password: PASSWORD, code_challenge: 'x'.repeat(43) }],
    [
      {
        email: 'ada@example.com',
        password: PASSWORD,
        code_challenge_method: 's256',
        code_challenge: 'x',
      },
    ],
  ])('returns 400 validation_failed for %j', async (body) => {
    const answer = await call(server, '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('returns 400 for metadata that is nested too deeply', async () => {
    const depth = 5000;
    const rawBody = `{"email":"a@example.com","password":"${PASSWORD}","data":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    const answer = await call(server, '/signup', { rawBody });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('rejects a sign-up by phone', async () => {
    const body = { phone: '+15550100', password: PASSWORD };
    const answer = await call(server, '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'phone_provider_disabled' } });
  });

  /** @covers 7.1 */
  test('rejects anonymous users unless they are enabled', async () => {
    const { error } = await createBrowser(server).auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
  });
});

describe('a database that rejects the new account', () => {
  test('returns 500 unexpected_failure and stores nothing', async () => {
    const email = uniqueEmail();
    await server.sql.unsafe(`
      create function public.refuse_account() returns trigger language plpgsql as
        $$ begin raise exception 'refused by a rule'; end $$;
      create trigger refuse_account after insert on auth.users
        for each row when (new.email = '${email}') execute function public.refuse_account()`);
    const answer = await call(server, '/signup', { body: { email, password: PASSWORD } });
    expect(answer).toMatchObject({
      status: 500,
      body: { error_code: 'unexpected_failure', msg: 'Database error saving new user' },
    });
    expect(await server.sql`select 1 from auth.users where email = ${email}`).toHaveLength(0);
  });
});

describe('a disabled sign-up', () => {
  /** @covers 7.1 */
  test('returns 422 signup_disabled, and existing users can still sign in', async () => {
    const closed = await startTestServer({
      environment: { DISABLE_SIGNUP: 'true', ANONYMOUS_USERS: 'true' },
    });
    try {
      const body = { email: uniqueEmail(), password: PASSWORD };
      for (const refused of [body, {}]) {
        const answer = await call(closed, '/signup', { body: refused });
        expect(answer).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } });
      }
      await call(closed, '/admin/users', {
        body: { ...body, email_confirm: true },
        apiKey: closed.secretKey,
      });
      const { error } = await createBrowser(closed).auth.signInWithPassword(body);
      expect(error).toBeNull();
    } finally {
      await closed.stop();
    }
  });
});

describe('anonymous users', () => {
  let open: TestServer;
  beforeAll(async () => {
    open = await startTestServer({
      environment: { ANONYMOUS_USERS: 'true', MAILER_AUTOCONFIRM: 'true' },
    });
  });
  afterAll(() => open.stop());

  /** @covers 7.1 */
  test('get a session without an identity', async () => {
    const { data, error } = await createBrowser(open).auth.signInAnonymously({
      options: { data: { theme: 'dark' } },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      identities: [],
      app_metadata: {},
      user_metadata: { theme: 'dark' },
    });
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [expect.objectContaining({ method: 'anonymous' })],
    });
  });

  test('become permanent users by adding an email address', async () => {
    const browser = createBrowser(open);
    const { data: before } = await browser.auth.signInAnonymously();
    const email = uniqueEmail();
    const { data, error } = await browser.auth.updateUser({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: before.user?.id, email, is_anonymous: false });
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['email']);
    const signedIn = await createBrowser(open).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(signedIn.data.user?.id).toBe(before.user?.id);
  });

  test('cannot set a password without an email address', async () => {
    const browser = createBrowser(open);
    await browser.auth.signInAnonymously();
    const { error } = await browser.auth.updateUser({ password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});
