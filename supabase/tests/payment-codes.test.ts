import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentCode, isPaymentCode, normalizePaymentCode } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  ANON,
  addFactor,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  reserveCode,
  ruleOf,
  SERVICE,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

describe('payment codes', () => {
  let database: TestDatabase;
  let sql: Sql;
  let ada: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    ada = await signUp(sql);
  });
  afterAll(() => database.drop());

  it('the database creates codes that packages/domain accepts', async () => {
    const rows = await sql`
      select private.create_payment_code() as code from generate_series(1, 500)`;
    expect(rows.filter(({ code }) => !isPaymentCode(String(code)))).toEqual([]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(500);
  });

  it('the database and packages/domain normalize the same texts', async () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZoil -–/';
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength: 14 }),
      fc
        .tuple(fc.infiniteStream(fc.integer({ min: 0, max: 255 })), fc.integer({ min: 0, max: 11 }))
        .map(([bytes, at]) => {
          const code = createPaymentCode((count) =>
            Uint8Array.from({ length: count }, () => Number(bytes.next().value)),
          );
          return code.slice(0, at) + code.slice(at).toLowerCase().replace('1', 'l');
        }),
      fc
        .tuple(fc.constantFrom('BP-7K3F-92QD', '7k3f 92qd'), fc.integer({ min: 0, max: 11 }))
        .map(([code, at]) => `${code.slice(0, at)}X${code.slice(at + 1)}`),
    );
    const texts = fc.sample(typed, 1000);
    const rows = await sql`
      select private.normalize_payment_code(value) as code
      from unnest(${texts}::text[]) with ordinality as typed (value, place) order by place`;
    expect(rows.map(({ code }) => code as string | null)).toEqual(texts.map(normalizePaymentCode));
  });

  it('a submission binds its code, and searches find the record by it', async () => {
    const admin = await makeAdmin(sql);
    const code = await reserveCode(sql, ada);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const order = await actAs(sql, signedIn(ada), (tx) =>
      insertOrder(tx, orderFields(ada, { payment_code: typed })),
    );
    expect(order.payment_code).toBe(code);
    for (const text of [code, typed, code.slice(3), code.slice(-4)]) {
      const found = await actAs(
        sql,
        signedIn(admin),
        (tx) => tx`
          select id from public.search_records(jsonb_build_object('text', ${text}::text))`,
      );
      expect(found.map(({ id }) => String(id))).toContain(order.id);
    }
  });

  it('the search finds the code after the customer changed the name', async () => {
    const code = await reserveCode(sql, ada);
    const { id } = await insertRecharge(sql, rechargeFields(ada, { payment_code: code }));
    await sql`update public.profiles set full_name = 'Ada New' where id = ${ada}`;
    const [row] = await sql`
      select id from public.records where search @@ private.search_query(${`${code} new`})`;
    expect(row?.id).toBe(id);
  });

  it('a code belongs to one record, also if two submissions send it at once', async () => {
    const code = await reserveCode(sql, ada);
    const submit = () =>
      actAs(sql, signedIn(ada), (tx) => insertOrder(tx, orderFields(ada, { payment_code: code })));
    const outcomes = await Promise.allSettled([submit(), submit(), submit()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ruleOf(submit())).toEqual({ code: '23514', hint: 'payment_code.used' });
    expect(
      await ruleOf(insertRecharge(sql, rechargeFields(ada, { payment_code: code }))),
    ).toMatchObject({ hint: 'payment_code.used' });
  });

  it('a repeated submission reports the unique key, not a used code', async () => {
    const code = await reserveCode(sql, ada);
    const submit = () =>
      actAs(sql, signedIn(ada), (tx) => insertOrder(tx, orderFields(ada, { payment_code: code })), {
        'idempotency-key': key,
      });
    const key = randomUUID();
    await submit();
    expect(await ruleOf(submit())).toMatchObject({ code: '23505' });
  });

  it('a failed submission leaves the code free', async () => {
    const code = await reserveCode(sql, ada);
    const attempt = insertOrder(sql, orderFields(ada, { payment_code: code, amount: 1 }));
    expect(await ruleOf(attempt)).toMatchObject({ hint: 'order.price' });
    await insertOrder(sql, orderFields(ada, { payment_code: code }));
  });

  it('a code that does not exist and one of another customer give the same error', async () => {
    const other = await signUp(sql);
    const attempts = [await reserveCode(sql, other), 'BP-7K3F-92QD', 'no code'].map((code) =>
      ruleOf(
        actAs(sql, signedIn(ada), (tx) =>
          insertOrder(tx, orderFields(ada, { payment_code: code })),
        ),
      ),
    );
    expect(new Set((await Promise.all(attempts)).map(({ hint }) => hint))).toEqual(
      new Set(['payment_code.not_reserved']),
    );
  });

  it('records without a code are submitted as before', async () => {
    expect((await insertOrder(sql, orderFields(ada))).payment_code).toBeNull();
  });

  it('a customer with the maximum of unused codes gets the oldest again', async () => {
    const customer = await signUp(sql);
    const codes: string[] = [];
    for (let count = 0; count < 50; count += 1) codes.push(await reserveCode(sql, customer));
    expect(new Set(codes).size).toBe(50);
    expect(await reserveCode(sql, customer)).toBe(codes[0]);
    expect(await reserveCode(sql, customer)).toBe(codes[1]);
  });

  it('reservations of one customer at once differ', async () => {
    const codes = await Promise.all([1, 2, 3, 4].map(() => reserveCode(sql, ada)));
    expect(new Set(codes).size).toBe(4);
  });

  it('only signed-in users with their factors reserve codes, and no API role reads them', async () => {
    const withFactor = await signUp(sql);
    await addFactor(sql, withFactor);
    const reserve = (caller: typeof ANON) =>
      ruleOf(actAs(sql, caller, (tx) => tx`select public.reserve_payment_code()`));
    expect(await reserve(ANON)).toMatchObject({ code: '42501' });
    expect(await reserve(SERVICE)).toMatchObject({ code: '42501' });
    expect(await reserve(signedIn(withFactor, 'aal1'))).toMatchObject({ code: '42501' });
    const admin = await makeAdmin(sql);
    for (const caller of [ANON, SERVICE, signedIn(ada), signedIn(admin)]) {
      expect(
        await ruleOf(actAs(sql, caller, (tx) => tx`select * from private.payment_codes`)),
      ).toMatchObject({ code: '42501' });
    }
  });
});
