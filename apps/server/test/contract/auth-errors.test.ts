import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { call } from './auth-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { BODY_LIMIT_BYTES: '10000' } });
});
afterAll(() => server.stop());

const wrongCredentials = { email: 'nobody@example.com', password: 'not the password' };

describe('the body of an error response', () => {
  test('is {code, message} for a client that sends API version 2024-01-01 or later', async () => {
    for (const version of ['2024-01-01', '2025-06-30']) {
      const answer = await call(server, '/token?grant_type=password', {
        body: wrongCredentials,
        headers: { 'X-Supabase-Api-Version': version, Origin: 'https://app.example' },
      });
      expect(answer.body).toEqual({
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase();
      expect(exposed).toContain('x-supabase-api-version');
      expect(exposed).toContain('x-sb-error-code');
    }
  });

  test('is {code, error_code, msg} for any other client', async () => {
    for (const headers of [{}, { 'X-Supabase-Api-Version': '2023-12-31' }]) {
      const answer = await call(server, '/token?grant_type=password', {
        body: wrongCredentials,
        headers,
      });
      expect(answer.body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    }
  });

  test('contains the reasons for a weak password in both formats', async () => {
    const body = { email: 'ada@example.com', password: '123' };
    for (const headers of [{}, { 'X-Supabase-Api-Version': '2024-01-01' }]) {
      const answer = await call(server, '/signup', { body, headers });
      expect(answer).toMatchObject({
        status: 422,
        body: { weak_password: { reasons: ['length'] } },
      });
    }
  });
});

describe('an invalid request body', () => {
  test.each(['{', 'text', '"text"', '[]', 'null', '7', '\u0000', '{"email": "a@example.com",}'])(
    'leads to 400 bad_json: %j',
    async (rawBody) => {
      for (const path of ['/signup', '/token?grant_type=password', '/recover', '/otp', '/verify']) {
        const answer = await call(server, path, { rawBody });
        expect(answer).toMatchObject({ status: 400, body: { error_code: 'bad_json' } });
        expect(answer.body.msg).toMatch(/^Could not parse request body as JSON: /);
      }
    },
  );

  test('leads to 413 above the size limit', async () => {
    const answer = await call(server, '/signup', { body: { email: 'x'.repeat(20_000) } });
    expect(answer.status).toBe(413);
  });

  test('with the properties __proto__ and constructor leads to 400 validation_failed', async () => {
    const answer = await call(server, '/token?grant_type=password', {
      rawBody: '{"__proto__":{"email":"a@example.com"},"constructor":1,"password":"x"}',
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });
});

describe('the API key', () => {
  test('is required', async () => {
    const answer = await call(server, '/settings', { apiKey: null });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
  });

  test('is rejected if it is unknown', async () => {
    for (const apiKey of ['garbage', 'sb_publishable_wrong', 'sb_secret_wrong']) {
      const answer = await call(server, '/settings', { apiKey });
      expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid API key' } });
    }
  });

  test('is accepted as a query parameter or a bearer token', async () => {
    const key = server.publishableKey;
    const inQuery = await call(server, `/settings?apikey=${key}`, { apiKey: null });
    const asBearer = await call(server, '/settings', { apiKey: null, token: key });
    expect([inQuery.status, asBearer.status]).toEqual([200, 200]);
  });

  test('is not required for URLs that a browser opens directly', async () => {
    const paths = ['/health', '/.well-known/jwks.json'];
    for (const path of paths) {
      expect((await call(server, path, { apiKey: null })).status).toBe(200);
    }
    expect((await call(server, '/authorize?provider=google', { apiKey: null })).body).toMatchObject(
      { error_code: 'validation_failed' },
    );
    const link = await fetch(`${server.url}/auth/v1/verify?token=x&type=signup`, {
      redirect: 'manual',
    });
    expect(link.status).toBe(303);
  });
});

describe('an unknown path or method', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/signup'],
    ['DELETE', '/user'],
    ['GET', '/factors'],
    ['GET', '/sso'],
    ['POST', '/user/identities/authorize'],
  ])('leads to a 404 error response: %s %s', async (method, path) => {
    const answer = await call(server, path, { method });
    expect(answer).toMatchObject({ status: 404, body: { code: 404, error_code: 'not_found' } });
  });
});

describe('the service', () => {
  test('returns its name, version and description at GET /health', async () => {
    const { status, body } = await call(server, '/health');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['description', 'name', 'version']);
  });

  test('returns the enabled features at GET /settings', async () => {
    const { status, body } = await call(server, '/settings');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      saml_enabled: false,
    });
  });

  test('returns 400 for sign-in with a provider that is not configured', async () => {
    const client = createClient(server.url, server.publishableKey);
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const answer = await fetch(data.url ?? '', { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
  });
});
