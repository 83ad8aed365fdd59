/** @covers security.sessions.24 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { startTwilio, type Text } from '../support/test-sms-provider.ts';
import {
  call,
  createBrowser,
  createOperator,
  PASSWORD,
  signUp,
  waitForMails,
} from './auth-fixtures.ts';

const TEST_PHONE = '12025550100';
const TEST_CODE = '135790';
const twilioSettings = (provider: string, url: string) => ({
  SMS_PROVIDER: provider,
  SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SMS_TWILIO_AUTH_TOKEN: 'hush',
  SMS_TWILIO_SERVICE_SID: 'MG1',
  SMS_TWILIO_URL: url,
  SMS_TEST_CODES: `${TEST_PHONE}=${TEST_CODE}`,
  MAX_FREQUENCY_S: '0',
  RATE_LIMIT_SMS_PER_HOUR: '1000000',
});

let twilio: Awaited<ReturnType<typeof startTwilio>>;
let server: TestServer;
let verifying: TestServer;
beforeAll(async () => {
  twilio = await startTwilio();
  server = await startTestServer({ environment: twilioSettings('twilio', twilio.url) });
  verifying = await startTestServer({ environment: twilioSettings('twilio_verify', twilio.url) });
});
afterEach(() => twilio.answerWith(201));
afterAll(async () => {
  await server.stop();
  await verifying.stop();
  await twilio.close();
});

let lastNumber = 2_000_000;
/** A New York number that no other test uses. */
function uniquePhone(): string {
  lastNumber += 1;
  return `+1212${String(lastNumber)}`;
}

async function readText(to: string): Promise<Text & { readonly code: string }> {
  await waitForMails(server);
  const text = twilio.texts.findLast(({ form }) => form.To === to);
  if (text === undefined) throw new Error(`There is no text to ${to}.`);
  return { ...text, code: /^(\d{6}) is your \w+ code/.exec(text.form.Body ?? '')?.[1] ?? '' };
}

async function signUpByPhone(phone = uniquePhone()) {
  const browser = createBrowser(server);
  await browser.auth.signUp({ phone, password: PASSWORD });
  const { code } = await readText(phone);
  const { data, error } = await browser.auth.verifyOtp({ type: 'sms', phone, token: code });
  if (error) throw error;
  return { browser, phone, user: data.user };
}

