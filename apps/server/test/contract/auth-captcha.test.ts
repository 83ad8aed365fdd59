import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  PASSWORD,
  signUp,
  uniqueEmail,
} from './auth-fixtures.ts';
import { startHttpDouble, type HttpDouble } from '../support/http-double.ts';

const SECRET = 'the secret of the widget';
const SOLVED = 'solved';

const answerAsProvider: HttpDouble['answer'] = ({ body }, response) => {
  const isSolved = new URLSearchParams(body).get('response') === SOLVED;
  response.end(
    JSON.stringify(
      isSolved
        ? { success: true }
        : { success: false, 'error-codes': ['timeout-or-duplicate', '<script>'] },
    ),
  );
};

let provider: HttpDouble;
let server: TestServer;
beforeAll(async () => {
  provider = await startHttpDouble(answerAsProvider);
  server = await startTestServer({
    environment: {
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'the widget',
      CAPTCHA_SECRET: SECRET,
      CAPTCHA_URL: `${provider.url}/siteverify`,
      ANONYMOUS_USERS: 'true',
      PUBLIC_URL: 'https://pay.example',
    },
  });
});
afterEach(() => {
  provider.answer = answerAsProvider;
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

type Attempt = (captchaToken: string | undefined) => Promise<{ error: unknown }>;

function optionsWith(captchaToken: string | undefined) {
  return captchaToken === undefined ? {} : { captchaToken };
}

async function knownEmail(): Promise<string> {
  const email = uniqueEmail();
  const operator = createOperator(server).auth.admin;
  await operator.createUser({ email, password: PASSWORD, email_confirm: true });
  return email;
}

const CALLS: [string, Attempt][] = [
  [
    'signing up',
    (token) =>
      createBrowser(server).auth.signUp({
        email: uniqueEmail(),
        password: PASSWORD,
        options: optionsWith(token),
      }),
  ],
  [
    'signing up without a name',
    (token) => createBrowser(server).auth.signInAnonymously({ options: optionsWith(token) }),
  ],
  [
    'signing in by password',
    async (token) =>
      createBrowser(server).auth.signInWithPassword({
        email: await knownEmail(),
        password: PASSWORD,
        options: optionsWith(token),
      }),
  ],
  [
    'asking for a link or a code',
    (token) =>
      createBrowser(server).auth.signInWithOtp({
        email: uniqueEmail(),
        options: optionsWith(token),
      }),
  ],
  [
    'asking for a new password',
    (token) => createBrowser(server).auth.resetPasswordForEmail(uniqueEmail(), optionsWith(token)),
  ],
  [
    'asking for the mail again',
    (token) =>
      createBrowser(server).auth.resend({
        type: 'signup',
        email: uniqueEmail(),
        options: optionsWith(token),
      }),
  ],
];

const REFUSED = { status: 400, code: 'captcha_failed' };

describe('Where a captcha is set up', () => {
  /** @covers 8.auth-errors.5, security.sessions.9 */
  test.each(CALLS)('%s takes one that was solved, and refuses others', async (_name, attempt) => {
    expect((await attempt(undefined)).error).toMatchObject(REFUSED);
    expect((await attempt('made up')).error).toMatchObject(REFUSED);
    expect((await attempt(SOLVED)).error).toBeNull();
  });

  test.each([
    ['an id token', '/token?grant_type=id_token', 'invalid_request'],
    ['a passkey', '/passkeys/authentication/options', undefined],
    ['the identity provider of an organisation', '/sso', 'saml_provider_disabled'],
  ])('signing in by %s asks for it before anything else', async (_name, path, next) => {
    const headers = { 'X-Supabase-Api-Version': '2024-01-01' };
    const refused = await call(server, path, { body: {}, headers });
    expect(refused).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    const body = { gotrue_meta_security: { captcha_token: SOLVED } };
    const passed = await call(server, path, { body, headers });
    expect(passed.body.code ?? passed.body.error).toBe(next);
  });

  test('the request to the provider contains the secret, the response and the client’s address', async () => {
    provider.asked.length = 0;
    await createBrowser(server).auth.signInAnonymously({ options: { captchaToken: SOLVED } });
    expect(provider.asked).toHaveLength(1);
    const [asked] = provider.asked;
    expect(asked?.path).toBe('/siteverify');
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      secret: SECRET,
      response: SOLVED,
      remoteip: '127.0.0.1',
    });
  });

  test('a rejection gives the reason in a text that is safe to show', async () => {
    const { error } = await createBrowser(server).auth.signInAnonymously({
      options: { captchaToken: 'made up' },
    });
    expect(error?.message).toBe('captcha protection: request disallowed (timeout-or-duplicate)');
  });

  test('a session is refreshed without one, and the operator needs none', async () => {
    const operator = createOperator(server);
    const email = uniqueEmail();
    const { error } = await operator.auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect((await operator.auth.refreshSession()).error).toBeNull();
  });

  test('a token that only claims the operator’s role needs one', async () => {
    const claims = Buffer.from(JSON.stringify({ role: 'service_role' })).toString('base64url');
    const refused = await call(server, '/recover', {
      body: { email: uniqueEmail() },
      token: `eyJhbGciOiJub25lIn0.${claims}.`,
    });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } });
  });

  /** @covers security.sessions.9 */
  test.each([
    [
      'is broken',
      (_asked, response) => response.writeHead(500).end(JSON.stringify({ success: true })),
    ],
    ['answers something else', (_asked, response) => response.end('"yes"')],
    ['answers no JSON', (_asked, response) => response.end('success')],
    ['hangs up', (_asked, response) => response.destroy()],
    ['does not respond in time', () => undefined],
  ] satisfies [string, HttpDouble['answer']][])(
    'no user passes a provider that %s',
    { timeout: 30_000 },
    async (_name, answer) => {
      provider.answer = answer;
      const refused = await call(server, '/otp', {
        body: { email: uniqueEmail(), gotrue_meta_security: { captcha_token: SOLVED } },
      });
      expect(refused).toMatchObject({ status: 503, body: { error_code: 'unexpected_failure' } });
    },
  );

  test.each([{ success: 'true' }, { success: 1 }, { success: null }])(
    'a verdict of %j is none',
    async (verdict) => {
      provider.answer = (_asked, response) => response.end(JSON.stringify(verdict));
      const { error } = await createBrowser(server).auth.signInAnonymously({
        options: { captchaToken: SOLVED },
      });
      expect(error).toMatchObject(REFUSED);
    },
  );
});

test('Without a configured provider, no captcha is required', async () => {
  const open = await startTestServer();
  try {
    await signUp(open);
  } finally {
    await open.stop();
  }
});
