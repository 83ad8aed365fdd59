import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startTestProvider,
  startTestServer,
  type TestProvider,
  type TestServer,
} from '../support/index.ts';
import { startTwilio } from '../support/test-sms-provider.ts';
import {
  call,
  createBrowser,
  PASSWORD,
  signUp,
  uniqueEmail,
  waitForMails,
  type RawAnswer,
} from './auth-fixtures.ts';
import { FlowBrowser, fragmentOf } from './auth-provider-fixtures.ts';
import {
  administer,
  countAccounts,
  signInWithSaml,
  startSamlServer,
} from './auth-saml-fixtures.ts';

const CARD = '4111 1111 1111 1111';
const CARD_DATA = { note: CARD };
const CARD_RULE_MESSAGE = /card numbers .* account's details/;
const PHONE = '+12125550142';

let provider: TestProvider;
let twilio: Awaited<ReturnType<typeof startTwilio>>;
/** Confirms email addresses automatically at sign-up. */
let server: TestServer;
let confirming: TestServer;
beforeAll(async () => {
  provider = await startTestProvider();
  twilio = await startTwilio();
  const environment = {
    PUBLIC_URL: 'http://localhost:3000',
    ANONYMOUS_USERS: 'true',
    MAX_FREQUENCY_S: '0',
    RATE_LIMIT_SMS_PER_HOUR: '0',
    SMS_PROVIDER: 'twilio',
    SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SMS_TWILIO_AUTH_TOKEN: 'hush',
    SMS_TWILIO_SERVICE_SID: 'MG1',
    SMS_TWILIO_URL: twilio.url,
    EXTERNAL_GOOGLE_CLIENT_ID: CLIENT_ID,
    EXTERNAL_GOOGLE_SECRET: CLIENT_SECRET,
    EXTERNAL_GOOGLE_URL: provider.url,
  };
  server = await startTestServer({ environment: { ...environment, MAILER_AUTOCONFIRM: 'true' } });
  confirming = await startTestServer({
    environment: { ...environment, MAILER_AUTOCONFIRM: 'false' },
  });
});
afterAll(async () => {
  await server.stop();
  await confirming.stop();
  await twilio.close();
  await provider.close();
});

function expectRefused(answer: RawAnswer): void {
  expect(answer).toMatchObject({
    status: 422,
    body: {
      error_code: 'validation_failed',
      msg: expect.stringMatching(CARD_RULE_MESSAGE) as string,
    },
  });
}

/** Counts the users, sessions and outbox messages. */
async function countRows({ sql }: TestServer): Promise<unknown> {
  const [counts] = await sql`
    select (select count(*) from auth.users) as users,
      (select count(*) from auth.sessions) as sessions,
      (select count(*) from backend_auth.outbox) as messages`;
  return counts;
}

