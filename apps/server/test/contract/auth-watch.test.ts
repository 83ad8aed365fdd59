import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { connectionAs, openPool } from '../../src/platform/database/connection.ts';
import type { Mail } from '../../src/platform/mail/mailer.ts';
import { AUTH_ROLE } from '../../src/platform/database/service-roles.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createOperator,
  PASSWORD,
  signUp,
  uniqueEmail,
  waitForMails,
  type RawAnswer,
} from './auth-fixtures.ts';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { MAILER_AUTOCONFIRM: 'true', TRUST_PROXY: 'true' },
  });
});
afterAll(() => server.stop());

interface Device {
  readonly ip: string;
  readonly agent: string;
}

const OWN: Device = { ip: '198.51.100.7', agent: 'Own/1' };
let lastUnknownDevice = 0;
/** A device in a network that no other device uses. */
function unknownDevice(): Device {
  lastUnknownDevice += 1;
  return { ip: `10.${lastUnknownDevice >> 8}.${lastUnknownDevice & 255}.1`, agent: 'Own/1' };
}

function signIn(email: string, password: string, device: Device): Promise<RawAnswer> {
  return call(server, '/token?grant_type=password', {
    body: { email, password },
    headers: { 'X-Forwarded-For': device.ip, 'User-Agent': device.agent },
  });
}

async function lastMailTo(email: string): Promise<Mail> {
  await waitForMails(server);
  const mail = server.mails.findLast(({ to }) => to === email);
  if (mail === undefined) throw new Error(`There is no mail to ${email}.`);
  return mail;
}

async function subjectsTo(email: string): Promise<string[]> {
  await waitForMails(server);
  return server.mails.filter((mail) => mail.to === email).map((mail) => mail.subject);
}

/** A user who has signed in once from the owner's device. */
async function signUpOwner() {
  const person = await signUp(server);
  await server.sql`delete from backend_auth.known_devices where user_id = ${person.userId}`;
  expect((await signIn(person.email, PASSWORD, OWN)).status).toBe(200);
  return person;
}

async function failSignIns(email: string, times: number, device: () => Device): Promise<number[]> {
  const statuses = [];
  for (let made = 0; made < times; made += 1) {
    statuses.push((await signIn(email, 'a wrong one', device())).status);
  }
  return statuses;
}

describe('failed password sign-ins', () => {
  /** @covers security.sessions.12 */
  test('delay later attempts from unknown networks, and double the delay after each failure', async () => {
    const { email } = await signUpOwner();
    expect(await failSignIns(email, 10, unknownDevice)).toEqual(Array<number>(10).fill(400));
    const delays = [];
    for (let round = 0; round < 3; round += 1) {
      const rejected = await signIn(email, PASSWORD, unknownDevice());
      expect(rejected).toMatchObject({
        status: 429,
        body: { error_code: 'over_request_rate_limit' },
      });
      delays.push(Number(rejected.headers.get('retry-after')));
      clock.advance((delays.at(-1) ?? 0) * 1000 + 1);
      expect((await signIn(email, 'a wrong one', unknownDevice())).status).toBe(400);
    }
    expect(delays).toEqual([1, 2, 4]);
  });

  /** @covers security.sessions.12 */
  test('of other clients do not count against the limit of the owner’s device', async () => {
    const { email } = await signUpOwner();
    await failSignIns(email, 12, unknownDevice);
    expect((await signIn(email, PASSWORD, OWN)).status).toBe(200);
    expect((await signIn(email, PASSWORD, { ...OWN, ip: '198.51.100.99' })).status).toBe(200);
    expect((await signIn(email, PASSWORD, unknownDevice())).status).toBe(429);
  });

  test('are reset by the correct password', async () => {
    const { email } = await signUpOwner();
    await failSignIns(email, 9, () => OWN);
    expect((await signIn(email, PASSWORD, OWN)).status).toBe(200);
    expect(await failSignIns(email, 9, () => OWN)).toEqual(Array<number>(9).fill(400));
  });

  test('send one email to the owner', async () => {
    const { email } = await signUpOwner();
    await failSignIns(email, 14, () => {
      clock.advance(3_600_000);
      return unknownDevice();
    });
    const notices = (await subjectsTo(email)).filter((subject) =>
      subject.includes('sign-in attempts'),
    );
    expect(notices).toEqual(['Failed sign-in attempts on your account']);
  });

  test('count in the same way for an unknown email address', async () => {
    const email = uniqueEmail();
    expect(await failSignIns(email, 11, unknownDevice)).toEqual([
      ...Array<number>(10).fill(400),
      429,
    ]);
  });
});