describe('A sign-up or sign-in by phone', () => {
  /** @covers 7.1, 7.2 */
  test('sends a code, accepts the code, and accepts the password after the confirmation', async () => {
    const phone = uniquePhone();
    const browser = createBrowser(server);
    const { data, error } = await browser.auth.signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ phone: phone.slice(1), email: '' });
    const early = await createBrowser(server).auth.signInWithPassword({
      phone,
      password: PASSWORD,
    });
    expect(early.error?.code).toBe('phone_not_confirmed');
    const text = await readText(phone);
    expect(text).toMatchObject({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:hush').toString('base64')}`,
      form: { MessagingServiceSid: 'MG1' },
    });
    expect(text.form.Body).toMatch(/\n@localhost\S* #\d{6}$/);
    const verified = await browser.auth.verifyOtp({ type: 'sms', phone, token: text.code });
    expect(verified.data.user).toMatchObject({
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [expect.objectContaining({ provider: 'phone' })],
    });
    expect(verified.data.user?.phone_confirmed_at).toBeDefined();
    const later = await createBrowser(server).auth.signInWithPassword({
      phone,
      password: PASSWORD,
    });
    expect(later.data.user?.id).toBe(data.user?.id);
    const wrong = await createBrowser(server).auth.signInWithPassword({ phone, password: 'wrong' });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  test('sends the code in the language of the account', async () => {
    const phone = uniquePhone();
    const options = { data: { locale: 'de' } };
    await createBrowser(server).auth.signUp({ phone, password: PASSWORD, options });
    const { form } = await readText(phone);
    expect(form.Body).toMatch(/^\d{6} ist Ihr Code für \w+\. Er ist .+ gültig\. /);
  });

  test('does not disclose which numbers are registered', async () => {
    const { phone } = await signUpByPhone();
    const sent = twilio.texts.length;
    const { data, error } = await createBrowser(server).auth.signUp({
      phone,
      password: 'another one',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: phone.slice(1), identities: [] });
    await waitForMails(server);
    expect(twilio.texts).toHaveLength(sent);
  });

  test('replaces an unconfirmed sign-up and its code', async () => {
    const phone = uniquePhone();
    await createBrowser(server).auth.signUp({ phone, password: 'the stranger’s' });
    const first = await readText(phone);
    await createBrowser(server).auth.signInWithOtp({ phone });
    const { code } = await readText(phone);
    const stale = await createBrowser(server).auth.verifyOtp({
      type: 'sms',
      phone,
      token: first.code,
    });
    if (first.code !== code) expect(stale.error?.code).toBe('otp_expired');
    const { data } = await createBrowser(server).auth.verifyOtp({
      type: 'sms',
      phone,
      token: code,
    });
    expect(data.session).not.toBeNull();
    const stranger = await createBrowser(server).auth.signInWithPassword({
      phone,
      password: 'the stranger’s',
    });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  /** @covers 7.6 */
  test('with a code creates an account unless create_user is false', async () => {
    const phone = uniquePhone();
    const browser = createBrowser(server);
    expect((await browser.auth.signInWithOtp({ phone })).error).toBeNull();
    const { code } = await readText(phone);
    const { data } = await browser.auth.verifyOtp({ type: 'sms', phone, token: code });
    expect(data.user?.phone).toBe(phone.slice(1));
    const { error } = await browser.auth.signInWithOtp({
      phone: uniquePhone(),
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
  });

  /** @covers 7.6 */
  test('sends the code by WhatsApp when the request selects this channel', async () => {
    const phone = uniquePhone();
    await createBrowser(server).auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    expect((await readText(`whatsapp:${phone}`)).code).toMatch(/^\d{6}$/);
  });

  /** @covers 7.7 */
  test('rejects a code after five wrong attempts, after its use and after its expiry', async () => {
    const phone = uniquePhone();
    const browser = createBrowser(server);
    const errorCodeOf = async (token: string) =>
      (await browser.auth.verifyOtp({ type: 'sms', phone, token })).error?.code ?? null;
    await browser.auth.signInWithOtp({ phone });
    const { code } = await readText(phone);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < 5; tries += 1) expect(await errorCodeOf(wrong)).toBe('otp_expired');
    expect(await errorCodeOf(code)).toBe('otp_expired');
    await browser.auth.signInWithOtp({ phone });
    const second = await readText(phone);
    expect(await errorCodeOf(second.code)).toBeNull();
    expect(await errorCodeOf(second.code)).toBe('otp_expired');
    await browser.auth.signInWithOtp({ phone });
    const third = await readText(phone);
    await server.sql`update backend_auth.one_time_tokens set expires_at = now() - interval '1 s'`;
    expect(await errorCodeOf(third.code)).toBe('otp_expired');
  });

  test('sends no text message to a test number, which has a fixed code', async () => {
    const sent = twilio.texts.length;
    const browser = createBrowser(server);
    await browser.auth.signInWithOtp({ phone: TEST_PHONE });
    await waitForMails(server);
    const { data } = await browser.auth.verifyOtp({
      type: 'sms',
      phone: TEST_PHONE,
      token: TEST_CODE,
    });
    expect(data.user?.phone).toBe(TEST_PHONE);
    expect(twilio.texts).toHaveLength(sent);
  });

  test.each(['1', 'phone', '+12025550123 ext. 5', '+0123456789', '+1234567890123456'])(
    'rejects %s, which is not a phone number',
    async (phone) => {
      const { error } = await createBrowser(server).auth.signInWithOtp({ phone });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    },
  );

  test.each(['+1555', '+999123456789', '15 5555'])(
    'accepts %s, which has the format of a phone number, as Supabase Auth does',
    async (phone) => {
      const { error } = await createBrowser(server).auth.verifyOtp({
        type: 'sms',
        phone,
        token: '123456',
      });
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    },
  );

  /** @covers 7.10 */
  test('resends a pending message, and returns the same response when no message is pending', async () => {
    const phone = uniquePhone();
    const browser = createBrowser(server);
    await browser.auth.signUp({ phone, password: PASSWORD });
    await readText(phone);
    expect((await browser.auth.resend({ type: 'sms', phone })).error).toBeNull();
    const { code } = await readText(phone);
    expect((await browser.auth.verifyOtp({ type: 'sms', phone, token: code })).error).toBeNull();
    expect((await browser.auth.resend({ type: 'sms', phone: uniquePhone() })).error).toBeNull();
  });

  test('sends the message again later when the SMS provider returns an error', async () => {
    const phone = uniquePhone();
    twilio.answerWith(503);
    expect((await createBrowser(server).auth.signInWithOtp({ phone })).error).toBeNull();
    await expect.poll(() => twilio.texts.some(({ form }) => form.To === phone)).toBe(true);
    twilio.answerWith(201);
    const { code } = await readText(phone);
    const { error } = await createBrowser(server).auth.verifyOtp({
      type: 'sms',
      phone,
      token: code,
    });
    expect(error).toBeNull();
  });

  test('fails and stores nothing while the SMS provider rejects the credentials', async () => {
    const refusing = await startTestServer({
      environment: twilioSettings('twilio', twilio.url),
    });
    try {
      twilio.answerWith(401);
      const phone = uniquePhone();
      const { auth } = createBrowser(refusing);
      for (const refused of [
        await auth.signInWithOtp({ phone }),
        await auth.signUp({ phone, password: PASSWORD }),
      ]) {
        expect(refused.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
      }
      const { browser } = await signUp(refusing);
      const change = await browser.auth.updateUser({ phone });
      expect(change.error).toMatchObject({ status: 422, code: 'sms_send_failed' });
      expect((await auth.resend({ type: 'sms', phone })).error).toBeNull();
      await waitForMails(refusing);
      expect(await refusing.sql`select from auth.users where phone = ${phone.slice(1)}`).toEqual(
        [],
      );
      twilio.answerWith(201);
      expect((await auth.signInWithOtp({ phone })).error).toBeNull();
    } finally {
      await refusing.stop();
    }
  });

  test('is rejected for all numbers except test numbers when no SMS provider is configured', async () => {
    const testing = await startTestServer({
      environment: { SMS_TEST_CODES: `${TEST_PHONE}=${TEST_CODE}` },
    });
    try {
      const { auth } = createBrowser(testing);
      const { error } = await auth.signInWithOtp({ phone: uniquePhone() });
      expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
      expect((await auth.signInWithOtp({ phone: TEST_PHONE })).error).toBeNull();
    } finally {
      await testing.stop();
    }
  });

  test('is rejected when neither an SMS provider nor test numbers are configured', async () => {
    const disabled = await startTestServer();
    try {
      const { error } = await createBrowser(disabled).auth.signInWithOtp({ phone: uniquePhone() });
      expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
    } finally {
      await disabled.stop();
    }
    expect((await call(server, '/settings')).body).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
    });
  });

  test('is limited to one text message per number and minute', async () => {
    const limited = await startTestServer({
      environment: { ...twilioSettings('twilio', twilio.url), MAX_FREQUENCY_S: '60' },
    });
    try {
      const phone = uniquePhone();
      await createBrowser(limited).auth.signInWithOtp({ phone });
      const { error } = await createBrowser(limited).auth.signInWithOtp({ phone });
      expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' });
    } finally {
      await limited.stop();
    }
  });
});

describe('The phone number of an account', () => {
  test('changes after the user enters the code for the new number, and the user gets a mail', async () => {
    const { browser, email, userId } = await signUp(server);
    const phone = uniquePhone();
    const { data } = await browser.auth.updateUser({ phone });
    expect(data.user).toMatchObject({ phone: '', new_phone: phone.slice(1) });
    await readText(phone);
    expect((await browser.auth.resend({ type: 'phone_change', phone })).error).toBeNull();
    const { code } = await readText(phone);
    const verified = await browser.auth.verifyOtp({ type: 'phone_change', phone, token: code });
    expect(verified.data.user).toMatchObject({
      id: userId,
      phone: phone.slice(1),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    });
    await waitForMails(server);
    expect(
      server.mails.some(({ to, subject }) => to === email && subject.includes('phone number')),
    ).toBe(true);
    const byPhone = await createBrowser(server).auth.signInWithPassword({
      phone,
      password: PASSWORD,
    });
    expect(byPhone.data.user?.id).toBe(userId);
  });

  test('cannot change to the number of another user, and a code is valid for one number only', async () => {
    const { phone } = await signUpByPhone();
    const { browser } = await signUp(server);
    expect((await browser.auth.updateUser({ phone })).error?.code).toBe('phone_exists');
    const [first, second] = [uniquePhone(), uniquePhone()];
    await browser.auth.updateUser({ phone: first });
    const { code } = await readText(first);
    await browser.auth.updateUser({ phone: second });
    const stale = await browser.auth.verifyOtp({ type: 'phone_change', phone: first, token: code });
    expect(stale.error?.code).toBe('otp_expired');
  });

  /** @covers 7.9 */
  test('receives the nonce for a password change when the account has no email address', async () => {
    const { browser, phone } = await signUpByPhone();
    expect((await browser.auth.reauthenticate()).error).toBeNull();
    const { code: nonce } = await readText(phone);
    const { error } = await browser.auth.updateUser({ password: 'a new and long one', nonce });
    expect(error).toBeNull();
  });

  test('can be set and changed by an administrator', async () => {
    const phone = uniquePhone();
    const operator = createOperator(server);
    const { data, error } = await operator.auth.admin.createUser({ phone, phone_confirm: true });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: phone.slice(1), app_metadata: { provider: 'phone' } });
    const next = uniquePhone();
    const { data: changed } = await operator.auth.admin.updateUserById(data.user?.id ?? '', {
      phone: next,
      phone_confirm: true,
    });
    expect(changed.user?.phone).toBe(next.slice(1));
    const taken = await operator.auth.admin.createUser({ phone: next });
    expect(taken.error?.code).toBe('phone_exists');
  });
});

describe('A phone as a second factor', () => {
  async function enrol(browser: ReturnType<typeof createBrowser>, phone: string) {
    const { data, error } = await browser.auth.mfa.enroll({ factorType: 'phone', phone });
    if (error) throw error;
    return data;
  }

  /** @covers 7.18 */
  test('is enrolled with a code, elevates the session to aal2, and is required at later sign-ins', async () => {
    const { browser, email } = await signUp(server);
    const phone = uniquePhone();
    const factor = await enrol(browser, phone);
    expect(factor).toMatchObject({ type: 'phone', phone: phone.slice(1) });
    const challenge = await browser.auth.mfa.challenge({ factorId: factor.id, channel: 'sms' });
    expect(challenge.data).toMatchObject({ type: 'phone' });
    const { code } = await readText(phone);
    const attempt = (token: string) =>
      browser.auth.mfa.verify({
        factorId: factor.id,
        challengeId: challenge.data?.id ?? '',
        code: token,
      });
    const wrong = await attempt(code === '000000' ? '111111' : '000000');
    expect(wrong.error?.code).toBe('mfa_verification_failed');
    expect((await attempt(code)).error).toBeNull();
    const { data: level } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2' });
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' });
    const next = createBrowser(server);
    await next.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: below } = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(below).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const second = await browser.auth.mfa.enroll({
      factorType: 'phone',
      phone: uniquePhone(),
      friendlyName: 'second',
    });
    expect(second.error?.code).toBe('mfa_verified_factor_exists');
  });

  test('is rejected when its number is not assigned by any country', async () => {
    const { browser } = await signUp(server);
    const { error } = await browser.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+999123456789',
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('rejects the code of another user with the same number', async () => {
    const phone = uniquePhone();
    const [one, other] = await Promise.all([signUp(server), signUp(server)]);
    const mine = await enrol(one.browser, phone);
    const theirs = await enrol(other.browser, phone);
    await one.browser.auth.mfa.challenge({ factorId: mine.id, channel: 'sms' });
    const { code } = await readText(phone);
    const challenge = await other.browser.auth.mfa.challenge({
      factorId: theirs.id,
      channel: 'sms',
    });
    const { error } = await other.browser.auth.mfa.verify({
      factorId: theirs.id,
      challengeId: challenge.data?.id ?? '',
      code,
    });
    const theirCode = (await readText(phone)).code;
    if (theirCode !== code) expect(error?.code).toBe('mfa_verification_failed');
  });
});

describe('An SMS provider that generates the codes', () => {
  test('sends the code and verifies the entered code', async () => {
    const phone = uniquePhone();
    const browser = createBrowser(verifying);
    await browser.auth.signInWithOtp({ phone });
    await waitForMails(verifying);
    expect(twilio.texts.at(-1)).toMatchObject({
      path: '/v2/Services/MG1/Verifications',
      form: { To: phone, Channel: 'sms' },
    });
    const wrong = await browser.auth.verifyOtp({ type: 'sms', phone, token: '000000' });
    expect(wrong.error?.code).toBe('otp_expired');
    twilio.answerWith(500);
    const unavailable = await call(verifying, '/verify', {
      body: { type: 'sms', phone, token: '424242' },
    });
    expect(unavailable.status).toBe(503);
    twilio.answerWith(200);
    const { data } = await browser.auth.verifyOtp({ type: 'sms', phone, token: '424242' });
    expect(data.user?.phone).toBe(phone.slice(1));
    const again = await browser.auth.verifyOtp({ type: 'sms', phone, token: '424242' });
    expect(again.error?.code).toBe('otp_expired');
  });
});
