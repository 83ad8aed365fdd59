import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  makeAdmin,
  openSession,
  orderFields,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

interface Found {
  readonly id: string;
  readonly table_name: string;
  readonly record_id: string;
  readonly actor_email: string | null;
  readonly origin: unknown;
  readonly chain_position: string | null;
}

describe('the search of the audit log', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;
  let customer: string;
  let order: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
    customer = await signUp(sql, { metadata: { city: 'London' } });
    ({ id: order } = await insertOrder(sql, orderFields(customer)));
    const session = await openSession(sql, admin);
    await actAs(
      sql,
      { ...signedIn(admin), session },
      (tx) => tx`update public.orders set status = 'manual_payment_approved' where id = ${order}`,
      { 'user-agent': 'Firefox/150', 'x-forwarded-for': '192.0.2.1, 198.51.100.1' },
    );
    const { id: second } = await insertOrder(sql, orderFields(customer));
    await actAs(
      sql,
      { ...signedIn(admin), session },
      (tx) => tx`update public.orders set status = 'manual_payment_rejected' where id = ${second}`,
    );
    for (const city of ['Paris', 'Rome', 'Oslo']) {
      await actAs(
        sql,
        signedIn(customer),
        (tx) => tx`update public.profiles set city = ${city} where id = ${customer}`,
      );
    }
  });
  afterAll(() => database.drop());

  async function search(filter: unknown, after: string | null = null, size = 50): Promise<Found[]> {
    return actAs(
      sql,
      signedIn(admin),
      (tx) => tx<Found[]>`
        select * from public.search_audit_log(${JSON.stringify(filter)}::text::jsonb,
          ${after}::text::bigint, ${size})`,
    );
  }

  it('shows who changed what, from which network, and with which program', async () => {
    const [entry] = await search({ record: order });
    const [{ email } = { email: '' }] =
      await sql`select email from public.users where id = ${admin}`;
    expect(entry).toMatchObject({
      table_name: 'orders',
      actor_id: admin,
      actor_email: email,
      before: { status: 'pending_manual_verification' },
      after_values: { status: 'manual_payment_approved' },
      origin: { network: '198.51.100.0/24', user_agent: 'Firefox/150' },
    });
    // Without an address in the request, the one of the session.
    expect((await search({ table: 'orders' }))[0]?.origin).toEqual({
      network: '203.0.113.0/24',
      user_agent: 'Mozilla/5.0',
    });
  });

  it('filters by user, table, action, record and time', async () => {
    const records = async (filter: unknown) =>
      new Set((await search(filter)).map(({ record_id: record }) => record));
    expect(await records({ actor: customer })).toEqual(new Set([customer]));
    expect(await records({ actor: 'system' })).toEqual(new Set([admin]));
    expect(await records({ table: 'orders' })).toEqual(
      new Set([order, (await search({ table: 'orders' }))[0]?.record_id]),
    );
    expect(await records({ action: 'delete' })).toEqual(new Set());
    expect(await search({ actor: customer, table: 'profiles', from: '2020-01-01' })).toHaveLength(
      3,
    );
    expect(await search({ to: '2020-01-01' })).toEqual([]);
    expect(await search({ table: `x' or true --` })).toEqual([]);
  });

  it('returns pages without gaps or repetitions, newest first', async () => {
    const all = (await search({})).map(({ id }) => Number(id));
    expect(all).toEqual(all.toSorted((left, right) => right - left));
    const paged: number[] = [];
    for (let after: string | null = null; ;) {
      const page: Found[] = await search({}, after, 2);
      paged.push(...page.map(({ id }) => Number(id)));
      after = page.at(-1)?.id ?? null;
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
  });

  it('shows the place in the chain, and the state has the first problem', async () => {
    const state = async () =>
      (await actAs(sql, signedIn(admin), (tx) => tx`select * from public.audit_chain_status()`))[0];
    expect(await state()).toMatchObject({ position: null, unsealed: '6', problem: null });
    await sql`select private.check_audit_chain()`;
    expect((await search({})).map(({ chain_position: position }) => position)).toEqual([
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
    expect(await state()).toMatchObject({
      position: '6',
      unsealed: '0',
      checked_position: '6',
      problem: null,
    });

    const [entry] = await search({ record: order });
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update private.audit_log set after = '{}' where id = ${entry?.id ?? ''}`;
    });
    expect(await state()).toMatchObject({ broken_entry: entry?.id, problem: 'entry_changed' });
  });

  it('records a lock of an account with its end, and a deletion request', async () => {
    await sql`update auth.users set banned_until = '2030-01-01Z' where id = ${customer}`;
    await actAs(
      sql,
      signedIn(customer),
      (tx) => tx`insert into public.account_deletion_requests default values`,
    );
    expect(await search({ table: 'auth.users' })).toMatchObject([
      { record_id: customer, before: { banned_until: null } },
    ]);
    expect(await search({ table: 'account_deletion_requests' })).toMatchObject([
      { actor_id: customer, action: 'insert', before: {}, after_values: { user_id: customer } },
    ]);
  });
});
