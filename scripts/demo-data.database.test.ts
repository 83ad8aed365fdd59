import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '@beaconpay/server/config';
import { startTestServer, type TestServer } from '@beaconpay/server/testing';
import { createClient } from '@supabase/supabase-js';
import { createAdministrator, ensureFirstAdministrator } from './administrators.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemoData, whyNotForDemoData } from './demo-data.ts';
import { PROJECT_DIR } from './project-dir.ts';

const PROJECT = { SUPABASE_WORKDIR: PROJECT_DIR };
const config = loadConfig(PROJECT);

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.stop());

const load = () => loadDemoData(server.database.connection, config);

test('The demo data is loaded beside the first administrator, and each printed account can sign in', async () => {
  const unset = { email: undefined, password: undefined };
  expect(
    await ensureFirstAdministrator(server.database.connection, unset, () => undefined),
  ).toBeNull();
  expect(await load()).toBe(true);

  const types: unknown[] = [];
  for (const { email, id } of DEMO_ACCOUNTS) {
    const client = createClient(server.url, server.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
    expect(error).toBeNull();
    const { data } = await client.from('profiles').select('account_type').eq('id', id).single();
    types.push(data?.account_type);
  }
  expect(types).toEqual(['personal', 'business', 'admin']);
  expect(await server.sql`select 1 from public.orders`).toHaveLength(5);
});

test('Loading the demo data again changes nothing', async () => {
  await load();
  await server.sql`delete from public.transactions where type = 'payment_sent'`;
  const transactions = () => server.sql`select id, status from public.transactions order by id`;
  const before = await transactions();
  expect(await load()).toBe(false);
  expect(await transactions()).toEqual(before);
});

test('Demo data is not loaded if another account has the address of a demo account', async () => {
  const email = DEMO_ACCOUNTS[0]?.email ?? '';
  await createAdministrator(server.database.connection, { email, password: 'a good password' });
  await expect(load()).rejects.toThrow(`the address of a demo account (${email})`);
  expect(await server.sql`select 1 from auth.users`).toHaveLength(1);
});

test.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [{ DATABASE_URL: 'postgres://beaconpay@localhost/beaconpay' }, 'DATABASE_URL is set'],
  [{ PUBLIC_URL: 'https://pay.example.com' }, 'available to other machines'],
  [{ HOST: '0.0.0.0' }, 'available to other machines'],
])('Demo data is refused with %j', (environment, reason) => {
  const refused = loadConfig({ ...PROJECT, ...environment });
  expect(whyNotForDemoData(refused, environment)).toContain(reason);
  expect(whyNotForDemoData(config, {})).toBeNull();
});
