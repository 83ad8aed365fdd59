import { randomUUID } from 'node:crypto';
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
  SERVICE,
  signedIn,
  signUp,
  untilBlocked,
  type LogFields,
  type Sql,
} from './support.ts';

const FULL = {
  code: '23514',
  message:
    'You have 20 orders and recharges awaiting review. Please wait until one has been reviewed.',
};

describe('the review queue', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  function order(customer: string, key: string = randomUUID()) {
    return actAs(
      sql,
      signedIn(customer),
      (transaction) => insertOrder(transaction, orderFields(customer)),
      { 'idempotency-key': key },
    );
  }

  function recharge(customer: string) {
    return actAs(sql, signedIn(customer), (transaction) =>
      insertRecharge(transaction, rechargeFields(customer)),
    );
  }

  /** A customer with the given numbers of pending orders and recharges. */
  async function customerWith(orders: number, recharges: number): Promise<string> {
    const customer = await signUp(sql);
    for (let made = 0; made < orders; made += 1) await order(customer);
    for (let made = 0; made < recharges; made += 1) await recharge(customer);
    return customer;
  }

  function decide(reviewer: string, table: 'orders' | 'recharges', ids: readonly string[]) {
    return actAs(
      sql,
      signedIn(reviewer),
      (transaction) => transaction`
        update public.${transaction(table)} set status = 'manual_payment_approved'
        where id = any(${ids}) returning id`,
    );
  }

  /** @covers security.records.4 */
  it('accepts twenty records of one customer, orders and recharges together, and refuses more with a message', async () => {
    const customer = await customerWith(12, 8);
    expect(await errorOf(order(customer))).toEqual(FULL);
    expect(await errorOf(recharge(customer))).toEqual(FULL);
  });

  it('accepts the next record as soon as one is decided', async () => {
    const customer = await customerWith(1, 19);
    const [waiting] = await sql`select id from public.orders where user_id = ${customer}`;
    await decide(admin, 'orders', [String(waiting?.id)]);
    await expect(recharge(customer)).resolves.toBeDefined();
    expect(await errorOf(order(customer))).toEqual(FULL);
  });

  /** @covers security.records.4 */
  it('of one customer does not exceed the limit with concurrent submissions', async () => {
    const customer = await customerWith(10, 9);
    const attempts = await Promise.allSettled([
      order(customer),
      recharge(customer),
      order(customer),
      recharge(customer),
    ]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('makes a submission wait for a concurrent one', async () => {
    const customer = await customerWith(19, 0);
    let second: Promise<{ code: string; message: string }> | undefined;
    await actAs(sql, signedIn(customer), async (transaction) => {
      await insertOrder(transaction, orderFields(customer));
      second = errorOf(recharge(customer));
      await untilBlocked(sql);
    });
    expect(await second).toEqual(FULL);
  });

  it('does not refuse the twentieth record when it is sent again', async () => {
    const customer = await customerWith(10, 9);
    const key = randomUUID();
    await order(customer, key);
    expect((await errorOf(order(customer, key))).code).toBe('23505');
  });

  it('of one customer is not visible to another', async () => {
    const full = await customerWith(10, 10);
    const empty = await signUp(sql);
    const stranger = await signUp(sql);
    const errors = [];
    for (const victim of [full, empty, randomUUID()]) {
      errors.push(
        await errorOf(
          actAs(sql, signedIn(stranger), (transaction) =>
            insertOrder(transaction, orderFields(victim)),
          ),
        ),
      );
    }
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
    expect(errors[0]?.code).toBe('42501');
  });

  it.each(['orders', 'recharges'] as const)(
    'a review decides one record of %s per statement',
    async (table) => {
      const customer = await customerWith(2, 2);
      const rows = await sql<{ id: string }[]>`
      select id from public.${sql(table)} where user_id = ${customer}`;
      const ids = rows.map(({ id }) => id);

      expect(await errorOf(decide(admin, table, ids))).toEqual({
        code: '23514',
        message: 'A review decides one record at a time.',
      });
      const completion = actAs(
        sql,
        SERVICE,
        (transaction) => transaction`
        update public.${transaction(table)} set status = 'completed', stripe_session_id = id::text
        where user_id = ${customer}`,
      );
      expect((await errorOf(completion)).code).toBe('23514');
      expect(
        await sql`select distinct status from public.${sql(table)} where user_id = ${customer}`,
      ).toEqual([{ status: 'pending_manual_verification' }]);
      expect(await decide(admin, table, ids.slice(0, 1))).toHaveLength(1);
    },
  );

  it.each(['orders', 'recharges'] as const)(
    'an administrator cannot review their own %s, another administrator can',
    async (table) => {
      const owner = await makeAdmin(sql);
      const { id } = await (table === 'orders' ? order(owner) : recharge(owner));
      expect(await errorOf(decide(owner, table, [id]))).toEqual({
        code: '23514',
        message: "You can't review your own record. Ask another administrator to do it.",
      });
      expect(await decide(admin, table, [id])).toHaveLength(1);
    },
  );

  describe('a forged transaction', () => {
    async function answer(caller: string, log: LogFields) {
      return errorOf(actAs(sql, signedIn(caller), (transaction) => insertLog(transaction, log)));
    }

    it('gets the same error for a record of another user and one that does not exist', async () => {
      const stranger = await signUp(sql);
      const owner = await customerWith(1, 0);
      const [foreign] = await sql<{ id: string }[]>`
        select id from public.orders where user_id = ${owner}`;
      const record = foreign?.id ?? '';

      const asOneself = [
        await answer(stranger, logFields(stranger, record)),
        await answer(stranger, logFields(stranger, record, { amount: 50 })),
        await answer(stranger, logFields(stranger, randomUUID())),
      ];
      const asTheOwner = [
        await answer(stranger, logFields(owner, record)),
        await answer(stranger, logFields(owner, record, { amount: 50 })),
        await answer(stranger, logFields(owner, record, { status: 'completed' })),
        await answer(stranger, logFields(owner, randomUUID())),
        await answer(stranger, logFields(randomUUID(), randomUUID())),
      ];

      expect(new Set(asOneself.map((error) => JSON.stringify(error))).size).toBe(1);
      expect(new Set(asTheOwner.map((error) => JSON.stringify(error))).size).toBe(1);
    });
  });
});
