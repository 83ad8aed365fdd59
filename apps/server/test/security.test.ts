import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from './support/index.ts';

/** Attacks with the publishable key and curl. The tests of the product's rules are in supabase/tests. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { BODY_LIMIT_BYTES: '20000' } });
});

afterAll(() => server.stop());

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    ...init,
    headers: { apikey: server.publishableKey, ...(init.headers as Record<string, string>) },
  });
}

describe('Every response', () => {
  test('carries security headers and a request id', async () => {
    const response = await call('/rest/v1/');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  });

  test('of a service cannot be stored by a shared cache', async () => {
    for (const path of ['/rest/v1/', '/rest/v1/unknown', '/auth/v1/user', '/elsewhere/v1/x']) {
      expect((await call(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('keeps the request id of a proxy, unless it could break a log line', async () => {
    const kept = await call('/health/live', { headers: { 'x-request-id': 'proxy-request-1' } });
    expect(kept.headers.get('x-request-id')).toBe('proxy-request-1');
    const replaced = await call('/health/live', { headers: { 'x-request-id': 'a b "c"' } });
    expect(replaced.headers.get('x-request-id')).not.toBe('a b "c"');
  });
});

describe('A request without valid credentials', () => {
  test('is refused without an API key', async () => {
    const response = await fetch(`${server.url}/rest/v1/`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
  });

  test('is refused with an unknown API key', async () => {
    const response = await call('/rest/v1/', { headers: { apikey: 'sb_publishable_wrong' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
  });

  /** @covers security.sessions.2 */
  test('is refused with a token that another key signed', async () => {
    const forged = [
      { alg: 'ES256', typ: 'JWT' },
      { role: 'service_role', exp: 4_000_000_000 },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const response = await call('/rest/v1/', {
      headers: { Authorization: `Bearer ${forged}.${'A'.repeat(86)}` },
    });
    expect(response.status).toBe(401);
  });

  /** @covers security.sessions.2 */
  test('is refused with an unsigned token', async () => {
    const unsigned = [{ alg: 'none' }, { role: 'service_role' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const response = await call('/rest/v1/', { headers: { Authorization: `Bearer ${unsigned}.` } });
    expect(response.status).toBe(401);
  });

  test('cannot list accounts with the publishable key', async () => {
    const response = await call('/auth/v1/admin/users');
    expect([401, 403]).toContain(response.status);
  });
});

describe('A request that is too large', () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(30_000) });

  test('gets 413 from the auth service and changes nothing', async () => {
    const response = await call('/auth/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'request_too_large' });
  });

  test('gets 413 when it is chunked without a length', async () => {
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: server.publishableKey },
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'request_too_large' });
  });

  test('is an error with a message in supabase-js', async () => {
    const client = createClient(server.url, server.publishableKey, {
      auth: { persistSession: false },
    });
    const { error } = await client.auth.signUp({
      email: 'a@example.com',
      password: 'x'.repeat(30_000),
    });
    expect(error?.message).toContain('larger than 20000 bytes');
    expect(error?.code).toBe('request_too_large');
  });
});

test('An unknown path of a service returns an API error, never a page', async () => {
  for (const path of [
    '/storage/v1/nothing/here',
    '/realtime/v1/nothing',
    '/functions/v1/nothing',
    '/graphql/v1',
  ]) {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  }
});
