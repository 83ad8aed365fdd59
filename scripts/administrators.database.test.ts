import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@beaconpay/server/testing';
import { createClient } from '@supabase/supabase-js';
import {
  createAdministrator,
  ensureFirstAdministrator,
  type Credentials,
} from './administrators.ts';

const GIVEN = { email: 'first@example.com', password: 'a good password' };

let server: TestServer;
let announced: Credentials[];

beforeEach(async () => {
  server = await startTestServer();
  announced = [];
});

afterEach(() => server.stop());

const ensure = (given: { email: string | undefined; password: string | undefined } = GIVEN) =>
  ensureFirstAdministrator(server.database.connection, given, (one) => announced.push(one));

async function administrators(): Promise<(string | undefined)[]> {
  const rows = await server.sql<{ email: string }[]>`
    select u.email from public.profiles as p join public.users as u on u.id = p.id
    where p.account_type = 'admin'`;
  return rows.map(({ email }) => email);
}

describe('The first administrator', () => {
  test('is created once, although several servers start at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ensure()));
    expect(await administrators()).toEqual([GIVEN.email]);
  });

  test('can sign in with the printed credentials', async () => {
    await ensure({ email: undefined, password: undefined });
    expect(announced).toHaveLength(1);
    const client = createClient(server.url, server.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { email = '', password = '' } = announced[0] ?? {};
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    const own = await client.from('profiles').select('account_type');
    expect(own.data).toEqual([{ account_type: 'admin' }]);
  });

  test('is not created if the promotion fails, so that the next start creates it', async () => {
    await server.sql.unsafe(`
      create function public.interrupt() returns trigger language plpgsql as
      $$ begin raise 'killed before the promotion'; end $$;
      create trigger interrupt before update on public.profiles
        for each row execute function public.interrupt()`);
    await expect(ensure()).rejects.toThrow('killed before');
    expect(await server.sql`select 1 from auth.users`).toHaveLength(0);
    await server.sql`drop trigger interrupt on public.profiles`;
    await ensure();
    expect(await administrators()).toEqual([GIVEN.email]);
  });

  test('is not created from an existing user with the same address', async () => {
    await server.sql`alter table public.profiles disable trigger user`;
    await createAdministrator(server.database.connection, GIVEN);
    await server.sql`update public.profiles set account_type = 'personal'`;
    await server.sql`alter table public.profiles enable trigger user`;
    expect(await ensure()).toContain(`${GIVEN.email} belongs to a customer`);
    expect(await administrators()).toEqual([]);
  });

  test('needs a valid email address and a password of sufficient length', async () => {
    await expect(ensure({ ...GIVEN, password: 'short' })).rejects.toThrow(
      /ADMIN_PASSWORD.*at least 8/,
    );
    await expect(ensure({ ...GIVEN, email: 'nobody' })).rejects.toThrow('not an email address');
    expect(await server.sql`select 1 from auth.users`).toHaveLength(0);
  });
});
