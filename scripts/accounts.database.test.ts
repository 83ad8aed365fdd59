import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@beaconpay/server/testing';
import { createClient } from '@supabase/supabase-js';
import { withAccountServer } from './account-server.ts';
import { deleteAccount, exportAccount, type AccountServer } from './accounts.ts';

const PASSWORD = 'a good password';

let server: TestServer;
let target: AccountServer;

beforeAll(async () => {
  server = await startTestServer();
  const { url, secretKey, database } = server;
  target = { url, secretKey, connection: database.connection };
});

afterAll(() => server.stop());

function openClient() {
  return createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

async function signUp(fullName: string) {
  const email = `person-${randomUUID().slice(0, 8)}@example.com`;
  const client = openClient();
  const options = { data: { full_name: fullName } };
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  return { email, client, id: data.user?.id };
}

describe("A user's data", () => {
  test('can be exported by the operator as the user can download it, without secrets', async () => {
    const { email, client, id } = await signUp('Ada Lovelace');
    const exported = (await exportAccount(target.connection, email.toUpperCase())) as {
      account: { id: string };
      profile: { full_name: string };
    };
    expect(exported.account.id).toBe(id);
    expect(exported.profile.full_name).toBe('Ada Lovelace');
    expect(JSON.stringify(exported)).not.toMatch(/encrypted_password|\$argon2/);

    const { data, error } = (await client.rpc('export_my_data')) as {
      data: unknown;
      error: unknown;
    };
    expect(error).toBeNull();
    const withoutTime = (value: unknown) => ({ ...(value as object), exported_at: null });
    expect(withoutTime(data)).toEqual(withoutTime(exported));
  });

  test('is deleted with the account by the operator, and no sign-in works afterwards', async () => {
    const { email, client, id } = await signUp('Grace Hopper');
    if (id === undefined) throw new Error('Sign-up returned no user.');
    await client.from('account_deletion_requests').insert({ user_id: id });
    await deleteAccount(target, email);
    const { error } = await openClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).not.toBeNull();
    const [profile] = await server.sql`select full_name from public.profiles where id = ${id}`;
    expect(profile).toEqual({ full_name: null });
    expect(await server.sql`select 1 from public.account_deletion_requests`).toHaveLength(0);
    await expect(exportAccount(target.connection, email)).rejects.toThrow('There is no account');
  });

  test('with records cannot be hard deleted, and the error names the soft deletion', async () => {
    const { email, client, id = '' } = await signUp('Katherine Johnson');
    const { error: orderError } = await client.from('orders').insert({
      user_id: id,
      amount: 15,
      currency: 'USD',
      card_details: { tier: 'premium', cardName: 'Travel' },
      payment_method: 'bank_transfer',
      transaction_reference: 'FT-2026-0001',
    });
    expect(orderError).toBeNull();
    const operator = createClient(server.url, server.secretKey);
    const { error } = await operator.auth.admin.deleteUser(id);
    expect(error).toMatchObject({ status: 409, code: 'conflict' });
    expect(error?.message).toMatch(/orders.*account:delete/);
    await deleteAccount(target, email);
    const orders = await server.sql`select status from public.orders where user_id = ${id}`;
    expect([...orders]).toEqual([{ status: 'manual_payment_rejected' }]);
  });

  test('is not mixed up with an SSO account that has the same email address', async () => {
    const { email, id = '' } = await signUp('Joan Clarke');
    const member = randomUUID();
    await server.sql`
      insert into auth.users (id, aud, role, email, is_sso_user, raw_app_meta_data, raw_user_meta_data)
      values (${member}, 'authenticated', 'authenticated', ${email}, true, '{}', '{}')`;
    await expect(exportAccount(target.connection, email)).rejects.toThrow(/Name one by its id/);
    await expect(deleteAccount(target, email)).rejects.toThrow(member);
    expect(await exportAccount(target.connection, id)).toMatchObject({ account: { id } });
  });

  test('is handled by a temporary server beside the running one', async () => {
    const { email } = await signUp('Mary Jackson');
    const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-beside-'));
    const environment = { DATABASE_URL: server.database.url, DATA_DIR: dataDir, PORT: '1' };
    try {
      await withAccountServer(environment, (own) => deleteAccount(own, email));
      await expect(exportAccount(target.connection, email)).rejects.toThrow('no account');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('of an unknown address is reported as not found', async () => {
    await expect(exportAccount(target.connection, 'nobody@example.com')).rejects.toThrow(
      'There is no account with the address nobody@example.com.',
    );
    await expect(deleteAccount(target, 'nobody@example.com')).rejects.toThrow('no account');
  });
});