describe('a device that is new to an account', () => {
  test('triggers an email to the owner, unless it is the first device', async () => {
    const { email } = await signUpOwner();
    expect(await subjectsTo(email)).toEqual([]);
    await signIn(email, PASSWORD, OWN);
    await signIn(email, PASSWORD, { ...OWN, ip: '198.51.100.200' });
    expect(await subjectsTo(email)).toEqual([]);
    await signIn(email, PASSWORD, { ...OWN, agent: 'Other/2' });
    await signIn(email, PASSWORD, { ...OWN, agent: 'Other/2' });
    expect(await subjectsTo(email)).toEqual(['New sign-in to your account']);
  });

  test('is described in the email by time, device and network, with a link for a new password', async () => {
    const { email, userId } = await signUpOwner();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    await signIn(email, PASSWORD, { agent, ip: '192.0.2.77' });
    const mail = await lastMailTo(email);
    const time = new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(clock.now());
    expect(mail.text).toContain(`When: ${time} UTC\n`);
    expect(mail.text).toContain('Device: Firefox on Linux\nNetwork: 192.0.2.*\n');
    expect(mail.text).toMatch(/Reset your password:\nhttp\S+\/\?link=reset-password\n/);
    expect(mail.text + mail.html).not.toContain('192.0.2.77');
    await createOperator(server).auth.admin.updateUserById(userId, {
      password: 'another staple 8',
    });
    const { subject, text } = await lastMailTo(email);
    expect(subject).toBe('Your password was changed');
    expect(text).toContain('By: An administrator\n');
    expect(text).not.toContain('Device:');
  });
});

describe('a revoked family of refresh tokens', () => {
  const refresh = (token: unknown) =>
    call(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });

  /** @covers security.sessions.7 */
  test('ends its session: it cannot be refreshed, and its access tokens are rejected', async () => {
    const { session } = await signUp(server);
    const first = session.refresh_token;
    const second = (await refresh(first)).body;
    const third = (await refresh(second.refresh_token)).body;
    clock.advance(10_001);
    // The attacker and the owner, in any order, with any of their tokens.
    const fourth = (await refresh(third.refresh_token)).body;
    expect((await refresh(first)).body).toMatchObject({ error_code: 'refresh_token_already_used' });
    for (const token of [first, second, third, fourth].map((one) =>
      typeof one === 'string' ? one : one.refresh_token,
    )) {
      expect(await refresh(token)).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_already_used' },
      });
    }
    for (const token of [session.access_token, fourth.access_token as string]) {
      expect(await call(server, '/user', { token })).toMatchObject({
        status: 403,
        body: { error_code: 'session_not_found' },
      });
    }
    const { session_id: sessionId } = decodeJwt<{ session_id: string }>(session.access_token);
    const entries = await server.sql`
      select 1 from auth.audit_log_entries
      where payload ->> 'action' = 'token_revoked'
        and payload -> 'traits' ->> 'session_id' = ${sessionId}`;
    expect(entries).toHaveLength(1);
  });
});

