import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, type Person } from '../contract/auth-fixtures.ts';
import { startTestServer, type TestServer } from '../support/index.ts';

const JWT_SECRET = 'a shared secret of at least thirty-two characters';
let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer({ environment: { JWT_SECRET } });
  person = await signUp(server);
});
afterAll(() => server.stop());

function sign(claims: Record<string, unknown>, secret = JWT_SECRET): Promise<string> {
  return new SignJWT({ iss: 'supabase', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** Without an `apikey` header, as curl and older clients send it. */
async function statusWith(bearer: string, path: string): Promise<number> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  await response.text();
  return response.status;
}

test.each([
  ['/rest/v1/profiles?select=id', 'service_role', 200],
  ['/rest/v1/', 'anon', 200],
  ['/auth/v1/settings', 'anon', 200],
  ['/auth/v1/admin/users', 'service_role', 200],
  ['/auth/v1/admin/users', 'anon', 403],
  ['/storage/v1/bucket', 'service_role', 200],
])('A legacy key alone as bearer is an API key: %s as %s', async (path, role, status) => {
  expect(await statusWith(await sign({ role }), path)).toBe(status);
});

test('A legacy key as bearer acts as its role, and not as the role of another key', async () => {
  const count = async (role: string) => {
    const response = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
      headers: { Authorization: `Bearer ${await sign({ role })}` },
    });
    const rows: unknown = await response.json();
    return Array.isArray(rows) ? rows.length : 'refused';
  };
  expect(await count('service_role')).toBeGreaterThan(0);
  expect(['refused', 0]).toContain(await count('anon'));
});

test.each([
  ['a token of a user', () => Promise.resolve(person.session.access_token)],
  ['a token of another role', () => sign({ role: 'authenticated' })],
  ['a key that another secret signed', () => sign({ role: 'service_role' }, 'x'.repeat(32))],
  ['an expired key', () => sign({ role: 'service_role', exp: 1_000_000 })],
])('%s alone is not an API key', async (_what, make) => {
  expect(await statusWith(await make(), '/rest/v1/profiles?select=id')).toBe(401);
});
