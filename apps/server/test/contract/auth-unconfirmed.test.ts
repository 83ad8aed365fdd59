import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  openLink,
  PASSWORD,
  readMail,
  uniqueEmail,
  waitForBlocked,
  waitForMails,
} from './auth-fixtures.ts';

const STRANGERS_PASSWORD = 'chosen by a stranger';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAILER_AUTOCONFIRM: 'false', MAX_FREQUENCY_S: '0' },
  });
});
afterAll(() => server.stop());

function signUp(email: string, password: string, data: Record<string, unknown>) {
  return createBrowser(server).auth.signUp({ email, password, options: { data } });
}

function signIn(email: string, password: string) {
  return createBrowser(server).auth.signInWithPassword({ email, password });
}

/** A user signs up with the address of another person and does not confirm it. */
async function signUpAsStranger() {
  const email = uniqueEmail();
  await signUp(email, STRANGERS_PASSWORD, { full_name: 'A Stranger', trap: true });
  return { email, ...(await readMail(server, email)) };
}

describe('an account that was created with the email address of another person', () => {
  /** @covers security.sessions.13 */
  test('has the password, metadata and profile of the address owner after their sign-up', async () => {
    const { email, link: strangersLink } = await signUpAsStranger();
    const { data } = await signUp(email, PASSWORD, { full_name: 'Ada' });
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ada' });
    expect(data.user?.identities).toHaveLength(1);
    const { link } = await readMail(server, email);
    expect((await openLink(server, strangersLink)).hash).toContain('otp_expired');
    expect((await openLink(server, link)).hash).toContain('access_token=');
    expect((await signIn(email, STRANGERS_PASSWORD)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    const { data: signedIn } = await signIn(email, PASSWORD);
    expect(signedIn.user?.user_metadata).toEqual({ full_name: 'Ada' });
    const [profile] = await server.sql<{ full_name: string }[]>`
      select full_name from public.profiles where id = ${signedIn.user?.id ?? ''}`;
    expect(profile?.full_name).toBe('Ada');
  });

  test('discloses no data of the first sign-up to the next one', async () => {
    const { email } = await signUpAsStranger();
    const { body } = await call(server, '/signup', { body: { email, password: PASSWORD } });
    expect(JSON.stringify(body)).not.toContain('Stranger');
    expect(body.user_metadata).toEqual({});
  });

  test.each([
    ['a sign-in by email', (email: string) => call(server, '/otp', { body: { email } })],
    ['a password recovery', (email: string) => call(server, '/recover', { body: { email } })],
    [
      'an invitation',
      (email: string) => createOperator(server).auth.admin.inviteUserByEmail(email),
    ],
  ])('has no password of the first user after %s', async (_, ask) => {
    const { email } = await signUpAsStranger();
    await ask(email);
    const { link } = await readMail(server, email);
    expect((await openLink(server, link)).hash).toContain('access_token=');
    expect((await signIn(email, STRANGERS_PASSWORD)).error).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  test('keeps the app metadata from an administrator', async () => {
    const email = uniqueEmail();
    const { data: made } = await createOperator(server).auth.admin.createUser({
      email,
      app_metadata: { plan: 'gold' },
    });
    const { data } = await signUp(email, PASSWORD, {});
    expect(data.user).toMatchObject({ id: made.user?.id, app_metadata: { plan: 'gold' } });
    await waitForMails(server);
  });

  test('is not replaced after it is confirmed', async () => {
    const { email, link } = await signUpAsStranger();
    await openLink(server, link);
    const { data } = await signUp(email, PASSWORD, { full_name: 'Too late' });
    expect(data.user?.identities).toEqual([]);
    expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('the existence of an account', () => {
  async function addresses() {
    const confirmed = uniqueEmail();
    await createOperator(server).auth.admin.createUser({ email: confirmed, email_confirm: true });
    const { email: pending } = await signUpAsStranger();
    return [uniqueEmail(), pending, confirmed];
  }

  test.each([
    ['/recover', (email: string) => ({ email })],
    ['/otp', (email: string) => ({ email })],
    ['/resend', (email: string) => ({ email, type: 'signup' })],
    ['/resend', (email: string) => ({ email, type: 'email_change' })],
  ])('is not disclosed by the response of %s', async (path, bodyFor) => {
    for (const email of await addresses()) {
      const answer = await call(server, path, { body: bodyFor(email) });
      expect(answer).toMatchObject({ status: 200, body: {} });
    }
    await waitForMails(server);
  });

  /** @covers security.sessions.14 */
  test('is not disclosed by the time of a response: no account is read', async () => {
    const [unknown = '', pending = '', confirmed = ''] = await addresses();
    for (const path of ['/recover', '/otp', '/resend']) {
      for (const email of [unknown, pending, confirmed]) {
        // A request that reads an account reads its identities, and would wait for this lock.
        const answer = await server.sql.begin(async (sql) => {
          await sql`lock table auth.identities in access exclusive mode`;
          return call(server, path, { body: { email, type: 'signup' } });
        });
        expect(answer).toMatchObject({ status: 200, body: {} });
      }
    }
    await waitForMails(server);
  });

  /** @covers security.sessions.14 */
  test('is not disclosed by the members of the response to a sign-up', async () => {
    const shapes = new Set<string>();
    for (const email of await addresses()) {
      const { status, body } = await call(server, '/signup', {
        body: { email, password: PASSWORD, data: { a: 1 } },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ user_metadata: { a: 1 } });
      shapes.add(Object.keys(body).sort().join());
    }
    expect(shapes.size).toBe(1);
    await waitForMails(server);
  });

  test('is not disclosed by the time of a sign-up: the same rows are written for all', async () => {
    for (const email of await addresses()) {
      for (const table of ['auth.identities', 'public.profiles', 'backend_auth.outbox']) {
        await waitForMails(server);
        // Only a statement that writes to the table waits for this lock.
        const signingUp = await server.sql.begin(async (sql) => {
          await sql.unsafe(`lock table ${table} in share mode`);
          const started = call(server, '/signup', { body: { email, password: PASSWORD } });
          await waitForBlocked(server, 1);
          return () => started;
        });
        expect((await signingUp()).status).toBe(200);
      }
    }
    await waitForMails(server);
  });

  test('is not disclosed by the time until the next email is allowed', async () => {
    const spaced = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'false' } });
    try {
      const confirmed = uniqueEmail();
      await createOperator(spaced).auth.admin.createUser({ email: confirmed, email_confirm: true });
      for (const email of [uniqueEmail(), confirmed]) {
        for (const path of ['/recover', '/signup']) {
          const ask = () => call(spaced, path, { body: { email, password: PASSWORD } });
          expect((await ask()).status).toBe(200);
          expect(await ask()).toMatchObject({
            status: 429,
            body: { error_code: 'over_email_send_rate_limit' },
          });
        }
      }
    } finally {
      await spaced.stop();
    }
  });
});
