import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, createBrowser, openLink, PASSWORD, readMail, uniqueEmail } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MAILER_AUTOCONFIRM: 'false', MAX_FREQUENCY_S: '0' },
  });
});
afterAll(() => server.stop());

async function signUpUnconfirmed() {
  const email = uniqueEmail();
  await createBrowser(server).auth.signUp({ email, password: PASSWORD });
  return { email, ...(await readMail(server, email)) };
}

/** Returns `count` codes that differ from `code`. */
function wrongCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );
}

function verify(email: string, token: string, type = 'signup') {
  return call(server, '/verify', { body: { type, email, token } });
}

describe('a one-time code', () => {
  test('is accepted after four wrong attempts', async () => {
    const { email, code } = await signUpUnconfirmed();
    for (const wrong of wrongCodes(code, 4)) expect((await verify(email, wrong)).status).toBe(403);
    expect((await verify(email, code)).status).toBe(200);
  });

  /** @covers 7.7, security.sessions.11 */
  test('is rejected after five wrong attempts, even concurrent ones with different types', async () => {
    const { email, code } = await signUpUnconfirmed();
    const responses = wrongCodes(code, 5).map((wrong, index) =>
      verify(email, wrong, index % 2 === 0 ? 'signup' : 'email'),
    );
    for (const response of await Promise.all(responses)) expect(response.status).toBe(403);
    expect(await verify(email, code)).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    });
  });

  test('that is rejected after too many attempts does not invalidate the link in the same email', async () => {
    const { email, code, link } = await signUpUnconfirmed();
    for (const wrong of wrongCodes(code, 6)) await verify(email, wrong);
    expect((await openLink(server, link)).hash).toContain('access_token=');
  });

  /** @covers security.sessions.11 */
  test('counts concurrent wrong attempts up to the limit', async () => {
    const { email, code } = await signUpUnconfirmed();
    await Promise.all(wrongCodes(code, 20).map((wrong) => verify(email, wrong)));
    const [row] = await server.sql<{ tries: number }[]>`
      select tries from backend_auth.one_time_tokens where address = ${email}`;
    expect(row?.tries).toBe(5);
  });

  test('that reauthenticates a password change is also rejected after five wrong attempts', async () => {
    const { email, code: confirmation } = await signUpUnconfirmed();
    const { body } = await verify(email, confirmation);
    const token = body.access_token as string;
    await call(server, '/reauthenticate', { token });
    const { sql } = server;
    await sql`select 1 from backend_auth.one_time_tokens where address = ${email}`;
    const mail = async () => {
      await readMail(server, email).catch(() => undefined);
      const last = server.mails.findLast((candidate) => candidate.to === email);
      return /Your code: (\d{6})/.exec(last?.text ?? '')?.[1] ?? '';
    };
    const nonce = await mail();
    const put = (given: string) =>
      call(server, '/user', {
        method: 'PUT',
        token,
        body: { password: 'another staple 8', nonce: given },
      });
    for (const wrong of wrongCodes(nonce, 5)) expect((await put(wrong)).status).toBe(422);
    expect(await put(nonce)).toMatchObject({
      status: 422,
      body: { error_code: 'reauthentication_not_valid' },
    });
  });
});

describe('an e-mail change', () => {
  async function signedIn() {
    const browser = createBrowser(server);
    const { email, code } = await signUpUnconfirmed();
    const { data } = await browser.auth.verifyOtp({ type: 'signup', email, token: code });
    return { browser, email, userId: data.user?.id ?? '' };
  }

  test('shows both addresses in both emails', async () => {
    const { browser, email } = await signedIn();
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    await readMail(server, newEmail);
    for (const to of [email, newEmail]) {
      const text = server.mails.findLast((mail) => mail.to === to)?.text;
      expect(text).toContain(`From ${email} to ${newEmail}`);
    }
  });

  test('cannot be completed by confirmations of two different changes', async () => {
    const { browser, email } = await signedIn();
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await browser.auth.updateUser({ email: first });
    const currentFirst = await readMail(server, email);
    const newFirst = await readMail(server, first);
    await openLink(server, newFirst.link);
    await browser.auth.updateUser({ email: second });
    await readMail(server, second);
    // The link that the current address received for the first change does not confirm the second one.
    expect((await openLink(server, currentFirst.link)).hash).toContain('otp_expired');
    await openLink(server, (await readMail(server, second)).link);
    const { data } = await browser.auth.getUser();
    expect(data.user).toMatchObject({ email, new_email: second });
  });

  test('is applied once when both links are opened twice at the same time', async () => {
    const { browser, email, userId } = await signedIn();
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    const links = [await readMail(server, email), await readMail(server, newEmail)];
    await Promise.all([...links, ...links].map(({ link }) => openLink(server, link)));
    const [row] = await server.sql`
      select email, email_change from auth.users where id = ${userId}`;
    expect(row).toEqual({ email: newEmail, email_change: '' });
    const entries = await server.sql`
      select 1 from auth.audit_log_entries
      where payload ->> 'action' = 'user_email_changed' and payload ->> 'actor_id' = ${userId}`;
    expect(entries).toHaveLength(1);
  });

  test('in the same request as a new password is applied together with it, or neither is applied', async () => {
    const { browser, email, userId } = await signedIn();
    await server.sql.unsafe(`
      create function public.refuse_new_address() returns trigger language plpgsql as
        $$ begin raise exception 'refused by a rule'; end $$;
      create trigger refuse_new_address before update of email_change on auth.users for each row
        when (new.id = '${userId}' and new.email_change <> '') execute function public.refuse_new_address()`);
    const { error } = await browser.auth.updateUser({
      email: uniqueEmail(),
      password: 'another staple 8',
    });
    expect(error?.status).toBe(500);
    const signIn = (password: string) =>
      createBrowser(server).auth.signInWithPassword({ email, password });
    expect((await signIn(PASSWORD)).error).toBeNull();
    expect((await signIn('another staple 8')).error).not.toBeNull();
  });

  test('sends a notification to the previous address', async () => {
    const { browser, email } = await signedIn();
    const newEmail = uniqueEmail();
    await browser.auth.updateUser({ email: newEmail });
    for (const address of [email, newEmail]) {
      await openLink(server, (await readMail(server, address)).link);
    }
    await readMail(server, newEmail);
    const notice = server.mails.findLast((mail) => mail.to === email);
    expect(notice?.subject).toBe('Your email address was changed');
    expect(notice?.text).toContain(newEmail);
  });
});