describe('the audit log', () => {
  async function actionsOf(actorId: string) {
    const rows = await server.sql<{ action: string }[]>`
      select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${actorId} or payload -> 'traits' ->> 'user_id' = ${actorId}
      order by created_at, payload ->> 'action'`;
    return rows.map(({ action }) => action).sort();
  }

  test('contains every sign-in, failure, change and administrator action', async () => {
    const { email, userId, browser } = await signUp(server);
    await signIn(email, 'a wrong one', OWN);
    await browser.auth.updateUser({ password: 'another staple 8', current_password: 'wrong' });
    await browser.auth.updateUser({ data: { theme: 'dark' }, password: 'another staple 8' });
    await browser.auth.updateUser({ email: uniqueEmail() });
    await browser.auth.resetPasswordForEmail(email);
    await browser.auth.reauthenticate();
    await browser.auth.signOut();
    const operator = createOperator(server).auth.admin;
    await operator.generateLink({ type: 'recovery', email });
    await operator.updateUserById(userId, { app_metadata: { plan: 'gold' } });
    await waitForMails(server);
    expect(await actionsOf(userId)).toEqual([
      'link_generated',
      'login',
      'login_failed',
      'login_failed',
      'logout',
      'user_email_change_requested',
      'user_modified',
      'user_modified',
      'user_reauthenticate_requested',
      'user_recovery_requested',
      'user_signedup',
      'user_updated_password',
    ]);
  });

  test('contains rejected codes and links without a user', async () => {
    const count = async () => {
      const rows = await server.sql`
        select payload from auth.audit_log_entries
        where payload ->> 'action' = 'login_failed' and payload ->> 'actor_username' = ''
          and payload -> 'traits' ->> 'method' in ('otp', 'link')`;
      return rows.length;
    };
    const before = await count();
    const email = uniqueEmail();
    await call(server, '/verify', { body: { type: 'signup', email, token: '123456' } });
    await call(server, '/verify', { body: { type: 'signup', token_hash: 'made-up' } });
    expect(await count()).toBe(before + 2);
  });

  test('has entries in the format of Supabase', async () => {
    const { email, userId } = await signUpOwner();
    const [entry] = await server.sql<{ payload: object; ip_address: string }[]>`
      select payload, ip_address from auth.audit_log_entries
      where payload ->> 'actor_id' = ${userId} and payload ->> 'action' = 'login'
      order by ip_address desc limit 1`;
    expect(entry).toEqual({
      payload: {
        action: 'login',
        actor_id: userId,
        actor_username: email,
        actor_via_sso: false,
        log_type: 'account',
        traits: { method: 'password' },
        timestamp: clock.now().toISOString(),
      },
      ip_address: OWN.ip,
    });
  });

  test('has no entry for a change that was not made', async () => {
    const { userId, browser } = await signUp(server);
    await server.sql.unsafe(`
      create function public.refuse_password() returns trigger language plpgsql as
        $$ begin raise exception 'refused by a rule'; end $$;
      create trigger refuse_password before update of encrypted_password on auth.users for each row
        when (new.id = '${userId}') execute function public.refuse_password()`);
    const { error } = await browser.auth.updateUser({ password: 'another staple 8' });
    expect(error?.status).toBe(500);
    expect(await actionsOf(userId)).not.toContain('user_updated_password');
  });

  /** @covers security.records.5 */
  test('cannot be changed by the service that writes it, or by any other role', async () => {
    const connection = connectionAs(server.database.connection, AUTH_ROLE);
    const asService = openPool(connection, { applicationName: 'test', maxConnections: 1 });
    try {
      for (const statement of [
        'delete from auth.audit_log_entries',
        `update auth.audit_log_entries set payload = '{}'`,
        'truncate auth.audit_log_entries',
        'alter table auth.audit_log_entries disable trigger all',
        'drop table auth.audit_log_entries',
      ]) {
        await expect(asService.unsafe(statement)).rejects.toThrow(
          /permission denied|must be owner/,
        );
      }
      for (const statement of [
        'delete from auth.audit_log_entries',
        `update auth.audit_log_entries set created_at = now()`,
        `update auth.audit_log_entries
           set payload = (payload::jsonb || '{"action": "nothing"}')::json, ip_address = ''`,
        'truncate auth.audit_log_entries',
      ]) {
        await expect(server.sql.unsafe(statement)).rejects.toThrow('append-only');
      }
    } finally {
      await asService.end();
    }
  });
});

describe('a soft-deleted account', () => {
  /** @covers security.personal-data.2 */
  test('has no personal data in the auth service', async () => {
    const { email, userId, browser } = await signUp(server);
    await signIn(email, PASSWORD, { ip: '203.0.113.77', agent: 'Recognisable/9' });
    await signIn(email, 'a wrong one', { ip: '203.0.113.77', agent: 'Recognisable/9' });
    await browser.auth.updateUser({ data: { full_name: 'Ada Lovelace' }, email: uniqueEmail() });
    await call(server, '/recover', {
      body: { email, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    });
    await waitForMails(server);
    const { error } = await createOperator(server).auth.admin.deleteUser(userId, true);
    expect(error).toBeNull();
    const tables = await server.sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'backend_auth', 'backend_jobs')`;
    const [subject] = await server.sql<{ hash: string }[]>`
      select encode(backend_auth.failure_subject(${email}, null), 'hex') as hash`;
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      const rows = await server.sql.unsafe<{ row: string }[]>(
        `select to_jsonb(t)::text as row from ${name} t`,
      );
      const content = rows.map(({ row }) => row).join('\n');
      for (const trace of [
        email,
        'Lovelace',
        '203.0.113.77',
        'Recognisable',
        subject?.hash ?? '',
      ]) {
        expect(content.includes(trace), `${name} holds ${trace}`).toBe(false);
      }
    }
    const [kept] = await server.sql`
      select 1 from auth.audit_log_entries
      where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = ${userId}`;
    expect(kept).toBeDefined();
  });

  test('has an alias that cannot be derived from its id and email address', async () => {
    const { createHash } = await import('node:crypto');
    const { email, userId } = await signUp(server);
    await createOperator(server).auth.admin.deleteUser(userId, true);
    const [row] = await server.sql<{ email: string }[]>`
      select email from auth.users where id = ${userId}`;
    for (const text of [userId + email, email, email + userId]) {
      const hash = createHash('sha256').update(text).digest();
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(row?.email).not.toContain(hash.toString(form));
      }
    }
  });
});
