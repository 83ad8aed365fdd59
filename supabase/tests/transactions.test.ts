import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertLog,
  insertOrder,
  insertRecharge,
  logFields,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  signedIn,
  signUp,
  type LogFields,
  type Sql,
} from './support.ts';

describe('the transaction log', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql);
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  async function newOrder(owner = customer): Promise<string> {
    return (await insertOrder(sql, orderFields(owner))).id;
  }

  async function newRecharge(): Promise<string> {
    return (await insertRecharge(sql, rechargeFields(customer))).id;
  }

  function rowsOf(...recordIds: string[]) {
    return sql`
      select type, description, amount, status, currency, user_id from public.transactions
      where related_order_id = any(${recordIds}) order by type`;
  }

  function log(recordId: string | null, changes: Partial<LogFields> = {}) {
    return actAs(sql, signedIn(customer), (transaction) =>
      insertLog(transaction, logFields(customer, recordId, changes)),
    );
  }

  function approve(table: 'orders' | 'recharges', id: string) {
    return actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        update public.${transaction(table)} set status = 'manual_payment_approved'
        where id = ${id}`,
    );
  }

  it('gets a row with each order and each recharge', async () => {
    const order = await newOrder();
    const recharge = await newRecharge();
    const rows = await rowsOf(order, recharge);
    const shared = { status: 'pending_manual_verification', currency: 'USD', user_id: customer };
    expect(rows).toEqual([
      { type: 'card_order', description: 'Premium virtual card order', amount: '15', ...shared },
      { type: 'recharge', description: 'Mobile recharge: MTN', amount: '10', ...shared },
    ]);
  });

  it('keeps its row when the client inserts another one for the same order', async () => {
    const order = await newOrder();
    const written = await rowsOf(order);
    expect(await log(order, { description: 'A description of the client' })).toBeUndefined();
    expect(await rowsOf(order)).toEqual(written);
  });

  it.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'EUR' }],
    ['a completed status', { status: 'completed' }],
    ['another type', { type: 'recharge' }],
    ['no record', { related_order_id: null }],
    ['a record that does not exist', { related_order_id: 'b3f1c9e2-0000-4000-8000-000000000001' }],
    ['a card number in the description', { description: '4111 1111 1111 1111' }],
    ['a long description', { description: 'x'.repeat(201) }],
  ])('refuses a row with %s', async (_, changes: Partial<LogFields>) => {
    const order = await newOrder();
    const error = await errorOf(log(order, changes));
    // Without a record the row fails the policy or the check, whichever Postgres evaluates first.
    expect(['23514', '42501']).toContain(error.code);
  });

  it('refuses a row for another customer’s order', async () => {
    const order = await newOrder(await signUp(sql));
    expect((await errorOf(log(order))).code).toBe('23514');
  });

  it.each(['payment_received', 'payment_sent', 'wire_transfer'])(
    'refuses a %s row from a customer',
    async (type) => {
      expect((await errorOf(log(null, { type }))).code).toBe('42501');
    },
  );

  it('follows the status of an order and of a recharge', async () => {
    const order = await newOrder();
    const recharge = await newRecharge();

    await approve('orders', order);
    await approve('recharges', recharge);

    const statuses = (await rowsOf(order, recharge)).map(({ status }) => status);
    expect(statuses).toEqual(['manual_payment_approved', 'manual_payment_approved']);
  });

  it('keeps the decision when the row of the client arrives during the review', async () => {
    const order = await newOrder();

    await actAs(sql, signedIn(admin), async (transaction) => {
      await transaction`
        update public.orders set status = 'manual_payment_approved' where id = ${order}`;
      expect(await log(order)).toBeUndefined();
    });

    expect(await rowsOf(order)).toMatchObject([{ status: 'manual_payment_approved' }]);
  });
});
