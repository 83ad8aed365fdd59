import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  createBrowser,
  createOperator,
  PASSWORD,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';

/** Runs before the mail host accepts the next mail. */
let beforeNextMail: (() => Promise<void>) | null = null;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAILER_AUTOCONFIRM: 'false', MAX_FREQUENCY_S: '0' },
    takeMail: async () => {
      const run = beforeNextMail;
      beforeNextMail = null;
      await run?.();
    },
  });
});
afterAll(() => server.stop());

async function mailTo(email: string) {
  await waitForMails(server);
  const mail = server.mails.findLast(({ to }) => to === email);
  if (mail === undefined) throw new Error(`There is no mail to ${email}.`);
  return mail;
}

async function signUp(data: object) {
  const email = uniqueEmail();
  const browser = createBrowser(server);
  const { error } = await browser.auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  return email;
}

describe('A mail', () => {
  test.each([
    ['de', 'ltr', 'Bestätigen Sie Ihre E-Mail-Adresse', 'Ihr Code: '],
    ['ar', 'rtl', 'أكّد عنوان بريدك الإلكتروني', 'رمزك: '],
    ['xx', 'ltr', 'Confirm your email address', 'Your code: '],
    [undefined, 'ltr', 'Confirm your email address', 'Your code: '],
  ])(
    'is in the language of the sign-up that requested it: %s',
    async (locale, direction, subject, body) => {
      const mail = await mailTo(await signUp({ full_name: 'Ada', locale }));
      expect(mail.subject).toBe(subject);
      expect(mail.text).toContain(body);
      expect(mail.html).toContain(` dir="${direction}"><head>`);
    },
  );

  test('is in the language of the invitation, and later in the language of the account', async () => {
    const email = uniqueEmail();
    const operator = createOperator(server).auth.admin;
    const { data } = await operator.inviteUserByEmail(email, { data: { locale: 'de' } });
    expect((await mailTo(email)).subject).toMatch(/^Ihre Einladung zu /);
    await operator.updateUserById(data.user?.id ?? '', { email_confirm: true });
    await createBrowser(server).auth.resetPasswordForEmail(email);
    expect((await mailTo(email)).subject).toBe('Setzen Sie Ihr Passwort zurück');
  });

  test('is in the new language after the user changes the language of the account', async () => {
    const email = uniqueEmail();
    const operator = createOperator(server).auth.admin;
    const account = { email, password: PASSWORD, email_confirm: true };
    await operator.createUser({ ...account, user_metadata: { locale: 'de' } });
    const browser = createBrowser(server);
    await browser.auth.signInWithPassword({ email, password: PASSWORD });
    const changed = await browser.auth.updateUser({ data: { locale: 'ar' } });
    expect(changed.data.user?.user_metadata.locale).toBe('ar');
    await browser.auth.updateUser({ password: `${PASSWORD} 2` });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('تم تغيير كلمة مرورك');
    expect(mail.text).toContain('الوقت: ');
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  });

  test('about failed sign-in attempts is in the language of the account', async () => {
    const email = uniqueEmail();
    const account = { email, password: PASSWORD, email_confirm: true };
    const user_metadata = { locale: 'es' };
    await createOperator(server).auth.admin.createUser({ ...account, user_metadata });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await createBrowser(server).auth.signInWithPassword({ email, password: 'wrong' });
    }
    expect((await mailTo(email)).subject).toBe(
      'Intentos fallidos de inicio de sesión en tu cuenta',
    );
  });

  test('is in the language of the request, even if the account changes before the mail is sent', async () => {
    beforeNextMail = async () => {
      await server.sql`update auth.users set raw_user_meta_data = '{"locale":"ar"}'`;
      throw new Error('421 try later');
    };
    const email = await signUp({ locale: 'de' });
    expect((await mailTo(email)).subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(beforeNextMail).toBeNull();
  });
});