describe('A database rule on account data', () => {
  test.each([
    ['/signup', { password: PASSWORD, data: CARD_DATA }],
    ['/otp', { data: CARD_DATA }],
    ['/otp', { data: CARD_DATA, create_user: true }],
    ['/invite', { data: CARD_DATA }],
    ['/admin/users', { password: PASSWORD, user_metadata: CARD_DATA }],
    ['/admin/generate_link', { type: 'signup', password: PASSWORD, data: CARD_DATA }],
    ['/admin/generate_link', { type: 'invite', data: CARD_DATA }],
  ])(
    'rejects POST %s %j with 422 and the message of the rule, and nothing is stored',
    async (path, body) => {
      for (const each of [server, confirming]) {
        const before = await countRows(each);
        const apiKey =
          path.startsWith('/signup') || path === '/otp' ? {} : { apiKey: each.secretKey };
        expectRefused(
          await call(each, path, { body: { email: uniqueEmail(), ...body }, ...apiKey }),
        );
        expect(await countRows(each)).toEqual(before);
      }
    },
  );

  test.each([
    ['/signup', { password: PASSWORD, phone: PHONE, data: CARD_DATA }],
    ['/signup', { data: CARD_DATA }],
    ['/otp', { phone: PHONE, data: CARD_DATA }],
  ])('rejects POST %s %j without an email address, and nothing is stored', async (path, body) => {
    for (const each of [server, confirming]) {
      const before = await countRows(each);
      expectRefused(await call(each, path, { body }));
      expect(await countRows(each)).toEqual(before);
    }
  });

  test('rejects a one-time code request for the email address of an existing user', async () => {
    const { email } = await signUp(server);
    await waitForMails(server);
    const before = await countRows(server);
    expectRefused(await call(server, '/otp', { body: { email, data: CARD_DATA } }));
    expect(await countRows(server)).toEqual(before);
  });

  test('rejects an update of the signed-in user', async () => {
    const { session, userId } = await signUp(server);
    const token = session.access_token;
    expectRefused(
      await call(server, '/user', {
        method: 'PUT',
        body: { data: { ...CARD_DATA, city: 'Paris' }, password: 'another staple 8' },
        token,
      }),
    );
    const large = await call(server, '/user', {
      method: 'PUT',
      body: { data: { note: 'x'.repeat(900_000) } },
      token,
    });
    expect(large).toMatchObject({
      status: 422,
      body: {
        error_code: 'validation_failed',
        msg: 'Account metadata can be at most 16 kB.',
      },
    });
    const [user] = await server.sql`
      select raw_user_meta_data as data from auth.users where id = ${userId}`;
    expect(user?.data).toEqual({});
    expect((await call(server, '/user', { token })).status).toBe(200);
  });

  test('rejects a card number in an email address or as a phone number', async () => {
    const digits = CARD.replaceAll(' ', '');
    const { session } = await signUp(server);
    for (const address of [{ email: `${digits}@example.com` }, { phone: '378282246310005' }]) {
      const change = await call(server, '/user', {
        method: 'PUT',
        body: address,
        token: session.access_token,
      });
      const opened = await call(server, '/signup', { body: { ...address, password: PASSWORD } });
      const asked = await call(server, '/otp', { body: { ...address, data: { name: 'Ada' } } });
      for (const answer of [change, opened, asked]) {
        expect(answer).toMatchObject({ status: 422, body: { error_code: 'validation_failed' } });
        expect(answer.body.msg).toMatch(/card numbers/);
      }
    }
  });

  test('rejects an update of a user by an administrator', async () => {
    const { userId } = await signUp(server);
    const change = (body: object) =>
      call(server, `/admin/users/${userId}`, { method: 'PUT', body, apiKey: server.secretKey });
    expectRefused(await change({ user_metadata: CARD_DATA, role: 'other' }));
    expect(await change({ app_metadata: { note: 'x'.repeat(900_000) } })).toMatchObject({
      status: 422,
      body: { msg: 'Account metadata can be at most 16 kB.' },
    });
    const [user] = await server.sql`select role from auth.users where id = ${userId}`;
    expect(user?.role).toBe('authenticated');
  });

  test('rejects a card number in the name claim of a provider, by id token and by redirect', async () => {
    const claims = { sub: 'ada', email: uniqueEmail(), email_verified: true, name: CARD };
    const before = await countRows(server);
    expectRefused(
      await call(server, '/token?grant_type=id_token', {
        body: { provider: 'google', id_token: await provider.signIdToken(claims) },
      }),
    );
    const { data } = await createBrowser(server).auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const tab = new FlowBrowser(server);
    const departure = await tab.open(data.url ?? '');
    expect(fragmentOf(await tab.open(provider.consent(departure, claims)))).toEqual({
      error: 'invalid_request',
      error_code: 'validation_failed',
      error_description: expect.stringMatching(CARD_RULE_MESSAGE) as string,
    });
    expect(await countRows(server)).toEqual(before);
  });

  test('rejects a card number in a name attribute of a SAML assertion', async () => {
    const saml = await startSamlServer();
    try {
      const mapping = { keys: { name: { name: 'nickname' } } };
      await administer(saml.server, `/${saml.providerId}`, {
        method: 'PUT',
        body: { attribute_mapping: mapping },
      });
      const before = await countAccounts(saml);
      const answer = await signInWithSaml(saml, {
        attributes: { mail: uniqueEmail(), nickname: CARD },
      });
      expect(answer).toMatchObject({ error_code: 'validation_failed' });
      expect(answer.error_description).toMatch(CARD_RULE_MESSAGE);
      expect(await countAccounts(saml)).toEqual(before);
    } finally {
      await saml.stop();
    }
  });
});

test('A request that is accepted, and then rejected by a database rule, is dropped and not retried', async () => {
  const email = uniqueEmail();
  await confirming.sql.unsafe(`
    create function public.refuse_later() returns trigger language plpgsql as $$
      begin
        raise exception using errcode = 'check_violation', message = 'refused by a rule';
      end $$;
    create trigger refuse_later before insert on auth.users
      for each row when (new.email = '${email}') execute function public.refuse_later()`);
  expect((await call(confirming, '/otp', { body: { email } })).status).toBe(200);
  await waitForMails(confirming);
  expect(confirming.mails.filter(({ to }) => to === email)).toEqual([]);
});
