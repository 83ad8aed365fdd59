/** @covers security.sessions.18 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixedClock } from '../../src/platform/runtime/clock.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  call,
  createOperator,
  signUp,
  uniqueEmail,
  waitForBlocked,
  type RawAnswer,
} from './auth-fixtures.ts';
import { createFactorSteps, STEP_MS } from './auth-factor-fixtures.ts';

const HOME = { 'X-Forwarded-For': '198.51.100.7' };

const clock = createFixedClock(new Date());
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { MAILER_AUTOCONFIRM: 'true', TRUST_PROXY: 'true', MFA_MAX_FACTORS: '3' },
  });
});
afterAll(() => server.stop());

const { codeOf, wrongCode, enrol, enterCode, makeProtected, signIn, subjectsTo } =
  createFactorSteps(() => server, clock);

function postFactor(token: string, body: unknown): Promise<RawAnswer> {
  return call(server, '/factors', { body, token });
}

async function challenge(token: string, factorId: string, headers = {}): Promise<string> {
  const answer = await call(server, `/factors/${factorId}/challenge`, { body: {}, token, headers });
  expect(answer.status).toBe(200);
  return String(answer.body.id);
}

function verify(
  token: string,
  factorId: string,
  body: { challenge_id: string; code: string },
  headers = {},
): Promise<RawAnswer> {
  return call(server, `/factors/${factorId}/verify`, { body, token, headers });
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await server.sql<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where payload ->> 'actor_id' = ${userId} order by created_at, payload ->> 'action'`;
  return rows.map(({ action }) => action);
}

describe('the enrollment of an authenticator app', () => {
  /** @covers 7.18 */
  test('returns the key as text, as an otpauth URI and as a QR code in a data URL', async () => {
    const { browser, email } = await signUp(server);
    const { data, error } = await browser.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'My phone',
      issuer: 'Beacon & Pay',
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' });
    const { secret, uri, qr_code: picture } = data?.totp ?? { secret: '', uri: '', qr_code: '' };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain(`Beacon & Pay:${email}`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      issuer: 'Beacon & Pay',
    });
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  });

  test('creates an unverified factor, which has no effect until a code is verified', async () => {
    const { browser } = await signUp(server);
    const { id } = await enrol(browser);
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.all).toEqual([
      expect.objectContaining({ id, status: 'unverified', factor_type: 'totp' }),
    ]);
    expect(data?.totp).toEqual([]);
    const { error } = await browser.auth.updateUser({ password: 'another staple 8' });
    expect(error).toBeNull();
  });

  test('stores the secret encrypted', async () => {
    const { browser } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const [row] = await server.sql`select secret from auth.mfa_factors where id = ${id}`;
    const stored = String(row?.secret);
    expect(stored).not.toContain(secret);
    expect(Buffer.from(stored, 'base64').toString('latin1')).not.toContain(secret);
    expect(JSON.stringify((await browser.auth.getUser()).data)).not.toContain(secret);
  });

  /** @covers 7.18 */
  test('rejects a factor name that is already used, and a second factor without a name', async () => {
    const { session } = await signUp(server);
    const token = session.access_token;
    for (const body of [{ factor_type: 'totp', friendly_name: 'one' }, { factor_type: 'totp' }]) {
      expect((await postFactor(token, body)).status).toBe(200);
      expect(await postFactor(token, body)).toMatchObject({
        status: 422,
        body: { error_code: 'mfa_factor_name_conflict' },
      });
    }
  });

  /** @covers 7.18 */
  test('rejects a factor above the configured maximum', async () => {
    const { session } = await signUp(server);
    const answers = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      answers.push(
        await postFactor(session.access_token, { factor_type: 'totp', friendly_name: name }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422]);
    expect(answers[3]?.body.error_code).toBe('too_many_enrolled_mfa_factors');
  });

  test('that is not completed within five minutes is replaced by the next enrollment', async () => {
    const { browser } = await signUp(server);
    const left = await enrol(browser);
    clock.advance(301_000);
    const { id } = await enrol(browser);
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.all.map((factor) => factor.id)).toEqual([id]);
    expect(id).not.toBe(left.id);
  });

  /** @covers 7.18 */
  test.each([
    [{ factor_type: 'phone', phone: '+15550100' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'carrier pigeon' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'totp', issuer: 'x'.repeat(201) }, 400, 'validation_failed'],
  ])('rejects %j with %i %s', async (body, status, code) => {
    const { session } = await signUp(server);
    expect(await postFactor(session.access_token, body)).toMatchObject({
      status,
      body: { error_code: code },
    });
  });

  test('requires a session', async () => {
    expect(await call(server, '/factors', { body: { factor_type: 'totp' } })).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    });
  });
});

