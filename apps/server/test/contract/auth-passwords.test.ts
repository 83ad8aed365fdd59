import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  createBrowser,
  createOperator,
  openLink,
  PASSWORD,
  readMail,
  signUp,
  uniqueEmail,
} from './auth-fixtures.ts';
import { startHttpDouble, type HttpDouble } from '../support/http-double.ts';

const BREACHED = 'breached horse 7';
const PADDING = `${'0'.repeat(35)}:0`;

function sha1(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase();
}

describe('A password without a character of each required set', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789:!\\:' },
    });
  });
  afterAll(() => server.stop());

  const MESSAGE =
    'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789, !:.';

  test('is rejected at sign-up, and a password with a character of each set is accepted', async () => {
    const signUpWith = (password: string) =>
      createBrowser(server).auth.signUp({ email: uniqueEmail(), password });
    for (const password of ['letters only!', '12345678!', 'letters and 5']) {
      const { error } = await signUpWith(password);
      expect(error).toMatchObject({
        status: 422,
        code: 'weak_password',
        message: MESSAGE,
        reasons: ['characters'],
      });
    }
    expect((await signUpWith('letters, 5 and !')).error).toBeNull();
    expect((await signUpWith('letters, 5 and :')).error).toBeNull();
  });

  /** @covers 8.auth-errors.5 */
  test('gets an error that lists every reason', async () => {
    const { error } = await createBrowser(server).auth.signUp({
      email: uniqueEmail(),
      password: 'abc',
    });
    expect(error).toMatchObject({
      reasons: ['length', 'characters'],
      message: `Password should be at least 8 characters. ${MESSAGE}`,
    });
  });

  test('is rejected when an administrator creates a user', async () => {
    const { error } = await createOperator(server).auth.admin.createUser({
      email: uniqueEmail(),
      password: PASSWORD,
    });
    expect(error).toMatchObject({ code: 'weak_password' });
  });
});

describe('A breached password', () => {
  let list: HttpDouble;
  let server: TestServer;
  const respondAsList: HttpDouble['answer'] = ({ path }, response) => {
    const digest = sha1(BREACHED);
    const entries = [PADDING];
    if (path === `/range/${digest.slice(0, 5)}`) entries.push(`${digest.slice(5)}:3`);
    // A padding entry: it has the hash of a password, but its count is 0.
    const padded = sha1(PASSWORD);
    if (path === `/range/${padded.slice(0, 5)}`) entries.push(`${padded.slice(5)}:0`);
    response.end(entries.join('\r\n'));
  };
  beforeAll(async () => {
    list = await startHttpDouble(respondAsList);
    server = await startTestServer({
      environment: { PASSWORD_HIBP_ENABLED: 'true', PASSWORD_HIBP_URL: `${list.url}/` },
    });
  });
  afterEach(() => {
    list.answer = respondAsList;
  });
  afterAll(async () => {
    await server.stop();
    await list.close();
  });

  const EXPECTED_ERROR = { status: 422, code: 'weak_password', reasons: ['pwned'] };

  /** @covers 8.auth-errors.5 */
  test('is rejected at sign-up', async () => {
    const { error } = await createBrowser(server).auth.signUp({
      email: uniqueEmail(),
      password: BREACHED,
    });
    expect(error).toMatchObject(EXPECTED_ERROR);
  });

  /** @covers security.sessions.8 */
  test('is rejected when a user changes or resets a password or an administrator sets it', async () => {
    const person = await signUp(server);
    expect((await person.browser.auth.updateUser({ password: BREACHED })).error).toMatchObject(
      EXPECTED_ERROR,
    );
    await person.browser.auth.resetPasswordForEmail(person.email);
    const { link } = await readMail(server, person.email);
    const fragment = new URLSearchParams((await openLink(server, link)).hash.slice(1));
    const recovered = createBrowser(server);
    await recovered.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await recovered.auth.updateUser({ password: BREACHED })).error).toMatchObject(
      EXPECTED_ERROR,
    );
    const operator = createOperator(server).auth.admin;
    const byOperator = await operator.updateUserById(person.userId, { password: BREACHED });
    expect(byOperator.error).toMatchObject(EXPECTED_ERROR);
    const created = await operator.createUser({ email: uniqueEmail(), password: BREACHED });
    expect(created.error).toMatchObject(EXPECTED_ERROR);
    const email = uniqueEmail();
    const generated = await operator.generateLink({ type: 'signup', email, password: BREACHED });
    expect(generated.error).toMatchObject(EXPECTED_ERROR);
  });

  /** @covers security.sessions.8 */
  test('is looked up by the first five digits of its hash, with padding, and is never sent', async () => {
    list.asked.length = 0;
    await createBrowser(server).auth.signUp({ email: uniqueEmail(), password: BREACHED });
    expect(list.asked).toHaveLength(1);
    expect(list.asked[0]).toMatchObject({
      path: `/range/${sha1(BREACHED).slice(0, 5)}`,
      headers: { 'add-padding': 'true' },
      body: '',
    });
    expect(JSON.stringify(list.asked)).not.toContain(BREACHED);
  });

  test('is accepted at sign-in, and the response reports it as weak', async () => {
    const person = await signUp(server);
    const digest = sha1(PASSWORD);
    list.answer = (_asked, response) => response.end(`${digest.slice(5)}:1`);
    const { data, error } = await createBrowser(server).auth.signInWithPassword({
      email: person.email,
      password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ weakPassword: { reasons: ['pwned'] } });
  });

  test('does not include a password that is only a padding entry of the list', async () => {
    await signUp(server);
  });

  test.each([
    ['returns an error', (_asked, response) => response.writeHead(500).end()],
    ['redirects', (_asked, response) => response.writeHead(302, { location: '/' }).end()],
    ['closes the connection', (_asked, response) => response.destroy()],
  ] satisfies [string, HttpDouble['answer']][])(
    'is accepted by default when the list %s',
    async (_name, answer) => {
      list.answer = answer;
      const { error } = await createBrowser(server).auth.signUp({
        email: uniqueEmail(),
        password: BREACHED,
      });
      expect(error).toBeNull();
    },
  );

  test('is accepted by default when the list does not respond in time', async () => {
    list.answer = () => undefined;
    const { error } = await createBrowser(server).auth.signUp({
      email: uniqueEmail(),
      password: BREACHED,
    });
    expect(error).toBeNull();
  });
});

test('A sign-up fails and creates no user without the breach list when PASSWORD_HIBP_FAIL_CLOSED is set', async () => {
  const list = await startHttpDouble((_asked, response) => response.writeHead(503).end());
  const server = await startTestServer({
    environment: {
      PASSWORD_HIBP_ENABLED: 'true',
      PASSWORD_HIBP_FAIL_CLOSED: 'true',
      PASSWORD_HIBP_URL: list.url,
    },
  });
  try {
    const email = uniqueEmail();
    const { error } = await createBrowser(server).auth.signUp({ email, password: PASSWORD });
    expect(error?.status).toBe(503);
    expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
  } finally {
    await server.stop();
    await list.close();
  }
});
