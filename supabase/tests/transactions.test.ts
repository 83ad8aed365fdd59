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
  refusalOf,
  signedIn,
  signUp,
  untilBlocked,
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

  it('accepts one row for an order', async () => {
    const order = await newOrder();
    expect(await log(order)).toMatchObject({
      type: 'card_order',
      amount: '15',
      status: 'pending_manual_verification',
      related_order_id: order,
    });
    expect((await refusalOf(log(order))).code).toBe('23505');
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
    const refusal = await refusalOf(log(order, changes));
    // Without a record the row fails the policy or the check, whichever Postgres evaluates first.
    expect(['23514', '42501']).toContain(refusal.code);
  });

  it('refuses a row for another customer’s order', async () => {
    const order = await newOrder(await signUp(sql));
    expect((await refusalOf(log(order))).code).toBe('23514');
  });

  it.each(['payment_received', 'payment_sent', 'wire_transfer'])(
    'refuses a %s row from a customer',
    async (type) => {
      expect((await refusalOf(log(null, { type }))).code).toBe('42501');
    },
  );

  it('follows the status of an order and of a recharge', async () => {
    const order = await newOrder();
    const recharge = await newRecharge();
    await log(order);
    await log(recharge, { type: 'recharge', amount: 10 });

    await approve('orders', order);
    await approve('recharges', recharge);

    const rows = await sql`
      select distinct status from public.transactions
      where related_order_id in (${order}, ${recharge})`;
    expect(rows).toEqual([{ status: 'manual_payment_approved' }]);
  });

  it('gets the missing row of a record when it is decided', async () => {
    const order = await newOrder();
    const recharge = await newRecharge();

    await approve('orders', order);
    await approve('recharges', recharge);

    const rows = await sql`
      select type, description, amount, status, user_id from public.transactions
      where related_order_id in (${order}, ${recharge}) order by type`;
    const shared = { status: 'manual_payment_approved', user_id: customer };
    expect(rows).toEqual([
      { type: 'card_order', description: 'Premium virtual card order', amount: '15', ...shared },
      { type: 'recharge', description: 'Mobile recharge: MTN', amount: '10', ...shared },
    ]);
    // A late log row conflicts with the existing one.
    expect((await refusalOf(log(order))).code).toBe('23505');
  });

  it('gets the reviewed status if it is written during the review', async () => {
    const order = await newOrder();
    let review: Promise<unknown> | undefined;

    await actAs(sql, signedIn(customer), async (transaction) => {
      await insertLog(transaction, logFields(customer, order));
      review = approve('orders', order);
      await untilBlocked(sql);
    });
    await review;

    expect(
      await sql`select status from public.transactions where related_order_id = ${order}`,
    ).toEqual([{ status: 'manual_payment_approved' }]);
  });

  it('refuses a row that arrives during the review, because the row exists', async () => {
    const order = await newOrder();
    let late: Promise<{ code: string }> | undefined;

    await actAs(sql, signedIn(admin), async (transaction) => {
      await transaction`
        update public.orders set status = 'manual_payment_approved' where id = ${order}`;
      late = refusalOf(log(order));
      await untilBlocked(sql);
    });

    expect((await late)?.code).toBe('23505');
    expect(
      await sql`select status from public.transactions where related_order_id = ${order}`,
    ).toEqual([{ status: 'manual_payment_approved' }]);
  });
});
