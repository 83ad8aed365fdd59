import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call, PASSWORD, readMail, uniqueEmail } from './auth-fixtures.ts';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: {
      TRUST_PROXY: 'true',
      MAILER_AUTOCONFIRM: 'false',
      ANONYMOUS_USERS: 'true',
      RATE_LIMIT_TOKEN_PER_5_MIN: '4',
      RATE_LIMIT_AUTH_PER_5_MIN: '3',
      RATE_LIMIT_ANONYMOUS_PER_HOUR: '2',
      RATE_LIMIT_EMAIL_PER_HOUR: '4',
    },
  });
});
afterAll(() => server.stop());

let lastAddress = 0;
/** A client IP address that no other test uses. */
function newAddress(): string {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
}

function post(path: string, body: unknown, address: string) {
  return call(server, path, { body, headers: { 'X-Forwarded-For': address } });
}

describe('the request rate limit per client IP address', () => {
  test.each([
    ['/token?grant_type=refresh_token', { refresh_token: 'x' }, 4],
    ['/token?grant_type=password', { email: 'a@example.com', password: 'x' }, 4],
    ['/signup', { email: 'not-an-address', password: PASSWORD }, 3],
    ['/signup', {}, 2],
    ['/recover', { email: '%' }, 3],
    ['/otp', { email: 'nobody@example.com', create_user: false }, 3],
    ['/resend', { type: 'signup', email: '%' }, 3],
    ['/verify', { type: 'signup', token_hash: 'x' }, 3],
  ])('accepts %s %j up to %i times', async (path, body, limit) => {
    const address = newAddress();
    // Emails to one address are limited too, so each request uses a new address.
    const other = () => JSON.parse(JSON.stringify(body).replace('%', uniqueEmail())) as unknown;
    for (let made = 0; made < limit; made += 1) {
      expect((await post(path, other(), address)).status).not.toBe(429);
    }
    const refused = await post(path, other(), address);
    expect(refused).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(path, other(), newAddress())).status).not.toBe(429);
    clock.advance(60 * 60_000);
    expect((await post(path, other(), address)).status).not.toBe(429);
  });

  test('also applies to an email link, which then redirects with an error in the fragment', async () => {
    const address = newAddress();
    const open = () =>
      fetch(`${server.url}/auth/v1/verify?token=x&type=signup`, {
        redirect: 'manual',
        headers: { 'X-Forwarded-For': address },
      }).then((response) => response.headers.get('location') ?? '');
    for (let made = 0; made < 3; made += 1) expect(await open()).toContain('otp_expired');
    expect(await open()).toContain('over_request_rate_limit');
  });
});

describe('the email rate limit per client IP address', () => {
  test('returns 429 over_email_send_rate_limit, and the user can sign up later', async () => {
    const address = newAddress();
    const signUp = (email: string) => post('/signup', { email, password: PASSWORD }, address);
    // A request for an email counts even if no account has the address.
    for (const path of ['/recover', '/otp']) {
      expect((await post(path, { email: uniqueEmail() }, address)).status).toBe(200);
    }
    expect((await signUp(uniqueEmail())).status).toBe(200);
    expect((await signUp(uniqueEmail())).status).toBe(200);
    const third = uniqueEmail();
    expect(await signUp(third)).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    });
    clock.advance(60 * 60_000);
    expect((await signUp(third)).status).toBe(200);
  });
});

describe('attempts to verify a one-time code', () => {
  test('are limited per account, even from different client IP addresses', async () => {
    const email = uniqueEmail();
    await post('/signup', { email, password: PASSWORD }, newAddress());
    const { code } = await readMail(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guess = (token: string) =>
      post('/verify', { type: 'signup', email, token }, newAddress());
    for (let made = 0; made < 3; made += 1) expect((await guess(wrong)).status).toBe(403);
    expect(await guess(code)).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
  });
});
