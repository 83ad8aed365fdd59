import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  bankLine,
  importLines,
  keyOf,
  linksOf,
  orderWithCode,
  statusOf,
  storedLine,
  switchOn,
  today,
} from './matching-support.ts';
import {
  actAs,
  insertOrder,
  makeAdmin,
  orderFields,
  reserveCode,
  ruleOf,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

const PENDING = 'pending_manual_verification';
const APPROVED = 'manual_payment_approved';

describe('matching of bank lines', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;
  let second: string;
  let ada: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    [admin, second] = [await makeAdmin(sql), await makeAdmin(sql)];
  });
  beforeEach(async () => {
    ada = await signUp(sql);
    await switchOn(sql, true);
    await sql`update public.back_office_settings set four_eyes_amount = null`;
  });
  afterAll(() => database.drop());

  const importOne = async (line: ReturnType<typeof bankLine>) => {
    const result = await importLines(sql, signedIn(admin), [line]);
    return { ...result, ...(await storedLine(sql, line)) };
  };

  it('an exact payment with the code approves its record without an administrator', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    const line = await importOne(bankLine({ remittance_text: `Order ${code}, thanks` }));

    expect(line).toMatchObject({ imported: 1, matched: 1, state: 'matched', case_reason: null });
    expect(await statusOf(sql, id)).toBe(APPROVED);
    const [order] = await sql`select reviewed_by, reviewed_at from public.orders where id = ${id}`;
    expect(order?.reviewed_by).toBeNull();
    expect(order?.reviewed_at).not.toBeNull();
    expect(await linksOf(sql, id)).toMatchObject([
      { amount: '15', kind: 'exact', matched_by: 'code', state: 'confirmed' },
    ]);
    const events = await sql`
      select kind, detail ->> 'state' as state from public.record_events
      where record_id = ${id} order by id`;
    expect(events.map(({ kind, state }) => [kind, state])).toEqual([
      ['matched', 'proposed'],
      ['decided', null],
      ['matched', 'confirmed'],
    ]);
    const mails = await sql`
      select kind from private.outbox where record_id = ${id} and kind = 'approved'`;
    expect(mails).toHaveLength(1);
  });

  it.each([
    ['lower case without separators', (code: string) => code.toLowerCase().replaceAll('-', '')],
    ['split over lines', (code: string) => `${code.slice(0, 5)}\n${code.slice(5)}`],
    ['without its prefix', (code: string) => `pay ${code.slice(3)} now`],
    ['with lookalikes', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['joined with other text', (code: string) => `EREF+NOTPROVIDED${code}THANKS`],
  ])('finds the code %s', async (_case, change) => {
    const { id, code } = await orderWithCode(sql, ada);
    await importOne(bankLine({ remittance_text: change(code) }));
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('finds the code in the end-to-end id', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    await importOne(bankLine({ end_to_end_id: code.replaceAll('-', '') }));
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('proposes an exact payment while automatic approval is off', async () => {
    await switchOn(sql, false);
    const { id, code } = await orderWithCode(sql, ada);
    const line = await importOne(bankLine({ remittance_text: code }));
    expect(line).toMatchObject({ proposed: 1, state: 'proposed' });
    expect(await statusOf(sql, id)).toBe(PENDING);

    const [link] = await linksOf(sql, id);
    const confirmed = await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select * from public.confirm_payment_links(array[${String(link?.id)}::uuid])`,
    );
    expect(confirmed).toMatchObject([{ link_id: link?.id, result: 'confirmed' }]);
    const [order] = await sql`select status, reviewed_by from public.orders where id = ${id}`;
    expect(order).toMatchObject({ status: APPROVED, reviewed_by: admin });
    expect(
      await storedLine(sql, { ...bankLine(), line_key: await keyOfLine(line.id) }),
    ).toMatchObject({ state: 'matched' });
  });

  async function keyOfLine(id: string): Promise<string> {
    const [row] = await sql`select line_key from public.bank_lines where id = ${id}`;
    return String(row?.line_key);
  }

  it('never approves amounts from four eyes on, nor records of administrators, by itself', async () => {
    await sql`update public.back_office_settings set four_eyes_amount = 15`;
    const { id, code } = await orderWithCode(sql, ada);
    expect(await importOne(bankLine({ remittance_text: code }))).toMatchObject({ proposed: 1 });
    expect(await statusOf(sql, id)).toBe(PENDING);

    await sql`update public.back_office_settings set four_eyes_amount = null`;
    const own = await orderWithCode(sql, second);
    expect(await importOne(bankLine({ remittance_text: own.code }))).toMatchObject({ proposed: 1 });
    expect(await statusOf(sql, own.id)).toBe(PENDING);
    const [link] = await linksOf(sql, own.id);
    const confirm = (by: string) =>
      actAs(
        sql,
        signedIn(by),
        (tx) =>
          tx`select result from public.confirm_payment_links(array[${String(link?.id)}::uuid])`,
      );
    expect(await confirm(second)).toMatchObject([{ result: 'review.own_record' }]);
    expect(await confirm(admin)).toMatchObject([{ result: 'confirmed' }]);
  });

  it('above four eyes the first confirmation is the first approval, the second approves', async () => {
    await sql`update public.back_office_settings set four_eyes_amount = 10`;
    const { id, code } = await orderWithCode(sql, ada);
    await importOne(bankLine({ remittance_text: code }));
    const [link] = await linksOf(sql, id);
    const confirm = (by: string) =>
      actAs(
        sql,
        signedIn(by),
        (tx) =>
          tx`select result from public.confirm_payment_links(array[${String(link?.id)}::uuid])`,
      );
    expect(await confirm(admin)).toMatchObject([{ result: 'first_approved' }]);
    expect(await confirm(admin)).toMatchObject([{ result: 'review.four_eyes' }]);
    expect(await statusOf(sql, id)).toBe(PENDING);
    expect(await confirm(second)).toMatchObject([{ result: 'confirmed' }]);
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('adds several payments of one record, and the customer sees how much is missing', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    const first = await importOne(bankLine({ amount: '10', remittance_text: code }));
    expect(first).toMatchObject({ state: 'case', case_reason: 'under' });
    expect(await statusOf(sql, id)).toBe(PENDING);
    const seen = () =>
      actAs(
        sql,
        signedIn(ada),
        (tx) => tx`
          select state, received_amount::text, amount::text from public.payment_states
          where record_id = ${id}`,
      );
    expect(await seen()).toMatchObject([{ state: 'partial', received_amount: '10', amount: '15' }]);

    const rest = bankLine({ amount: '5', remittance_text: code, bank_reference: 'BANK-7' });
    expect(await importOne(rest)).toMatchObject({ state: 'matched' });
    expect(await statusOf(sql, id)).toBe(APPROVED);
    expect(await seen()).toMatchObject([{ state: 'received', received_amount: '15' }]);
    const [settled] = await sql`select state from public.bank_lines where id = ${first.id}`;
    expect(settled?.state).toBe('matched');
  });

  it('the same payments in one import have the same result', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    await importLines(sql, signedIn(admin), [
      bankLine({ amount: '10', remittance_text: code }),
      bankLine({ amount: '5', remittance_text: code }),
      bankLine({
        amount: '15',
        remittance_text: code,
        booking_date: today(),
        line_key: keyOf(`z${id}`),
      }),
    ]);
    const links = await linksOf(sql, id);
    expect(links.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(15);
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('an overpaid record is approved, and the excess is a case until it is refunded', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    const line = await importOne(bankLine({ amount: '20', remittance_text: code }));
    expect(line).toMatchObject({ state: 'case', case_reason: 'over' });
    expect(await statusOf(sql, id)).toBe(APPROVED);
    expect(await linksOf(sql, id)).toMatchObject([{ amount: '15', kind: 'over' }]);
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select public.resolve_case(${line.id}, 'refunded', null, 'Sent back')`,
    );
    const [resolved] =
      await sql`select state, resolution from public.bank_lines where id = ${line.id}`;
    expect(resolved).toMatchObject({ state: 'matched', resolution: 'refunded' });
  });

  it('one line pays several records if it is their sum', async () => {
    const [one, other] = [await orderWithCode(sql, ada), await orderWithCode(sql, ada)];
    const line = await importOne(
      bankLine({ amount: '30', remittance_text: `${one.code} ${other.code}` }),
    );
    expect(line).toMatchObject({ state: 'proposed' });
    expect(await linksOf(sql, one.id)).toMatchObject([{ amount: '15', state: 'proposed' }]);
    expect(await linksOf(sql, other.id)).toMatchObject([{ amount: '15', state: 'proposed' }]);

    const wrong = await importOne(
      bankLine({ amount: '31', remittance_text: `${one.code} ${other.code}` }),
    );
    expect(wrong).toMatchObject({ state: 'case', case_reason: 'several_records' });
  });

  it('a second full payment is a duplicate', async () => {
    const { code } = await orderWithCode(sql, ada);
    await importOne(bankLine({ remittance_text: code }));
    expect(await importOne(bankLine({ remittance_text: code }))).toMatchObject({
      state: 'case',
      case_reason: 'duplicate',
    });
  });

  it('a payment for a record that an administrator approved before is linked to it', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`update public.orders set status = ${APPROVED} where id = ${id}`,
    );
    expect(await importOne(bankLine({ remittance_text: code }))).toMatchObject({
      state: 'matched',
    });
  });

  it('a late payment is a case, and linking it corrects the decision', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`update public.orders set status = 'manual_payment_rejected' where id = ${id}`,
    );
    const line = await importOne(bankLine({ remittance_text: code }));
    expect(line).toMatchObject({ state: 'case', case_reason: 'late', candidate_ids: [id] });
    const link = (by: string) =>
      actAs(
        sql,
        signedIn(by),
        (tx) => tx`select public.resolve_case(${line.id}, 'link', ${id}, 'Paid late')`,
      );
    expect(await ruleOf(link(admin))).toMatchObject({ hint: 'review.correction_by_decider' });
    await link(second);
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('a code with one wrong character is a case with the right record', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    const wrong = code.slice(0, 5) + (code[5] === 'X' ? 'Y' : 'X') + code.slice(6);
    const line = await importOne(bankLine({ remittance_text: `Order ${wrong}` }));
    expect(line).toMatchObject({
      state: 'case',
      case_reason: 'wrong_character',
      candidate_ids: [id],
    });
    expect(await linksOf(sql, id)).toEqual([]);
  });

  it('a reference is proposed, never approved by itself, and shows the customer nothing', async () => {
    const reference = `FT-${randomUUID().slice(0, 8)}`;
    const { id } = await insertOrder(sql, orderFields(ada, { transaction_reference: reference }));
    const line = await importOne(bankLine({ remittance_text: `sent ${reference.toLowerCase()}` }));
    expect(line).toMatchObject({ state: 'proposed' });
    expect(await linksOf(sql, id)).toMatchObject([{ matched_by: 'reference', state: 'proposed' }]);
    expect(await statusOf(sql, id)).toBe(PENDING);
    expect(await sql`select from public.payment_states where record_id = ${id}`).toHaveLength(0);
  });

  it('a payment that arrives before the form is submitted is matched by the submission', async () => {
    const code = await reserveCode(sql, ada);
    const line = await importOne(bankLine({ remittance_text: code }));
    expect(line).toMatchObject({ state: 'case', case_reason: 'unknown' });
    const { id } = await actAs(sql, signedIn(ada), (tx) =>
      insertOrder(tx, orderFields(ada, { payment_code: code })),
    );
    expect(await linksOf(sql, id)).toMatchObject([{ state: 'proposed' }]);
    const [run] = await sql`select private.approve_matched_links() as approved`;
    expect(run?.approved).toBe(1);
    expect(await statusOf(sql, id)).toBe(APPROVED);
  });

  it('a reversal of a line that approved a record is a case of the record', async () => {
    const { id, code } = await orderWithCode(sql, ada);
    const end_to_end_id = randomUUID();
    await importOne(bankLine({ remittance_text: code, end_to_end_id }));
    const reversal = bankLine({ amount: '-15', is_reversal: true, end_to_end_id });
    expect(await importOne(reversal)).toMatchObject({ state: 'case', case_reason: 'reversal' });
    expect(await statusOf(sql, id)).toBe(APPROVED);
    const cases = await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`
        select candidates from public.payment_cases('{"reason": ["reversal"]}')`,
    );
    expect(cases[0]?.candidates).toMatchObject([{ record_id: id }]);
  });

  it('outgoing and empty lines are ignored, a future date and another currency are cases', async () => {
    const { code } = await orderWithCode(sql, ada);
    expect(await importOne(bankLine({ amount: '-80' }))).toMatchObject({ state: 'ignored' });
    expect(await importOne(bankLine({ amount: '0' }))).toMatchObject({ state: 'ignored' });
    expect(
      await importOne(bankLine({ booking_date: '2090-01-01', remittance_text: code })),
    ).toMatchObject({ state: 'case', case_reason: 'future_date' });
    expect(await importOne(bankLine({ currency: 'EUR', remittance_text: code }))).toMatchObject({
      state: 'case',
      case_reason: 'other_currency',
    });
  });

  it('a confirmed link is undone by another administrator, and the decision stays', async () => {
    await switchOn(sql, false);
    const { id, code } = await orderWithCode(sql, ada);
    const line = await importOne(bankLine({ remittance_text: code }));
    const [link] = await linksOf(sql, id);
    const linkId = String(link?.id);
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select * from public.confirm_payment_links(array[${linkId}::uuid])`,
    );
    const undo = (by: string) =>
      actAs(sql, signedIn(by), (tx) => tx`select public.undo_payment_link(${linkId})`);
    expect(await ruleOf(undo(admin))).toMatchObject({ hint: 'payment_link.undo_by_another' });
    await undo(second);
    expect(await ruleOf(undo(second))).toMatchObject({ hint: 'payment_link.already_undone' });
    const [after] =
      await sql`select state, case_reason from public.bank_lines where id = ${line.id}`;
    expect(after).toMatchObject({ state: 'case', case_reason: 'undone' });
    expect(await statusOf(sql, id)).toBe(APPROVED);
    const [state] = await sql`
      select received_amount::text from public.payment_states where record_id = ${id}`;
    expect(state?.received_amount).toBe('0');
  });

  it('an unknown line is linked by hand, and names the customer with the name of the payer first', async () => {
    await sql`update public.profiles set full_name = 'Zsófia Kovács' where id = ${ada}`;
    const { id } = await insertOrder(sql, orderFields(ada));
    const line = await importOne(bankLine({ counterparty_name: 'KOVACS ZSOFIA' }));
    const [found] = await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`
        select candidates from public.payment_cases('{"reason": ["unknown"]}') where id = ${line.id}`,
    );
    expect((found as unknown as { candidates: unknown[] }).candidates[0]).toMatchObject({
      record_id: id,
    });
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select public.resolve_case(${line.id}, 'link', ${id})`,
    );
    expect(await statusOf(sql, id)).toBe(APPROVED);
    expect(
      await ruleOf(
        actAs(sql, signedIn(second), (tx) => tx`select public.resolve_case(${line.id}, 'ignore')`),
      ),
    ).toMatchObject({ hint: 'payment_case.closed' });
  });

  it('an ignored case can be opened again', async () => {
    const line = await importOne(bankLine());
    const resolve = (action: string) =>
      actAs(sql, signedIn(admin), (tx) => tx`select public.resolve_case(${line.id}, ${action})`);
    await resolve('ignore');
    await resolve('reopen');
    expect(
      await storedLine(sql, { ...bankLine(), line_key: await keyOfLine(line.id) }),
    ).toMatchObject({ state: 'case' });
    expect(await ruleOf(resolve('link'))).toMatchObject({ hint: 'payment_case.action' });
  });

  it('search_bank_lines finds lines by code, name, text and state, page by page', async () => {
    const { code } = await orderWithCode(sql, ada);
    const name = `Payer ${randomUUID()}`;
    await importOne(bankLine({ remittance_text: code, counterparty_name: name }));
    await importOne(bankLine({ remittance_text: 'other', counterparty_name: name }));
    const search = (filter: object, after: unknown = null, size = 50) =>
      actAs(
        sql,
        signedIn(admin),
        (tx) => tx`
          select line, next_cursor from public.search_bank_lines(
            ${JSON.stringify(filter)}::text::jsonb, ${after === null ? null : JSON.stringify(after)}::text::jsonb, ${size})`,
      );
    expect(await search({ text: code.toLowerCase() })).toHaveLength(1);
    expect(await search({ text: name.toUpperCase() })).toHaveLength(2);
    expect(await search({ text: name, state: ['matched'] })).toHaveLength(1);
    const [first] = await search({ text: name }, null, 1);
    const page = await search({ text: name }, first?.next_cursor, 1);
    expect(page).toHaveLength(1);
    expect(page[0]?.next_cursor).toBeNull();
    expect(await ruleOf(search({ unknown: 'x' }))).toMatchObject({ hint: 'bank_line.filter' });
  });
});
