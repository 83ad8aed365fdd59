import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  createBrowser,
  createOperator,
  openLink,
  PASSWORD,
  readMail,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';

let dir: string;
let server: TestServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-mail-texts-'));
  await writeFile(
    join(dir, 'signup.txt'),
    'Subject: Welcome to Pay\n\nOne step is left.\n\nFinish:\n{{ .ConfirmationURL }}\n\nYour code: {{ .Token }}\n',
  );
  server = await startTestServer({
    environment: {
      MAILER_AUTOCONFIRM: 'false',
      MAIL_FROM: 'Pay <mail@pay.example>',
      MAIL_TEMPLATES_DIR: dir,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

async function mailTo(email: string) {
  await waitForMails(server);
  const mail = server.mails.findLast(({ to }) => to === email);
  if (mail === undefined) throw new Error(`There is no mail to ${email}.`);
  return mail;
}

/** @covers 8.auth-errors.7 */
test('A mail from a custom template contains a valid link and the name of the sender', async () => {
  const email = uniqueEmail();
  const browser = createBrowser(server);
  await browser.auth.signUp({ email, password: PASSWORD });
  const mail = await mailTo(email);
  expect(mail.subject).toBe('Welcome to Pay');
  expect(mail.text).toContain('One step is left.');
  expect(mail.html).toContain('One step is left.');
  expect(mail.html).toContain('&nbsp;Pay</a>');
  const { link } = await readMail(server, email);
  expect((await openLink(server, link)).hash).toContain('access_token=');
  expect((await browser.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('A mail without a custom template has the default text', async () => {
  const email = uniqueEmail();
  const operator = createOperator(server).auth.admin;
  await operator.createUser({ email, password: PASSWORD, email_confirm: true });
  await createBrowser(server).auth.resetPasswordForEmail(email);
  expect((await mailTo(email)).subject).toBe('Reset your password');
});

test('A server with an invalid template does not start, and the error names the template', async () => {
  const path = join(dir, 'recovery.txt');
  await writeFile(path, 'no subject');
  await expect(startTestServer({ environment: { MAIL_TEMPLATES_DIR: dir } })).rejects.toThrow(path);
  await rm(path);
});