describe('the first correct code', () => {
  /** @covers 7.18 */
  test('raises the session to aal2 and puts the newest method first in the amr claim', async () => {
    const { browser, token, email } = await makeProtected();
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data: refreshed } = await browser.auth.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
      session_id: claims.session_id,
    });
    expect(await subjectsTo(email)).toContain('Two-step verification was turned on');
  });

  test('revokes the other aal1 sessions and deletes the other unverified factors', async () => {
    const { browser, email } = await signUp(server);
    const other = await signIn(email);
    await enrol(browser, 'left');
    const factor = await enrol(browser, 'kept');
    expect((await enterCode(browser, factor)).error).toBeNull();
    expect(await call(server, '/user', { token: other.token })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    });
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).toEqual([factor.id]);
  });

  test('does not revoke another session that is already at aal2', async () => {
    const { email, factor, browser } = await makeProtected();
    const other = await signIn(email);
    expect((await enterCode(other.browser, factor)).error).toBeNull();
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  test('lets a tab with the previous refresh token obtain the new one', async () => {
    const { browser, session } = await signUp(server);
    const factor = await enrol(browser);
    const { data } = await enterCode(browser, factor);
    const refreshed = await call(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed).toMatchObject({ status: 200, body: { refresh_token: data?.refresh_token } });
    expect(decodeJwt(String(refreshed.body.access_token)).aal).toBe('aal2');
  });

  test('is recorded in the audit log, as are its challenge and the removal of its factor', async () => {
    const { userId, browser, factor } = await makeProtected();
    await browser.auth.mfa.unenroll({ factorId: factor.id });
    expect(await actionsOf(userId)).toEqual(
      expect.arrayContaining([
        'factor_in_progress',
        'challenge_created',
        'verification_attempted',
        'factor_unenrolled',
      ]),
    );
  });
});

