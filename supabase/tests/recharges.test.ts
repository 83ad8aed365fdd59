import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertRecharge,
  rechargeFields,
  errorOf,
  signedIn,
  signUp,
  type RechargeFields,
  type Sql,
} from './support.ts';

describe('mobile recharges', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql);
  });
  afterAll(() => database.drop());

  function recharge(changes: Partial<RechargeFields> = {}, headers: Record<string, string> = {}) {
    return actAs(
      sql,
      signedIn(customer),
      (transaction) => insertRecharge(transaction, rechargeFields(customer, changes)),
      headers,
    );
  }

  it.each([5, 10, 20, 50])(
    'a recharge of %d USD is accepted, pending verification',
    async (amount) => {
      expect(await recharge({ amount })).toMatchObject({
        user_id: customer,
        amount: String(amount),
        currency: 'USD',
        status: 'pending_manual_verification',
        recharge_details: { type: 'talktime' },
      });
    },
  );

  it.each([
    ['another amount', { amount: 15 }],
    ['a fraction', { amount: '10.5' }],
    ['another currency', { currency: 'NGN' }],
    ['an unknown operator', { operator: 'Acme Mobile' }],
    ['an unknown type', { recharge_details: { type: 'roaming' } }],
    ['no type', { recharge_details: {} }],
    ['more details', { recharge_details: { type: 'data', note: 'x' } }],
    ['an unknown method', { payment_method: 'cheque' }],
    ['no reference', { transaction_reference: '' }],
    ['a card number as reference', { transaction_reference: '4111 1111 1111 1111' }],
    ['an approved status', { status: 'manual_payment_approved' }],
    ['letters as phone number', { phone_number: 'call me' }],
    ['too short a phone number', { phone_number: '123' }],
    ['a card number as phone number', { phone_number: '4111111111111111' }],
    ['an Amex number as phone number', { phone_number: '378282246310005' }],
  ])('a recharge with %s is refused', async (_, changes: Partial<RechargeFields>) => {
    const error = await errorOf(recharge(changes));
    expect(error.code).toBe('23514');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.message).not.toMatch(/relation|constraint/);
  });

  it.each(['+2348035550100', '0803 555 0100', '+44 20 7946 0000', '(212) 555-0100'])(
    'the phone number %s is accepted',
    async (phoneNumber) => {
      expect(await recharge({ phone_number: phoneNumber })).toMatchObject({
        phone_number: phoneNumber,
      });
    },
  );

  it('a recharge that is sent twice with one idempotency key is created once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await recharge({}, headers);
    expect((await errorOf(recharge({}, headers))).code).toBe('23505');
  });
});
