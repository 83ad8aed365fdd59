import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  bankLine,
  importLines,
  orderWithCode,
  storedLine,
  switchOn,
  type BankLine,
} from './matching-support.ts';
import { actAs, makeAdmin, ruleOf, SERVICE, signedIn, signUp, type Sql } from './support.ts';

describe('properties of matching', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
    await switchOn(sql, true);
  });
  afterAll(() => database.drop());

  /** No approved record without covering lines, no line with more linked than it has. */
  async function expectSoundBooks(): Promise<void> {
    const uncovered = await sql`
      select orders.id from public.orders
      where status = 'manual_payment_approved' and reviewed_by is null and amount > (
        select coalesce(sum(link.amount), 0) from public.payment_links as link
        where link.record_id = orders.id and link.state = 'confirmed'
      )`;
    expect(uncovered).toHaveLength(0);
    const overdrawn = await sql`
      select line.id from public.bank_lines as line
      join public.payment_links as link on link.line_id = line.id and link.state <> 'undone'
      group by line.id having sum(link.amount) > line.amount`;
    expect(overdrawn).toHaveLength(0);
    const decidedTwice = await sql`
      select record_id from public.record_events where kind = 'decided'
      group by record_id having count(*) > 1`;
    expect(decidedTwice).toHaveLength(0);
  }

  const amounts = fc.constantFrom('5', '10', '15', '20', '30', '-15', '0');
  const uses = fc.array(fc.record({ order: fc.integer({ min: 0, max: 3 }), amount: amounts }), {
    minLength: 1,
    maxLength: 8,
  });

  it('any order and overlap of imports gives the same rows and sound books', async () => {
    await fc.assert(
      fc.asyncProperty(
        uses,
        fc.array(fc.array(fc.nat(7), { maxLength: 8 }), { maxLength: 4 }),
        async (drawn, batches) => {
          const ada = await signUp(sql);
          const orders = [await orderWithCode(sql, ada), await orderWithCode(sql, ada)];
          const lines = drawn.map(({ order, amount }) =>
            bankLine({ amount, remittance_text: orders[order]?.code ?? 'no code' }),
          );
          const parts = batches.map((batch) => batch.flatMap((at) => lines[at] ?? []));
          for (const part of [...parts, lines.toReversed()]) {
            await importLines(sql, SERVICE, part);
          }
          const stored = await sql`
            select line_key from public.bank_lines
            where line_key = any (${lines.map(({ line_key }) => line_key)}::text[])`;
          expect(stored).toHaveLength(lines.length);
          await expectSoundBooks();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('two imports and a manual review at once decide each record once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ada = await signUp(sql);
      const orders = [];
      for (let count = 0; count < 4; count += 1) orders.push(await orderWithCode(sql, ada));
      const lines = orders.map(({ code }) => bankLine({ remittance_text: code }));
      const again = lines.map((line) => ({ ...bankLine(line), line_key: bankLine().line_key }));
      const review = orders.map(({ id }) =>
        actAs(
          sql,
          signedIn(admin),
          (tx) => tx`update public.orders set status = 'manual_payment_rejected' where id = ${id}`,
        ),
      );
      const outcomes = await Promise.allSettled([
        importLines(sql, SERVICE, lines),
        importLines(sql, signedIn(admin), [...lines.toReversed(), ...again]),
        ...review,
      ]);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'PT409' });
      }
      const events = await sql`
        select record_id from public.record_events
        where kind = 'decided' and record_id = any (${orders.map(({ id }) => id)}::uuid[])`;
      expect(events).toHaveLength(4);
      await expectSoundBooks();
    }
  });

  it.each<[string, Partial<BankLine>]>([
    ['a comma in the amount', { amount: '1,5' }],
    ['an Indian grouping', { amount: '1,00,000.00' }],
    ['a Swiss grouping', { amount: "1'000.00" }],
    ['no amount', { amount: '' }],
    ['not a number', { amount: 'NaN' }],
    ['a day that does not exist', { booking_date: '2026-02-30' }],
    ['another order of the date', { booking_date: '25.11.2026' }],
    ['a currency in lower case', { currency: 'usd' }],
    ['a key that is not a hash', { line_key: 'x' }],
    ['no account', { account: '' }],
  ])('refuses the import of a line with %s, and stores nothing', async (_case, changes) => {
    const good = bankLine();
    const attempt = importLines(sql, SERVICE, [good, bankLine(changes)]);
    expect(await ruleOf(attempt)).toEqual({ code: '23514', hint: 'bank_line.value' });
    expect(await storedLine(sql, good)).toBeUndefined();
  });

  it('refuses lines of another account, if the settings name the own ones', async () => {
    await sql`update public.matching_settings set accounts = '{DE89 3704 0044 0532 0130 00}'`;
    expect(
      await ruleOf(importLines(sql, SERVICE, [bankLine({ account: 'OTHER1' })])),
    ).toMatchObject({ hint: 'bank_line.account' });
    expect(await importLines(sql, SERVICE, [bankLine()])).toMatchObject({ imported: 1 });
    await sql`update public.matching_settings set accounts = '{}'`;
  });

  it('masks card numbers before they are stored, and keeps the code beside them', async () => {
    const order = await orderWithCode(sql, await signUp(sql));
    const line = bankLine({
      remittance_text: `Card 4242 4242 4242 4242 for ${order.code}`,
      counterparty_name: '4242424242424242',
      bank_reference: '5555-5555-5555-4444',
    });
    await importLines(sql, SERVICE, [line]);
    const stored = await storedLine(sql, line);
    expect(JSON.stringify(stored)).not.toMatch(/4242|5555/);
    expect(stored.remittance_text).toContain(order.code);
    expect(stored.state).toBe('matched');
  });

  it('a line never changes, and loses names, accounts and texts after the retention', async () => {
    const line = bankLine({
      remittance_text: randomUUID(),
      counterparty_iban: 'DE02120300000000202051',
    });
    await importLines(sql, SERVICE, [line]);
    for (const change of [
      'amount = 1',
      "counterparty_name = 'x'",
      "account = 'x'",
      'is_reversal = true',
    ]) {
      expect(
        await ruleOf(Promise.resolve(sql.unsafe(`update public.bank_lines set ${change}`))),
      ).toMatchObject({ hint: 'bank_line.unchangeable' });
    }
    expect(await ruleOf(Promise.resolve(sql`delete from public.bank_lines`))).toMatchObject({
      hint: 'bank_line.unchangeable',
    });
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update public.bank_lines set imported_at = now() - interval '800 days'
        where line_key = ${line.line_key}`;
    });
    await sql`select private.forget_third_parties()`;
    expect(await storedLine(sql, line)).toMatchObject({
      counterparty_name: null,
      counterparty_iban: null,
      remittance_text: null,
      amount: expect.anything() as unknown,
    });
    const [logged] = await sql`
      select count(*) as entries from private.audit_log
      where table_name = 'bank_lines' and after::text ~ 'DE02120300000000202051'`;
    expect(Number(logged?.entries)).toBe(0);
  });
});
