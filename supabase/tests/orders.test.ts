import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCardReference } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  orderFields,
  errorOf,
  signedIn,
  signUp,
  type OrderFields,
  type Sql,
} from './support.ts';

describe('card orders', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql);
  });
  afterAll(() => database.drop());

  function order(changes: Partial<OrderFields> = {}, headers: Record<string, string> = {}) {
    return actAs(
      sql,
      signedIn(customer),
      (transaction) => insertOrder(transaction, orderFields(customer, changes)),
      headers,
    );
  }

  it.each([
    ['standard', 5],
    ['premium', 15],
    ['metal', 50],
  ])('a %s card is ordered at %d USD, pending verification', async (tier, amount) => {
    expect(await order({ amount, card_details: { tier, cardName: 'Trips' } })).toMatchObject({
      user_id: customer,
      status: 'pending_manual_verification',
      amount: String(amount),
      currency: 'USD',
      card_details: { tier, cardName: 'Trips' },
      reviewed_by: null,
    });
  });

  it('a price with decimals is the same price', async () => {
    expect(await order({ amount: '15.00' })).toMatchObject({ amount: '15' });
  });

  it.each([
    ['another tier’s price', { amount: 5 }],
    ['a price off by a fraction of a cent', { amount: '15.001' }],
    ['a negative price', { amount: -15 }],
    ['not a number', { amount: 'NaN' }],
    ['another currency', { currency: 'EUR' }],
    ['an unknown tier', { card_details: { tier: 'gold' } }],
    ['a tier in another case', { card_details: { tier: 'Premium' } }],
    ['no tier', { card_details: { cardName: 'x' } }],
    ['card details that are a list', { card_details: ['premium'] }],
    ['card details that are a text', { card_details: 'premium' }],
    ['more card details', { card_details: { tier: 'premium', cvv: '123' } }],
    ['a card name that is not a text', { card_details: { tier: 'premium', cardName: { a: 1 } } }],
    ['a long card name', { card_details: { tier: 'premium', cardName: 'x'.repeat(61) } }],
    ['an unknown method', { payment_method: 'gift_card' }],
    ['no reference', { transaction_reference: null }],
    ['a blank reference', { transaction_reference: ' \n ' }],
    ['a long reference', { transaction_reference: 'x'.repeat(201) }],
    ['an approved status', { status: 'manual_payment_approved' }],
    ['a completed status', { status: 'completed' }],
    ['an unknown status', { status: 'paid' }],
  ])('an order with %s is refused', async (_, changes: Partial<OrderFields>) => {
    const error = await errorOf(order(changes));
    expect(error.code).toBe('23514');
    // Customers read these messages, so they contain no constraint or column names.
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.message).not.toMatch(/relation|constraint/);
  });

  it.each([
    ['no card name', {}],
    ['a blank card name', { cardName: '  ' }],
    ['a null card name', { cardName: null }],
  ])('an order with %s gets the card name My Virtual Card', async (_, details) => {
    expect(await order({ card_details: { tier: 'premium', ...details } })).toMatchObject({
      card_details: { tier: 'premium', cardName: 'My Virtual Card' },
    });
  });

  it('a reference is stored without surrounding spaces and control characters', async () => {
    expect(await order({ transaction_reference: '  FT\t77\n' })).toMatchObject({
      transaction_reference: 'FT 77',
    });
  });

  describe('card payments', () => {
    const details = { cardHolder: 'Ada Lovelace', brand: 'visa', last4: '4242', expiry: '12/2030' };

    /** @covers 5.card-order.7 */
    it('keep card holder, brand, last four digits and expiry as a prefixed JSON text', async () => {
      const reference = encodeCardReference(details);
      const { transaction_reference: stored } = await order({
        payment_method: 'card_payment',
        transaction_reference: reference,
      });
      expect(stored).toMatch(/^CARD_PAYMENT_DETAILS:\{/);
      expect(JSON.parse(String(stored).replace('CARD_PAYMENT_DETAILS:', ''))).toEqual(details);
    });

    it('keep one value of a repeated key', async () => {
      const { transaction_reference: stored } = await order({
        payment_method: 'card_payment',
        transaction_reference:
          'CARD_PAYMENT_DETAILS:{"last4":"4111111111111111","cardHolder":"A","brand":"visa","last4":"1111","expiry":"01/2031"}',
      });
      expect(stored).not.toContain('4111111111111111');
    });

    it.each([
      ['a card number', { ...details, cardNumber: '4242424242424242' }],
      ['a security code', { ...details, cvv: '123' }],
      ['a nested object', { ...details, cardHolder: { name: 'Ada' } }],
      ['a full number as last four', { ...details, last4: '4242424242424242' }],
      ['a number as card holder', { ...details, cardHolder: '4242 4242 4242 4242' }],
      ['a security code as card holder', { ...details, cardHolder: 'Ada CVV: 123' }],
      ['a number as brand', { ...details, brand: '4242424242424242' }],
      ['a number as expiry', { ...details, expiry: '4242424242424242' }],
      ['a missing expiry', { cardHolder: 'Ada', brand: 'visa', last4: '4242' }],
      ['an impossible month', { ...details, expiry: '13/2030' }],
      ['a blank card holder', { ...details, cardHolder: ' ' }],
    ])('with %s in the reference are refused', async (_, content) => {
      const error = await errorOf(
        order({
          payment_method: 'card_payment',
          transaction_reference: `CARD_PAYMENT_DETAILS:${JSON.stringify(content)}`,
        }),
      );
      expect(error.code).toBe('23514');
      expect(error.message).not.toContain('4242424242424242');
    });

    it.each([
      'FT-1',
      'CARD_PAYMENT_DETAILS:',
      'CARD_PAYMENT_DETAILS:{"cardHolder":',
      'CARD_PAYMENT_DETAILS:[]',
      'CARD_PAYMENT_DETAILS:"x"',
      'CARD_PAYMENT_DETAILS:{"cardHolder":"\\u0000"}',
    ])('with the reference %s are refused', async (reference) => {
      const error = await errorOf(
        order({ payment_method: 'card_payment', transaction_reference: reference }),
      );
      expect(error.code).toBe('23514');
    });
  });

  it.each([
    ['a card number in the reference', { transaction_reference: 'paid with 4111111111111111' }],
    ['a grouped number', { transaction_reference: '4111 1111 1111 1111 12/28' }],
    ['a number with dashes', { transaction_reference: '5555-5555-5555-4444' }],
    ['an Amex number', { transaction_reference: '3782.822463.10005' }],
    [
      'a number in full-width digits',
      { transaction_reference: '４１１１１１１１１１１１１１１１' },
    ],
    ['a security code', { transaction_reference: 'FT-1, cvv 123' }],
    [
      'a card number as card name',
      { card_details: { tier: 'premium', cardName: '4242 4242 4242 4242' } },
    ],
  ])('an order with %s is refused with a message that names the reason', async (_, changes) => {
    const error = await errorOf(order(changes));
    expect(error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('never store') as string,
    });
  });

  it('long bank references that are not card numbers are accepted', async () => {
    for (const reference of ['DE89 3704 0044 0532 0130 00', '+2348035550100', '202611211234567']) {
      await expect(order({ transaction_reference: reference })).resolves.toBeDefined();
    }
  });

  describe('an order that is sent twice', () => {
    it('with one idempotency key is created once, and its owner can find it by the key', async () => {
      const key = randomUUID();
      const first = await order({}, { 'idempotency-key': key });
      const error = await errorOf(order({}, { 'idempotency-key': key }));

      const found = await actAs(
        sql,
        signedIn(customer),
        (transaction) => transaction`select id from public.orders where idempotency_key = ${key}`,
      );

      expect(error.code).toBe('23505');
      expect(found).toEqual([{ id: first.id }]);
    });

    /** @covers security.records.3 */
    it('at the same time with one idempotency key is created once', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const results = await Promise.allSettled([order({}, headers), order({}, headers)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('with two keys or none is created twice', async () => {
      await order({}, { 'idempotency-key': randomUUID() });
      await expect(order({}, { 'idempotency-key': randomUUID() })).resolves.toBeDefined();
      await order();
      await expect(order()).resolves.toBeDefined();
    });

    it('by two customers with one key is created twice', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const other = await signUp(sql);
      await order({}, headers);
      const second = await actAs(
        sql,
        signedIn(other),
        (transaction) => insertOrder(transaction, orderFields(other)),
        headers,
      );
      expect(second.user_id).toBe(other);
    });
  });

  it('with an idempotency key that is not a UUID is refused', async () => {
    const error = await errorOf(order({}, { 'idempotency-key': "x'; drop table orders" }));
    expect(error).toEqual({
      code: '23514',
      message: 'The Idempotency-Key header must be a UUID.',
    });
  });
});
