import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { createFactorSteps } from './auth-factor-fixtures.ts';
import { call, signUp, type RawAnswer } from './auth-fixtures.ts';

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { MAILER_AUTOCONFIRM: 'true' } });
});
afterAll(() => server.stop());

const { makeProtected, signIn, subjectsTo } = createFactorSteps(() => server, clock);

describe('Recovery codes', () => {
  async function generateCodes(token: string): Promise<string[]> {
    const response = await call(server, '/factors/recovery-codes', { body: {}, token });
    expect(response.status).toBe(200);
    return response.body.codes as string[];
  }
  function recover(token: string, code: string): Promise<RawAnswer> {
    return call(server, '/factors/recovery-codes/verify', { body: { code }, token });
  }
  const expectedError = { status: 422, body: { error_code: 'mfa_verification_failed' } };

  /** @covers 7.18 */
  test('are ten codes, and each code elevates a session to aal2 once', async () => {
    const { email, token } = await makeProtected();
    const codes = await generateCodes(token);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-?){4}$/);
    const [code = ''] = codes;
    const first = await signIn(email);
    clock.advance(1000);
    const response = await recover(first.token, code);
    expect(response.status).toBe(200);
    expect(decodeJwt(String(response.body.access_token))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'recovery_code' }, { method: 'password' }],
    });
    const second = await signIn(email);
    expect(await recover(second.token, code)).toMatchObject(expectedError);
    expect(await subjectsTo(email)).toContain('A recovery code was used to sign in');
  });

  test('are accepted in upper case, with spaces, with O for 0 and with l for 1', async () => {
    const { email, token } = await makeProtected();
    const [code = ''] = await generateCodes(token);
    const { token: below } = await signIn(email);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await recover(below, typed)).status).toBe(200);
  });

  test('replace the older codes when they are generated again', async () => {
    const { email, token } = await makeProtected();
    const [older = ''] = await generateCodes(token);
    const [newer = ''] = await generateCodes(token);
    const { token: below } = await signIn(email);
    expect(await recover(below, older)).toMatchObject(expectedError);
    expect((await recover(below, newer)).status).toBe(200);
  });

  test('are stored as hashes only', async () => {
    const { userId, token } = await makeProtected();
    const codes = await generateCodes(token);
    const rows = await server.sql<{ stored: string }[]>`
      select code_hash::text || encode(code_hash, 'escape') as stored
      from backend_auth.recovery_codes where user_id = ${userId}`;
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test('can be generated only at aal2 and only by a user with a factor', async () => {
    const { email } = await makeProtected();
    const without = await signUp(server);
    for (const token of [(await signIn(email)).token, without.session.access_token]) {
      const response = await call(server, '/factors/recovery-codes', { body: {}, token });
      expect(response).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
    }
  });

  test('of another user are rejected', async () => {
    const { token } = await makeProtected();
    const [code = ''] = await generateCodes(token);
    const other = await makeProtected();
    const { token: below } = await signIn(other.email);
    expect(await recover(below, code)).toMatchObject(expectedError);
    expect((await recover(below, '')).status).toBe(400);
  });

  test('are deleted with the last factor', async () => {
    const { email, userId, browser, factor, token } = await makeProtected();
    const [code = ''] = await generateCodes(token);
    await browser.auth.mfa.unenroll({ factorId: factor.id });
    const { token: below } = await signIn(email);
    expect(await recover(below, code)).toMatchObject(expectedError);
    const rows = await server.sql`
      select 1 from backend_auth.recovery_codes where user_id = ${userId}`;
    expect(rows).toHaveLength(0);
  });

  test('are rejected after 100 wrong attempts', async () => {
    const { email, token } = await makeProtected();
    const [code = ''] = await generateCodes(token);
    const { token: below } = await signIn(email);
    for (let attempts = 0; attempts < 100; attempts += 1) {
      expect((await recover(below, 'wrong')).status).toBe(422);
    }
    expect(await recover(below, code)).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    });
  });
});
