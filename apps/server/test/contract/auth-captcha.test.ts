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

async function registeredEmail(): Promise<string> {
  const email = uniqueEmail();
  const operator = createOperator(server).auth.admin;
  await operator.createUser({ email, password: PASSWORD, email_confirm: true });
  return email;
}

const CALLS: [string, Attempt][] = [
  [
    'sign-up',
    (token) =>
      createBrowser(server).auth.signUp({
        email: uniqueEmail(),
        password: PASSWORD,
        options: optionsWith(token),
      }),
  ],
  [
    'anonymous sign-in',
    (token) => createBrowser(server).auth.signInAnonymously({ options: optionsWith(token) }),
  ],
  [
    'password sign-in',
    async (token) =>
      createBrowser(server).auth.signInWithPassword({
        email: await registeredEmail(),
        password: PASSWORD,
        options: optionsWith(token),
      }),
  ],
  [
    'a request for a magic link or a one-time code',
    (token) =>
      createBrowser(server).auth.signInWithOtp({
        email: uniqueEmail(),
        options: optionsWith(token),
      }),
  ],
  [
    'a password reset request',
    (token) => createBrowser(server).auth.resetPasswordForEmail(uniqueEmail(), optionsWith(token)),
  ],
  [
    'a request to resend an email',
    (token) =>
      createBrowser(server).auth.resend({
        type: 'signup',
        email: uniqueEmail(),
        options: optionsWith(token),
      }),
  ],
];

const REFUSED = { status: 400, code: 'captcha_failed' };

describe('When a captcha provider is configured,', () => {
  /** @covers 8.auth-errors.5, security.sessions.9 */
  test.each(CALLS)(
    '%s accepts a solved captcha and rejects a missing or unsolved one',
    async (_name, attempt) => {
      expect((await attempt(undefined)).error).toMatchObject(REFUSED);
      expect((await attempt('made up')).error).toMatchObject(REFUSED);
      expect((await attempt(SOLVED)).error).toBeNull();
    },
  );

  test.each([
    ['an id token', '/token?grant_type=id_token', 'invalid_request'],
    ['a passkey', '/passkeys/authentication/options', undefined],
    ['SAML SSO', '/sso', 'saml_provider_disabled'],
  ])(
    'sign-in with %s verifies the captcha before the rest of the request',
    async (_name, path, next) => {
      const headers = { 'X-Supabase-Api-Version': '2024-01-01' };
      const refused = await call(server, path, { body: {}, headers });
      expect(refused).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
      const body = { gotrue_meta_security: { captcha_token: SOLVED } };
      const passed = await call(server, path, { body, headers });
      expect(passed.body.code ?? passed.body.error).toBe(next);
    },
  );

  test('the request to the provider contains the secret, the response and the client IP address', async () => {
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

  test('the error message contains only provider error codes that are safe to display', async () => {
    const { error } = await createBrowser(server).auth.signInAnonymously({
      options: { captchaToken: 'made up' },
    });
    expect(error?.message).toBe('captcha protection: request disallowed (timeout-or-duplicate)');
  });

  test('neither a session refresh nor a request with the secret key requires a captcha', async () => {
    const operator = createOperator(server);
    const email = uniqueEmail();
    const { error } = await operator.auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect((await operator.auth.refreshSession()).error).toBeNull();
  });

  test('a request with an unsigned token that claims the service role requires a captcha', async () => {
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
      'returns status 500',
      (_asked, response) => response.writeHead(500).end(JSON.stringify({ success: true })),
    ],
    ['returns JSON that is not an object', (_asked, response) => response.end('"yes"')],
    ['returns invalid JSON', (_asked, response) => response.end('success')],
    ['closes the connection', (_asked, response) => response.destroy()],
    ['does not respond in time', () => undefined],
  ] satisfies [string, HttpDouble['answer']][])(
    'a request returns 503 if the provider %s',
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
    'a provider response of %j is rejected',
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
