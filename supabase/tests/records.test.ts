import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCardReference } from '@beaconpay/domain';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
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

interface FoundRecord {
  readonly id: string;
  readonly created_at: Date;
  readonly amount: string;
  readonly next_cursor: unknown;
  readonly [column: string]: unknown;
}

describe('the records of administrators', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  async function search(
    filter: unknown,
    { after = null, pageSize = 50 }: { after?: unknown; pageSize?: number } = {},
  ): Promise<FoundRecord[]> {
    return actAs(sql, signedIn(admin), async (tx) => {
      const rows = await tx`
        select * from public.search_records(${JSON.stringify(filter)}::text::jsonb,
          ${after === null ? null : JSON.stringify(after)}::text::jsonb, ${pageSize})`;
      return rows as unknown as FoundRecord[];
    });
  }

  async function foundBy(text: string, customer: string): Promise<string[]> {
    const rows = await search({ text, user_id: customer });
    return rows.map(({ id }) => id);
  }

  const updateProfile = (person: string, name: string, country: string) =>
    actAs(
      sql,
      signedIn(person),
      (tx) => tx`
        update public.profiles set full_name = ${name}, country = ${country} where id = ${person}`,
    );

  it('have a row for each order and recharge, which follows the decision', async () => {
    const customer = await signUp(sql, { metadata: { full_name: 'Zoë', country: 'Germany' } });
    const order = await insertOrder(sql, orderFields(customer));
    const recharge = await insertRecharge(sql, rechargeFields(customer));
    await actAs(
      sql,
      signedIn(admin),
      (tx) =>
        tx`update public.orders set status = 'manual_payment_approved' where id = ${order.id}`,
    );

    const rows = await search({ user_id: customer, sort: 'amount_desc' });
    expect(rows).toMatchObject([
      {
        id: order.id,
        kind: 'card_order',
        status: 'manual_payment_approved',
        decided_by: admin,
        customer_name: 'Zoë',
        country: 'Germany',
      },
      { id: recharge.id, kind: 'mobile_recharge', decided_at: null, flag: 0 },
    ]);
  });

  describe('a search', () => {
    let customer: string;
    let order: string;
    let recharge: string;
    let cardOrder: string;

    beforeAll(async () => {
      customer = await signUp(sql, {
        email: 'zoe.lindqvist-berg@mail.example.com',
        metadata: { full_name: 'Zoë Łuczak-Müller', phone_number: '+44 7700 900123' },
      });
      order = (
        await insertOrder(sql, orderFields(customer, { transaction_reference: 'FT-2026/77 81' }))
      ).id;
      recharge = (
        await insertRecharge(sql, rechargeFields(customer, { phone_number: '+2348035550142' }))
      ).id;
      const card = { cardHolder: 'Nadia Card', brand: 'visa', last4: '4242', expiry: '12/2030' };
      cardOrder = (
        await insertOrder(
          sql,
          orderFields(customer, {
            payment_method: 'card_payment',
            transaction_reference: encodeCardReference(card),
          }),
        )
      ).id;
    });

    it.each([
      'zoe',
      'ZOË',
      'Zoe\u0308',
      'zo',
      'luczak',
      'müller',
      'lucz mull',
      'zoe.lindqvist-berg@mail.example.com',
      'lindqvist',
      'example.com',
      '07700900123',
      '+44 7700 900123',
      '7700 900123',
      '٧٧٠٠',
    ])('for “%s” finds the records of the customer', async (text) => {
      expect(await foundBy(text, customer)).toEqual([cardOrder, recharge, order]);
    });

    it.each(['FT-2026/77 81', 'ft2026', 'FT20267781', '2026-77', '7781', 'zoe 7781', 'ft 81'])(
      'for “%s” finds the reference',
      async (text) => {
        expect(await foundBy(text, customer)).toEqual([order]);
      },
    );

    it('finds the number of a recharge, with and without its country code', async () => {
      for (const text of ['+2348035550142', '08035550142', '5550142']) {
        expect(await foundBy(text, customer), text).toEqual([recharge]);
      }
    });

    it('finds the card holder and the last digits of a card payment', async () => {
      expect(await foundBy('nadia', customer)).toEqual([cardOrder]);
      expect(await foundBy('nadia 4242', customer)).toEqual([cardOrder]);
      expect(await foundBy('visa', customer)).toEqual([]);
    });

    it('finds the short and the whole id', async () => {
      expect(await foundBy(order.slice(0, 8).toUpperCase(), customer)).toEqual([order]);
      expect(await foundBy(order, customer)).toEqual([order]);
    });

    it.each([
      "'; drop table public.records; --",
      '%',
      '_',
      '\\',
      "zq' | 'zy",
      ':*',
      '!zoe:*A | !!(',
      '\u0000'.replace('\u0000', '\u0001'),
      'x'.repeat(10_240),
      'x y '.repeat(2_560),
      "'".repeat(10_240),
      '٠'.repeat(10_240),
      `zoe ${'%_\\'.repeat(100)}`.slice(4),
    ])('for unusual text %# finds nothing and does not fail', async (text) => {
      expect(await foundBy(text, customer)).toEqual([]);
    });

    it('follows a change of the name, the country, the phone number and the email address', async () => {
      const person = await signUp(sql, { metadata: { full_name: 'Before Name' } });
      const { id } = await insertOrder(sql, orderFields(person));
      await updateProfile(person, 'After Name', 'India');
      await sql`update auth.users set email = ${`moved-${person}@example.org`} where id = ${person}`;

      expect(await foundBy('before', person)).toEqual([]);
      expect(await foundBy('after moved', person)).toEqual([id]);
      expect(await search({ user_id: person, country: ['India'] })).toHaveLength(1);
    });
  });

  describe('a page', () => {
    let customer: string;

    beforeAll(async () => {
      customer = await signUp(sql);
      // Pairs with the same time, so that a page can end between them.
      for (const number of [1, 2, 3, 4, 5, 6, 7]) {
        await sql`
          insert into public.recharges (user_id, operator, phone_number, amount, recharge_details,
            payment_method, transaction_reference, created_at)
          values (${customer}, 'MTN', '+2348035550100', ${[5, 10, 20][number % 3] ?? 5},
            '{"type":"data"}', 'manual_cash', ${`PAGE-${String(number)}`},
            '2026-01-01T00:00:00.000001Z'::timestamptz + ${Math.floor(number / 2)} * interval '1 microsecond')`;
      }
    });

    it.each(['newest', 'oldest', 'amount_desc', 'amount_asc'])(
      'sorted by %s continues after the last row without gaps, with and without a text',
      async (sort) => {
        for (const text of ['', 'page']) {
          const filter = { user_id: customer, sort, text };
          const all = await search(filter);
          expect(all).toHaveLength(7);
          expect(all.every(({ next_cursor }) => next_cursor === null)).toBe(true);
          const pages: FoundRecord[] = [];
          let after: unknown = null;
          do {
            const page = await search(filter, { after, pageSize: 2 });
            pages.push(...page);
            after = page.at(-1)?.next_cursor ?? null;
          } while (after !== null);
          expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
        }
      },
    );

    it('counts up to a limit', async () => {
      const count = (filter: unknown, upTo: number) =>
        actAs(sql, signedIn(admin), async (tx) => {
          const [row] = await tx`
            select public.count_records(${JSON.stringify(filter)}::text::jsonb, ${upTo}) as count`;
          return Number(row?.count);
        });
      expect(await count({ user_id: customer }, 100)).toBe(7);
      expect(await count({ user_id: customer }, 3)).toBe(3);
      expect(await count({ user_id: customer, text: 'page 8z' }, 100)).toBe(0);
      expect(await count({ user_id: customer, text: 'page3' }, 100)).toBe(1);
      expect(await count({ user_id: customer, text: '%' }, 100)).toBe(0);
    });
  });

  it('are filtered by each column', async () => {
    const customer = await signUp(sql, { metadata: { country: 'UK' } });
    const order = await insertOrder(sql, orderFields(customer));
    const recharge = await insertRecharge(sql, rechargeFields(customer));
    await sql`
      update public.records set assigned_to = ${admin}, held_until = now() + interval '1 day', flag = 2
      where id = ${order.id}`;
    const ids = async (filter: object) =>
      (await search({ user_id: customer, ...filter })).map(({ id }) => id);

    expect(await ids({ kind: ['card_order'] })).toEqual([order.id]);
    expect(await ids({ method: ['binance_pay'] })).toEqual([recharge.id]);
    expect(await ids({ method: ['binance_pay', 'bank_transfer'] })).toHaveLength(2);
    expect(await ids({ status: ['completed'] })).toEqual([]);
    expect(await ids({ amount_min: 12 })).toEqual([order.id]);
    expect(await ids({ amount_max: '12.00' })).toEqual([recharge.id]);
    expect(await ids({ from: '2020-01-01', to: '2021-01-01' })).toEqual([]);
    expect(await ids({ from: '2020-01-01' })).toHaveLength(2);
    expect(await ids({ assignee: 'me' })).toEqual([order.id]);
    expect(await ids({ assignee: admin })).toEqual([order.id]);
    expect(await ids({ assignee: 'none' })).toEqual([recharge.id]);
    expect(await ids({ held: true })).toEqual([order.id]);
    expect(await ids({ held: false })).toEqual([recharge.id]);
    expect(await ids({ flag: 2 })).toEqual([order.id]);
    expect(await ids({ flag: 3 })).toEqual([]);
    expect(await ids({ country: ['UK', 'India'] })).toHaveLength(2);
    expect(await ids({ country: ["' or true --"] })).toEqual([]);
  });

  it.each([
    [{ colour: 'red' }, '23514'],
    [{ status: 'completed' }, '23514'],
    [{ sort: 'created_at; drop table public.records' }, '23514'],
    [{ flag: 4 }, '23514'],
    [{ country: [1] }, '23514'],
    [[], '23514'],
    [{ amount_min: '1) or (true' }, '22P02'],
    [{ from: 'yesterday or true' }, '22007'],
    [{ assignee: "' or true --" }, '22P02'],
  ])('refuse the filter %j', async (filter, code) => {
    expect((await errorOf(search(filter))).code).toBe(code);
  });

  it('refuse a cursor that is not one', async () => {
    const attempt = search({}, { after: { created_at: 'now() or true', id: randomUUID() } });
    expect((await errorOf(attempt)).code).toBe('22007');
  });

  describe('a saved view', () => {
    const save = (person: string, filter: unknown, isShared: boolean) =>
      actAs(
        sql,
        signedIn(person),
        (tx) => tx`
          insert into public.record_views (name, filter, is_shared)
          values (' Large ', ${JSON.stringify(filter)}::text::jsonb, ${isShared})
          returning id, owner_id, name`,
      );

    it('belongs to its owner, and all administrators see a shared one', async () => {
      const other = await makeAdmin(sql);
      const [own] = await save(admin, { amount_min: 50 }, false);
      const [shared] = await save(admin, { amount_min: 60 }, true);
      expect(own).toMatchObject({ owner_id: admin, name: 'Large' });
      await actAs(sql, signedIn(other), async (tx) => {
        const ids = [own?.id, shared?.id] as string[];
        expect(
          await tx`select id from public.record_views where id = any (${ids}::uuid[])`,
        ).toEqual([{ id: shared?.id }]);
        expect(await tx`update public.record_views set name = 'x' returning id`).toEqual([]);
        expect(await tx`delete from public.record_views returning id`).toEqual([]);
      });
    });

    it('has a filter that the search accepts', async () => {
      expect((await errorOf(save(admin, { colour: 'red' }, false))).code).toBe('23514');
    });
  });

  it('contain nothing about a customer whose account was deleted', async () => {
    const customer = await signUp(sql, { metadata: { full_name: 'Lovelace', country: 'UK' } });
    await insertOrder(sql, orderFields(customer, { transaction_reference: 'Lovelace-1' }));
    await insertRecharge(sql, rechargeFields(customer));
    await sql`update auth.users set deleted_at = now() where id = ${customer}`;

    const rows = await sql`
      select status, country, transaction_reference, search::text from public.records
      where user_id = ${customer}`;
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/lovelace|2348035|5550100|UK/i);
    expect(rows).toMatchObject([
      { status: 'manual_payment_rejected' },
      { status: 'manual_payment_rejected' },
    ]);
  });
});
