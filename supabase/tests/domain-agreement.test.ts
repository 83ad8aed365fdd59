import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CARD_TIERS,
  containsCardNumber,
  containsSecurityCode,
  DEFAULT_CARD_NAME,
  isPhoneNumber,
  OPERATORS,
  PAYMENT_METHODS,
  RECHARGE_AMOUNTS_USD,
  RECHARGE_TYPE_IDS,
  RECORD_STATUSES,
  searchText,
  TRANSACTION_TYPES,
  withoutDirectionControls,
} from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  insertOrder,
  insertRecharge,
  orderFields,
  rechargeFields,
  signUp,
  type Sql,
} from './support.ts';

describe('the database and packages/domain agree', () => {
  let database: TestDatabase;
  let sql: Sql;
  let customer: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    customer = await signUp(sql);
  });
  afterAll(() => database.drop());

  /** The texts that a check constraint lists. */
  async function allowedBy(constraint: string): Promise<string[]> {
    const [row] = await sql`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = ${constraint}`;
    return [...String(row?.definition).matchAll(/'([^']+)'::text/g)].map(([, text]) => text ?? '');
  }

  /** @covers 9.1 */
  it.each(CARD_TIERS)('on the price of the $name card', async ({ id, price }) => {
    const order = await insertOrder(
      sql,
      orderFields(customer, { amount: price, card_details: { tier: id } }),
    );
    expect(Number(order.amount)).toBe(Number(price));
    expect(order.card_details).toMatchObject({ cardName: DEFAULT_CARD_NAME });
  });

  it.each(OPERATORS)('on the operator $name', async ({ name }) => {
    await expect(
      insertRecharge(sql, rechargeFields(customer, { operator: name })),
    ).resolves.toBeDefined();
  });

  /** @covers 5.recharge.4, 9.6 */
  it.each(RECHARGE_AMOUNTS_USD)('on a recharge of %d USD', async (amount) => {
    await expect(insertRecharge(sql, rechargeFields(customer, { amount }))).resolves.toBeDefined();
  });

  /** @covers 5.recharge.5 */
  it.each(RECHARGE_TYPE_IDS)('on the recharge type %s', async (id) => {
    await expect(
      insertRecharge(sql, rechargeFields(customer, { recharge_details: { type: id } })),
    ).resolves.toBeDefined();
  });

  it.each(['orders', 'recharges'])('on the statuses and payment methods of %s', async (table) => {
    expect(await allowedBy(`${table}_status_check`)).toEqual([...RECORD_STATUSES]);
    expect(await allowedBy(`${table}_payment_method_check`)).toEqual(
      PAYMENT_METHODS.map(({ id }) => id),
    );
  });

  it('on the list of operators and of transaction types', async () => {
    expect(await allowedBy('recharges_operator_check')).toEqual(OPERATORS.map(({ name }) => name));
    expect(await allowedBy('transactions_type_check')).toEqual([...TRANSACTION_TYPES]);
  });

  it('on which texts contain a card number or a security code', async () => {
    const digits = (length: number) =>
      fc.string({
        unit: fc.constantFrom(...Array.from('0123456789')),
        minLength: length,
        maxLength: length,
      });
    const piece = fc.oneof(
      fc.constantFrom(
        '4111111111111111',
        '3782 822463 10005',
        '5555-5555-5555-4444',
        'cvv',
        'CVC2',
      ),
      fc.constantFrom(' ', '-', '.', '/', ': ', '----', 'ref', 'x', '٣', '１２３', '\n'),
      fc.integer({ min: 1, max: 20 }).chain(digits),
    );
    const texts = fc
      .sample(fc.array(piece, { minLength: 1, maxLength: 8 }), { numRuns: 3000, seed: 20261121 })
      .map((pieces) => pieces.join(''));

    const rows = await sql<{ card: boolean; code: boolean }[]>`
      select private.contains_card_number(value) as card, private.contains_security_code(value) as code
      from json_array_elements_text(${JSON.stringify(texts)}::text::json) with ordinality as t (value, place)
      order by place`;

    const disagreements = texts.filter(
      (text, index) =>
        rows[index]?.card !== containsCardNumber(text) ||
        rows[index].code !== containsSecurityCode(text),
    );
    expect(disagreements).toEqual([]);
    expect(rows.some(({ card }) => card) && rows.some(({ card }) => !card)).toBe(true);
    expect(rows.some(({ code }) => code)).toBe(true);
  });

  it.each([
    '+2348035550100',
    '(212) 555-0100',
    '123',
    'call me',
    '1234567890123456',
    '378282246310005',
    '30569309025904',
  ])('on whether %s can be recharged', async (phoneNumber) => {
    const accepted = await insertRecharge(
      sql,
      rechargeFields(customer, { phone_number: phoneNumber }),
    ).then(
      () => true,
      () => false,
    );
    expect(accepted).toBe(isPhoneNumber(phoneNumber));
  });

  it.each(['Zoë', 'ZOE\u0308', 'Łukasz Großmann', 'Søren Æbelø', 'مُحَمَّد', 'आयशा', 'Ａｄａ', 'Ada'])(
    'on the search text of %s',
    async (text) => {
      const [row] = await sql`select private.search_text(${text}) as found`;
      expect(row?.found).toBe(searchText(text));
    },
  );

  it('on the direction controls of a text', async () => {
    const all = Array.from({ length: 0x2100 - 0x600 }, (_, index) =>
      String.fromCharCode(0x600 + index),
    ).join('');
    const [row] = await sql`select private.without_direction_controls(${all}) as plain`;
    expect(row?.plain).toBe(withoutDirectionControls(all));
  });
});
