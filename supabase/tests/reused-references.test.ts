import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  ANON,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  SERVICE,
  signedIn,
  signUp,
  type Caller,
  type Sql,
} from './support.ts';

describe('a reused reference', () => {
  let database: TestDatabase;
  let sql: Sql;
  let ada: string;
  let eve: string;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    ada = await signUp(sql);
    eve = await signUp(sql);
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  async function orderOf(user: string, reference: string, method = 'bank_transfer') {
    const fields = orderFields(user, { transaction_reference: reference, payment_method: method });
    return (await actAs(sql, signedIn(user), (tx) => insertOrder(tx, fields))).id;
  }

  async function rechargeOf(user: string, reference: string) {
    const fields = rechargeFields(user, { transaction_reference: reference });
    return (await actAs(sql, signedIn(user), (tx) => insertRecharge(tx, fields))).id;
  }

  function reusedAmong(caller: Caller, ids: readonly string[]) {
    return actAs(
      sql,
      caller,
      async (tx) =>
        await tx<{ record_id: string; earlier_id: string; earlier_status: string }[]>`
          select record_id, earlier_id, earlier_status
          from public.reused_references(${`{${ids.join()}}`}::text::uuid[])`,
    );
  }

  it('is reported to an administrator with the first record that has it, of any user and type', async () => {
    const first = await orderOf(ada, 'WIRE-77');
    const second = await rechargeOf(eve, ' wire-77 ');
    const third = await orderOf(eve, 'Wire-77');
    const other = await orderOf(eve, 'WIRE-78');
    const reused = await reusedAmong(signedIn(admin), [first, second, third, other]);
    expect(reused.map(({ record_id }) => record_id).toSorted()).toEqual([second, third].toSorted());
    expect(new Set(reused.map(({ earlier_id }) => earlier_id))).toEqual(new Set([first]));
    expect(reused[0]?.earlier_status).toBe('pending_manual_verification');
  });

  it('is not reported for cards, because a card may pay more than once', async () => {
    const card =
      'CARD_PAYMENT_DETAILS:{"cardHolder":"Ada","brand":"visa","last4":"4242","expiry":"04/2030"}';
    const ids = [
      await orderOf(ada, card, 'card_payment'),
      await orderOf(ada, card, 'card_payment'),
    ];
    expect(await reusedAmong(signedIn(admin), ids)).toEqual([]);
  });

  it('is not reported to other callers', async () => {
    const ids = [await orderOf(ada, 'WIRE-79'), await orderOf(eve, 'WIRE-79')];
    expect(await reusedAmong(signedIn(admin), ids)).toHaveLength(1);
    expect(await reusedAmong(signedIn(eve), ids)).toEqual([]);
    for (const caller of [ANON, SERVICE]) {
      expect((await errorOf(reusedAmong(caller, ids))).code).toBe('42501');
    }
  });
});
