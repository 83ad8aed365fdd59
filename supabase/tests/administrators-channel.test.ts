import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  addFactor,
  ANON,
  makeAdmin,
  errorOf,
  signedIn,
  signUp,
  tryAs,
  type Caller,
} from './support.ts';

const TOPIC = 'administrators';
const EXTENSIONS = ['broadcast', 'presence'];

let database: TestDatabase;
let customer: string;
let admin: string;
let guardedAdmin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  customer = await signUp(database.sql);
  admin = await makeAdmin(database.sql);
  guardedAdmin = await makeAdmin(database.sql);
  await addFactor(database.sql, guardedAdmin);
  await database.sql`
    insert into realtime.messages (topic, extension, event, payload, private)
    select topic, extension, 'probe', '{}', true
    from unnest(array['administrators', 'orders']) as topic,
      unnest(array['broadcast', 'presence', 'other']) as extension`;
});

afterAll(() => database.drop());

/** Authorizes a caller on a topic with the queries of the realtime service. */
function readableExtensions(caller: Caller, topic: string): Promise<unknown[]> {
  return tryAs(database.sql, caller, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`;
    const rows = await transaction<{ extension: string }[]>`
      select extension from realtime.messages where topic = ${topic} order by 1`;
    return rows.map(({ extension }) => extension);
  });
}

function sendMessage(caller: Caller, topic: string, extension: string): Promise<string> {
  return tryAs(database.sql, caller, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`;
    await transaction`
      insert into realtime.messages (topic, extension, event, payload, private)
      values (${topic}, ${extension}, 'probe', '{}', true)`;
    return 'sent';
  });
}

describe('the private channel of the administrators', () => {
  /** @covers realtime.in-the-product.3 */
  it('lets administrators receive and send messages', async () => {
    expect(await readableExtensions(signedIn(admin), TOPIC)).toEqual(EXTENSIONS);
    for (const extension of EXTENSIONS) {
      expect(await sendMessage(signedIn(admin), TOPIC, extension)).toBe('sent');
    }
  });

  /** @covers realtime.19 */
  it('lets customers and visitors neither receive nor send messages', async () => {
    for (const caller of [signedIn(customer), ANON]) {
      expect(await readableExtensions(caller, TOPIC)).toEqual([]);
      for (const extension of EXTENSIONS) {
        expect((await errorOf(sendMessage(caller, TOPIC, extension))).code).toBe('42501');
      }
    }
  });

  /** @covers realtime.19 */
  it('requires the second factor of an administrator who has one', async () => {
    const byPassword = signedIn(guardedAdmin, 'aal1');
    expect(await readableExtensions(byPassword, TOPIC)).toEqual([]);
    expect((await errorOf(sendMessage(byPassword, TOPIC, 'presence'))).code).toBe('42501');
    const byBoth = signedIn(guardedAdmin, 'aal2');
    expect(await readableExtensions(byBoth, TOPIC)).toEqual(EXTENSIONS);
    expect(await sendMessage(byBoth, TOPIC, 'presence')).toBe('sent');
  });

  it('gives no user access to another private channel', async () => {
    for (const caller of [signedIn(admin), signedIn(customer), ANON]) {
      expect(await readableExtensions(caller, 'orders')).toEqual([]);
      expect((await errorOf(sendMessage(caller, 'orders', 'broadcast'))).code).toBe('42501');
    }
  });

  it('lets only the realtime service delete messages', async () => {
    const error = await errorOf(
      tryAs(
        database.sql,
        signedIn(admin),
        (transaction) => transaction`delete from realtime.messages`,
      ),
    );
    expect(error.code).toBe('42501');
  });
});

describe('the publication', () => {
  it('contains the tables that the product subscribes to, and no internal table', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select schemaname || '.' || tablename as name from pg_publication_tables
      where pubname = 'supabase_realtime' order by 1`;
    expect(tables.map(({ name }) => name)).toEqual([
      'public.account_deletion_requests',
      'public.administrator_requests',
      'public.deliveries',
      'public.orders',
      'public.payment_links',
      'public.payment_method_settings',
      'public.payment_states',
      'public.profiles',
      'public.recharges',
      'public.record_events',
      'public.record_notes',
      'public.records',
      'public.transactions',
    ]);
  });

  it('contains no table that a visitor can read, except the payment methods', async () => {
    const readable = await database.sql`
      select tablename from pg_publication_tables
      where pubname = 'supabase_realtime'
        and has_any_column_privilege('anon', format('%I.%I', schemaname, tablename), 'select')`;
    expect(readable).toEqual([{ tablename: 'payment_method_settings' }]);
  });

  it('contains only tables with row level security', async () => {
    const open = await database.sql`
      select c.relname from pg_publication_tables as p
        join pg_class as c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
      where p.pubname = 'supabase_realtime' and not c.relrowsecurity`;
    expect(open).toEqual([]);
  });
});
