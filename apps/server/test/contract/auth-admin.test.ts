import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createBrowser,
  createOperator,
  openLink,
  PASSWORD,
  readMail,
  signUp,
  uniqueEmail,
  waitForMails,
} from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

describe('the admin API', () => {
  test.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
  ])('returns 403 for %s %s without the secret key', async (method, path) => {
    const { session } = await signUp(server);
    for (const token of [undefined, session.access_token]) {
      const body = method === 'GET' ? {} : { body: { email: uniqueEmail() } };
      const answer = await call(server, path, { method, ...body, ...(token ? { token } : {}) });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
    }
    const garbage = await call(server, path, { method, token: 'garbage' });
    expect(garbage).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  });

  test('returns 403 for the token of a user, even with the secret key as API key', async () => {
    const { session } = await signUp(server);
    const answer = await call(server, '/admin/users', {
      apiKey: server.secretKey,
      token: session.access_token,
    });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
  });
});

describe('the endpoint that creates users', () => {
  test('creates a user who can sign in immediately', async () => {
    const email = uniqueEmail();
    const id = randomUUID();
    const { data, error } = await createOperator(server).auth.admin.createUser({
      id,
      email: email.toUpperCase(),
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
    });
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(signedIn.data.user?.id).toBe(id);
  });

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'not-an-address' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', id: 'x' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password_hash: 'md5' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', ban_duration: 'forever' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: '123' }, 422, 'weak_password'],
    [{ phone: '+15550100' }, 400, 'phone_provider_disabled'],
  ])('rejects %j', async (body, status, code) => {
    const answer = await call(server, '/admin/users', { body, apiKey: server.secretKey });
    expect(answer).toMatchObject({ status, body: { error_code: code } });
  });

  test('rejects an email address that another user has', async () => {
    const { email } = await signUp(server);
    const { error } = await createOperator(server).auth.admin.createUser({ email });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('the endpoint that lists users', () => {
  test('returns pages, newest user first, with the total count and the next page', async () => {
    for (let made = 0; made < 3; made += 1) await signUp(server);
    const operator = createOperator(server);
    const { data: all } = await operator.auth.admin.listUsers({ perPage: 1000 });
    const total = all.users.length;
    const { data, error } = await operator.auth.admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users.map((user) => user.id)).toEqual(all.users.slice(0, 2).map((user) => user.id));
    expect(data).toMatchObject({ aud: 'authenticated', total, nextPage: 2 });
    const { data: second } = await operator.auth.admin.listUsers({ page: 2, perPage: 2 });
    expect(second.users[0]?.id).toBe(all.users[2]?.id);
  });

  test.each(['page=0', 'page=x', 'per_page=0', 'per_page=1001', 'page=1.5'])(
    'rejects the query ?%s',
    async (query) => {
      const answer = await call(server, `/admin/users?${query}`, { apiKey: server.secretKey });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    },
  );
});

describe('a user', () => {
  test('is returned with identities', async () => {
    const { userId, email } = await signUp(server);
    const { data, error } = await createOperator(server).auth.admin.getUserById(userId);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email });
    expect(data.user?.identities).toHaveLength(1);
  });

  test.each(['GET', 'PUT', 'DELETE'])('that does not exist leads to 404 for %s', async (method) => {
    const answer = await call(server, `/admin/users/${randomUUID()}`, {
      method,
      apiKey: server.secretKey,
    });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'user_not_found' } });
  });

  test('whose id is not a UUID leads to 400', async () => {
    const answer = await call(server, '/admin/users/x', { apiKey: server.secretKey });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('is updated by an administrator in one request', async () => {
    const { userId, session } = await signUp(server);
    const email = uniqueEmail();
    const { data, error } = await createOperator(server).auth.admin.updateUserById(userId, {
      email,
      email_confirm: true,
      password: 'set by the operator',
      user_metadata: { full_name: 'Ada' },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { plan: 'gold', provider: 'email' },
    });
    // A new password revokes the existing sessions of the user.
    const old = await call(server, '/user', { token: session.access_token });
    expect(old).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: 'set by the operator',
    });
    expect(signedIn.error).toBeNull();
  });

  test('cannot be given the email address of another user', async () => {
    const { email } = await signUp(server);
    const { userId } = await signUp(server);
    const { error } = await createOperator(server).auth.admin.updateUserById(userId, { email });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('is deleted with all sessions, and the email address can be used again', async () => {
    const { userId, email } = await signUp(server);
    const { error } = await createOperator(server).auth.admin.deleteUser(userId);
    expect(error).toBeNull();
    const left = await server.sql`
      select 1 from auth.refresh_tokens where user_id = ${userId}
      union all select 1 from auth.sessions where user_id = ${userId}
      union all select 1 from auth.identities where user_id = ${userId}`;
    expect(left).toHaveLength(0);
    const again = await createBrowser(server).auth.signUp({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  test.each(['restrict', 'no action deferrable initially deferred'])(
    'is not deleted, even in part, while rows (on delete %s) reference the user',
    async (rule) => {
      const { userId, session, browser } = await signUp(server);
      await server.sql.unsafe(`
        create table public.kept_receipts (user_id uuid references auth.users on delete ${rule});
        insert into public.kept_receipts values ('${userId}')`);
      try {
        const path = `/admin/users/${userId}`;
        const erase = (body: object) =>
          call(server, path, { method: 'DELETE', body, apiKey: server.secretKey });
        const refused = await erase({});
        expect(refused).toMatchObject({ status: 409, body: { error_code: 'conflict' } });
        expect(refused.body.msg).toMatch(/kept_receipts.*should_soft_delete.*account:delete/);
        const { status } = await call(server, '/user', { token: session.access_token });
        expect(status).toBe(200);
        expect((await browser.auth.refreshSession()).error).toBeNull();
        const deletions = await server.sql`
          select from auth.audit_log_entries where payload ->> 'action' = 'user_deleted'
            and payload -> 'traits' ->> 'user_id' = ${userId}`;
        expect(deletions).toEqual([]);
        expect((await erase({ should_soft_delete: true })).status).toBe(200);
        expect((await erase({})).status).toBe(404);
      } finally {
        await server.sql`drop table public.kept_receipts`;
      }
    },
  );

  test('is soft-deleted: the row stays without personal data, and sign-in fails', async () => {
    const { userId, email, session } = await signUp(server);
    const operator = createOperator(server);
    expect((await operator.auth.admin.deleteUser(userId, true)).error).toBeNull();
    const [row] = await server.sql<{ row: string }[]>`
      select to_jsonb(u)::text as row from auth.users u where id = ${userId}`;
    expect(row?.row).toContain(userId);
    expect(row?.row).not.toContain(email);
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(signedIn.error).toMatchObject({ code: 'invalid_credentials' });
    expect((await call(server, '/user', { token: session.access_token })).status).toBe(403);
    expect((await operator.auth.admin.getUserById(userId)).error).toMatchObject({ status: 404 });
  });

  test('without factors has an empty list of factors', async () => {
    const { userId } = await signUp(server);
    const { data, error } = await createOperator(server).auth.admin.mfa.listFactors({ userId });
    expect(error).toBeNull();
    expect(data).toEqual({ factors: [] });
  });
});

describe('an invitation', () => {
  test('signs in a new user, who can then set a password', async () => {
    const email = uniqueEmail();
    const { data, error } = await createOperator(server).auth.admin.inviteUserByEmail(email, {
      data: { full_name: 'Ada' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });
    expect(data.user?.invited_at).toBeDefined();
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const target = await openLink(server, (await readMail(server, email)).link);
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect(fragment.get('type')).toBe('invite');
    const browser = createBrowser(server);
    await browser.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const signedIn = await createBrowser(server).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(signedIn.error).toBeNull();
  });

  test('cannot be sent to a registered user', async () => {
    const { email } = await signUp(server);
    const { error } = await createOperator(server).auth.admin.inviteUserByEmail(email);
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('a generated link', () => {
  test.each(['signup', 'invite', 'magiclink'] as const)(
    'of type %s creates the user and is not sent by email',
    async (type) => {
      const email = uniqueEmail();
      await waitForMails(server);
      const before = server.mails.length;
      const { data, error } = await createOperator(server).auth.admin.generateLink({
        type,
        email,
        password: PASSWORD,
      });
      expect(error).toBeNull();
      await waitForMails(server);
      expect(server.mails).toHaveLength(before);
      expect(data.user?.email).toBe(email);
      const target = await openLink(server, new URL(data.properties?.action_link ?? ''));
      expect(target.hash).toContain('access_token=');
    },
  );

  test('includes a one-time code and a token hash that are accepted too', async () => {
    const { email } = await signUp(server);
    const generate = () =>
      createOperator(server).auth.admin.generateLink({ type: 'recovery', email });
    const first = (await generate()).data.properties;
    const byCode = await createBrowser(server).auth.verifyOtp({
      type: 'recovery',
      email,
      token: first?.email_otp ?? '',
    });
    expect(byCode.error).toBeNull();
    const second = (await generate()).data.properties;
    const byHash = await createBrowser(server).auth.verifyOtp({
      type: 'recovery',
      token_hash: second?.hashed_token ?? '',
    });
    expect(byHash.error).toBeNull();
  });

  test('for an email change updates the address after both links are opened', async () => {
    const { email, userId } = await signUp(server);
    const newEmail = uniqueEmail();
    const links = [];
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await createOperator(server).auth.admin.generateLink({
        type,
        email,
        newEmail,
      });
      links.push(new URL(data.properties?.action_link ?? ''));
    }
    for (const link of links) await openLink(server, link);
    const { data } = await createOperator(server).auth.admin.getUserById(userId);
    expect(data.user?.email).toBe(newEmail);
  });

  test.each([
    [{ type: 'recovery', email: 'nobody@example.com' }, 404, 'user_not_found'],
    [{ type: 'other', email: 'nobody@example.com' }, 400, 'validation_failed'],
    [{ type: 'recovery' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'somebody@example.com' }, 400, 'validation_failed'],
  ])('is not created for %j', async (body, status, code) => {
    const answer = await call(server, '/admin/generate_link', { body, apiKey: server.secretKey });
    expect(answer).toMatchObject({ status, body: { error_code: code } });
  });
});
