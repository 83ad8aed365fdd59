import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYMENT_METHODS } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  assignmentsOf,
  ANON,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  errorOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

const LINES = [
  { label: 'Bank', value: 'First Bank' },
  { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
];

describe('the manual payment methods', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    customer = await signUp(sql);
    await sql`
      update public.payment_method_settings
      set is_offered = true, instruction = null, details = null`;
  });

  function change(
    method: string,
    changes: { is_offered?: boolean; instruction?: string; details?: unknown },
  ) {
    const { details, ...plain } = changes;
    const row = {
      ...plain,
      ...(details === undefined ? {} : { details: sql.json(details) }),
    };
    return actAs(
      sql,
      signedIn(admin),
      (transaction) => transaction`
        update public.payment_method_settings set ${assignmentsOf(transaction, row)}
        where method = ${method} returning *`,
    );
  }

  function order(method = 'bank_transfer') {
    return actAs(sql, signedIn(customer), (transaction) =>
      insertOrder(transaction, orderFields(customer, { payment_method: method })),
    );
  }

  function recharge(method = 'bank_transfer') {
    return actAs(sql, signedIn(customer), (transaction) =>
      insertRecharge(transaction, rechargeFields(customer, { payment_method: method })),
    );
  }

  it('are those of packages/domain, all enabled and without details at first', async () => {
    const rows = await actAs(
      sql,
      ANON,
      (transaction) => transaction`
        select method, is_offered, instruction, details from public.payment_method_settings`,
    );
    const expected = PAYMENT_METHODS.map(({ id }) => ({
      method: id,
      is_offered: true,
      instruction: null,
      details: null,
    }));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('an administrator’s change is in the audit log with the administrator', async () => {
    const [row] = await change('bank_transfer', { details: LINES });
    const [entry] = await sql`
      select actor_id, before, after from private.audit_log
      where record_id = ${String(row?.id)} order by id desc limit 1`;
    expect(row).toMatchObject({ details: LINES });
    expect(entry).toEqual({
      actor_id: admin,
      before: { details: null },
      after: { details: LINES },
    });
  });

  it('a disabled method is refused for orders and recharges, the others are accepted', async () => {
    await change('manual_cash', { is_offered: false });
    const expected = {
      code: '23514',
      message: "This payment method isn't available right now. Please choose another one.",
    };
    expect(await errorOf(order('manual_cash'))).toEqual(expected);
    expect(await errorOf(recharge('manual_cash'))).toEqual(expected);
    await expect(order('bank_transfer')).resolves.toBeDefined();
    await change('manual_cash', { is_offered: true });
    await expect(order('manual_cash')).resolves.toBeDefined();
  });

  it('a record keeps the details that the customer saw, even if they change later', async () => {
    await change('bank_transfer', { details: LINES, instruction: 'Transfer it.' });
    const kept = { details: LINES, instruction: 'Transfer it.' };
    const first = await order();
    const second = await recharge();
    await change('bank_transfer', { details: [{ label: 'Bank', value: 'Second Bank' }] });

    expect(first.payment_details).toEqual(kept);
    expect(
      await sql`
        select payment_details from public.orders where id = ${first.id}
        union all select payment_details from public.recharges where id = ${second.id}`,
    ).toEqual([{ payment_details: kept }, { payment_details: kept }]);
    expect((await order()).payment_details).toMatchObject({
      details: [{ label: 'Bank', value: 'Second Bank' }],
    });
  });

  it('a record created while placeholders were shown has no details', async () => {
    expect((await order()).payment_details).toBeNull();
  });

  it.each([
    ['no list', { label: 'Bank', value: 'First Bank' }],
    ['an empty list', []],
    ['a line without a value', [{ label: 'Bank' }]],
    ['a line with more', [{ label: 'Bank', value: 'First Bank', link: 'https://x.example' }]],
    ['a value that is not a text', [{ label: 'Account', value: 7 }]],
    ['a blank label', [{ label: ' ', value: 'x' }]],
    ['a long value', [{ label: 'Bank', value: 'x'.repeat(301) }]],
    ['too many lines', Array.from({ length: 13 }, () => LINES[0])],
    ['a card number', [{ label: 'Card', value: '4111 1111 1111 1111' }]],
  ])('details that are %s are refused', async (_, details) => {
    const error = await errorOf(change('bank_transfer', { details }));
    expect(error.code).toBe('23514');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });
});