describe('a code', () => {
  test('is accepted once', async () => {
    const { email, factor } = await makeProtected();
    const { token } = await signIn(email);
    const used = codeOf(factor.secret);
    const again = { challenge_id: await challenge(token, factor.id), code: used };
    expect(await verify(token, factor.id, again)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_verification_failed' },
    });
    // The code of the previous time step is rejected too.
    const before = { ...again, code: codeOf(factor.secret, -1) };
    expect((await verify(token, factor.id, before)).status).toBe(422);
    const next = { ...again, code: codeOf(factor.secret, 1) };
    expect((await verify(token, factor.id, next)).status).toBe(200);
  });

  test.each([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])('of %i time steps from now leads to status %i', async (steps, status) => {
    const { browser, session } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const challengeId = await challenge(session.access_token, id);
    const body = { challenge_id: challengeId, code: codeOf(secret, steps) };
    expect((await verify(session.access_token, id, body)).status).toBe(status);
  });

  test.each(['12345', '1234567', 'abcdef', ' '])('"%s" is rejected', async (code) => {
    const { browser, session } = await signUp(server);
    const { id } = await enrol(browser);
    const challengeId = await challenge(session.access_token, id);
    expect(
      await verify(session.access_token, id, { challenge_id: challengeId, code }),
    ).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } });
  });

  test('that is wrong is recorded in the audit log and leaves the session at aal1', async () => {
    const { browser, userId } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const { error } = await browser.auth.mfa.challengeAndVerify({
      factorId: id,
      code: wrongCode(secret),
    });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const { data } = await browser.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '').aal).toBe('aal1');
    expect(await actionsOf(userId)).toContain('verification_attempted');
  });

  test('cannot be guessed from many client IP addresses', async () => {
    const limited = await startTestServer({
      clock,
      environment: {
        MAILER_AUTOCONFIRM: 'true',
        TRUST_PROXY: 'true',
        RATE_LIMIT_MFA_PER_MIN: '4',
      },
    });
    try {
      const { browser, session } = await signUp(limited);
      const { id, secret } = await enrol(browser);
      const token = session.access_token;
      const attempt = async (address: number, code: string) => {
        const headers = { 'X-Forwarded-For': `10.0.${address}.1` };
        const path = `/factors/${id}`;
        const { body } = await call(limited, `${path}/challenge`, { body: {}, token, headers });
        const given = { challenge_id: body.id, code };
        return call(limited, `${path}/verify`, { body: given, token, headers });
      };
      const statuses = [];
      for (let made = 0; made < 4; made += 1) {
        statuses.push((await attempt(made, wrongCode(secret))).status);
      }
      expect(statuses).toEqual([422, 422, 422, 422]);
      expect(await attempt(9, codeOf(secret))).toMatchObject({
        status: 429,
        body: { error_code: 'over_request_rate_limit' },
      });
      // The number of challenges per client IP address is limited too.
      const fromOne = [];
      for (let made = 0; made < 5; made += 1) {
        const options = { body: {}, token, headers: { 'X-Forwarded-For': '10.9.9.9' } };
        fromOne.push((await call(limited, `/factors/${id}/challenge`, options)).status);
      }
      expect(fromOne).toEqual([200, 200, 200, 200, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('a challenge', () => {
  /** @covers 7.18 */
  test('has an expiry time and rejects a code after it', async () => {
    const { browser, session } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const { data } = await browser.auth.mfa.challenge({ factorId: id });
    expect(data).toMatchObject({
      type: 'totp',
      expires_at: Math.floor(clock.now().getTime() / 1000) + 300,
    });
    clock.advance(300_001);
    const body = { challenge_id: data?.id ?? '', code: codeOf(secret) };
    expect(await verify(session.access_token, id, body)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    });
  });

  test('accepts one correct code', async () => {
    const { browser, session } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const challengeId = await challenge(session.access_token, id);
    const first = { challenge_id: challengeId, code: codeOf(secret) };
    expect((await verify(session.access_token, id, first)).status).toBe(200);
    const second = { challenge_id: challengeId, code: codeOf(secret, 1) };
    expect(await verify(session.access_token, id, second)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    });
  });

  /** @covers 7.18 */
  test('is valid only for the client IP address that requested it', async () => {
    const { browser, session } = await signUp(server);
    const { id, secret } = await enrol(browser);
    const token = session.access_token;
    const body = { challenge_id: await challenge(token, id, HOME), code: codeOf(secret) };
    const elsewhere = { 'X-Forwarded-For': '198.51.100.8' };
    expect(await verify(token, id, body, elsewhere)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_ip_address_mismatch' },
    });
    expect((await verify(token, id, body, HOME)).status).toBe(200);
  });

  test('of another factor or another user is not found', async () => {
    const { browser, session } = await signUp(server);
    const own = await enrol(browser, 'own');
    const second = await enrol(browser, 'second');
    const stranger = await signUp(server);
    const foreign = await enrol(stranger.browser);
    const challenges = [
      await challenge(session.access_token, second.id),
      await challenge(stranger.session.access_token, foreign.id),
      crypto.randomUUID(),
    ];
    for (const id of challenges) {
      const body = { challenge_id: id, code: codeOf(own.secret) };
      expect(await verify(session.access_token, own.id, body)).toMatchObject({
        status: 404,
        body: { error_code: 'mfa_factor_not_found' },
      });
    }
  });

  test('for the factor of another user can be neither created nor verified', async () => {
    const { id, secret } = await enrol((await signUp(server)).browser);
    const { session } = await signUp(server);
    const token = session.access_token;
    const expectedError = { status: 404, body: { error_code: 'mfa_factor_not_found' } };
    expect(await call(server, `/factors/${id}/challenge`, { body: {}, token })).toMatchObject(
      expectedError,
    );
    const body = { challenge_id: crypto.randomUUID(), code: codeOf(secret) };
    expect(await verify(token, id, body)).toMatchObject(expectedError);
    expect(await call(server, `/factors/${id}`, { method: 'DELETE', token })).toMatchObject(
      expectedError,
    );
  });

  test.each([
    ['/factors/no-uuid/challenge', {}],
    ['/factors/no-uuid/verify', { challenge_id: crypto.randomUUID(), code: '000000' }],
    [`/factors/${crypto.randomUUID()}/verify`, { challenge_id: 'x', code: '000000' }],
    [`/factors/${crypto.randomUUID()}/verify`, { challenge_id: crypto.randomUUID() }],
  ])('request to %s with %j is rejected as malformed', async (path, body) => {
    const { session } = await signUp(server);
    const answer = await call(server, path, { body, token: session.access_token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('a verified factor', () => {
  test('blocks changes of the password, the email address and the factors at aal1', async () => {
    const { email, factor } = await makeProtected();
    const { browser, token } = await signIn(email);
    const password = await browser.auth.updateUser({ password: 'another staple 8' });
    expect(password.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const address = await browser.auth.updateUser({ email: uniqueEmail() });
    expect(address.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect(await postFactor(token, { factor_type: 'totp', friendly_name: 'new' })).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    });
    const removed = await browser.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  });

  test('prevents an aal1 session from verifying another factor that was enrolled at aal2', async () => {
    const { email, browser } = await makeProtected();
    const begun = await enrol(browser, 'second');
    const { token } = await signIn(email);
    const body = { challenge_id: await challenge(token, begun.id), code: codeOf(begun.secret) };
    expect(await verify(token, begun.id, body)).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    });
  });

  test('allows changes of the password and the factors at aal2', async () => {
    const { email, factor } = await makeProtected();
    const { browser } = await signIn(email);
    expect((await enterCode(browser, factor)).error).toBeNull();
    expect((await browser.auth.updateUser({ password: 'another staple 8' })).error).toBeNull();
    const second = await enrol(browser, 'second');
    expect((await enterCode(browser, second)).error).toBeNull();
    expect((await browser.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
  });

  /** @covers 7.18 */
  test('that is removed lowers its sessions to aal1, and the user receives an email', async () => {
    const { email, browser, factor } = await makeProtected();
    const { data, error } = await browser.auth.mfa.unenroll({ factorId: factor.id });
    expect(error).toBeNull();
    expect(data).toEqual({ id: factor.id });
    const { data: refreshed } = await browser.auth.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect((await browser.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect(await subjectsTo(email)).toContain(
      'A verification method was removed from your account',
    );
  });

  test('can be removed by an administrator for a user who lost it', async () => {
    const { email, userId, factor } = await makeProtected();
    const operator = createOperator(server);
    const { data, error } = await operator.auth.admin.mfa.deleteFactor({ userId, id: factor.id });
    expect(error).toBeNull();
    expect(data).toMatchObject({ data: { id: factor.id } });
    const { browser } = await signIn(email);
    expect((await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      nextLevel: 'aal1',
    });
    const { session } = await signUp(server);
    const path = `/admin/users/${userId}/factors/${factor.id}`;
    expect(
      await call(server, path, { method: 'DELETE', token: session.access_token }),
    ).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
  });

  test('that is deleted while its code is verified leads to 404', async () => {
    const { email, userId, factor } = await makeProtected();
    const { token } = await signIn(email);
    const challengeId = await challenge(token, factor.id);
    clock.advance(STEP_MS);
    const body = { challenge_id: challengeId, code: codeOf(factor.secret) };
    const verified = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const verifying = verify(token, factor.id, body);
      await waitForBlocked(server, 1);
      await sql`delete from auth.mfa_factors where id = ${factor.id}`;
      return () => verifying;
    });
    expect(await verified()).toMatchObject({
      status: 404,
      body: { error_code: 'mfa_factor_not_found' },
    });
  });

  test('accepts the same code from only one of two tabs that send it at the same time', async () => {
    const { email, userId, factor } = await makeProtected();
    const { token } = await signIn(email);
    const challenges = [await challenge(token, factor.id), await challenge(token, factor.id)];
    clock.advance(STEP_MS);
    const code = codeOf(factor.secret);
    const both = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const verifying = challenges.map((id) =>
        verify(token, factor.id, { challenge_id: id, code }),
      );
      await waitForBlocked(server, 2);
      return () => Promise.all(verifying);
    });
    expect((await both()).map(({ status }) => status).sort()).toEqual([200, 422]);
    const sessions = await server.sql`
      select 1 from auth.refresh_tokens t
      where t.user_id = ${userId} and t.revoked = false and t.session_id = ${String(decodeJwt(token).session_id)}`;
    expect(sessions).toHaveLength(1);
  });

  test('rejects a code if the session ends during the verification', async () => {
    const { email, userId, factor } = await makeProtected();
    const { token } = await signIn(email);
    const challengeId = await challenge(token, factor.id);
    clock.advance(STEP_MS);
    const body = { challenge_id: challengeId, code: codeOf(factor.secret) };
    const verified = await server.sql.begin(async (sql) => {
      await sql`select 1 from auth.users where id = ${userId} for update`;
      const verifying = verify(token, factor.id, body);
      await waitForBlocked(server, 1);
      await sql`delete from auth.sessions where id = ${String(decodeJwt(token).session_id)}`;
      return () => verifying;
    });
    expect(await verified()).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    });
  });
});
