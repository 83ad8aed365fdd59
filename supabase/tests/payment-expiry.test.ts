import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  reserveCode,
  SERVICE,
  signedIn,
  signUp,
} from './support.ts';

let database: TestDatabase;
let customer: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await makeAdmin(database.sql);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { sql } = database;
  customer = await signUp(sql, { metadata: { full_name: 'Ada', locale: 'de' } });
  await setDays({ bank_transfer: 3, binance_pay: null });
});

const setDays = (days: Readonly<Record<string, number | null>>) => database.sql`
  update public.matching_settings set expiry_days = ${database.sql.json(days)}`;

const run = () => database.sql`select private.expire_records()`;

/** An order of the customer that was submitted some hours ago. */
async function orderOf(ageHours: number): Promise<string> {
  const { sql } = database;
  const { id } = await insertOrder(sql, orderFields(customer));
  await sql`
    update public.records set created_at = now() - ${ageHours}::float8 * interval '1 hour'
    where id = ${id}`;
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await database.sql<{ status: string }[]>`
    select status from public.records where id = ${id}`;
  return row?.status;
}

const mailsOf = (id: string) => database.sql<{ kind: string; detail: Record<string, string> }[]>`
  select kind, detail from private.outbox
  where record_id = ${id} and kind in ('underpaid', 'expiry_warning', 'expired') order by id`;

const kindsOf = async (id: string) => (await mailsOf(id)).map(({ kind }) => kind);

/** As if the time of the warning had passed. */
const letDayPass = () =>
  database.sql`update private.expiry_warnings set pay_by = pay_by - interval '1 day'`;

/** An order with a payment code, as a customer submits it. */
async function orderWithCode(ageHours = 1): Promise<{ id: string; code: string }> {
  const { sql } = database;
  const code = await reserveCode(sql, customer);
  const { id } = await actAs(sql, signedIn(customer), (tx) =>
    insertOrder(tx, orderFields(customer, { payment_code: code, transaction_reference: code })),
  );
  await sql`
    update public.records set created_at = now() - ${ageHours}::float8 * interval '1 hour'
    where id = ${id}`;
  return { id, code };
}

/** A payment that a bank reports. */
async function pay(amount: number, reference: string): Promise<void> {
  const { sql } = database;
  const line = {
    line_key: randomUUID().replaceAll('-', '').repeat(2),
    account: 'DE89370400440532013000',
    booking_date: new Date().toISOString().slice(0, 10),
    value_date: null,
    amount: String(amount),
    currency: 'USD',
    counterparty_name: 'Ada',
    counterparty_iban: null,
    remittance_text: reference,
    end_to_end_id: null,
    bank_reference: null,
    is_reversal: false,
  };
  await actAs(sql, SERVICE, (tx) => tx`select public.import_bank_lines(${tx.json([line])})`);
}

describe('a record without a payment', () => {
  test('is announced a day before it expires, and then rejected with a reason in the customer’s language', async () => {
    const { sql } = database;
    const [young, old] = [await orderOf(47), await orderOf(49)];
    await run();
    expect(await kindsOf(young)).toEqual([]);
    const [warning] = await mailsOf(old);
    expect(warning?.kind).toBe('expiry_warning');
    const hours = (Date.parse(warning?.detail.pay_by ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);

    await run();
    expect(await statusOf(old)).toBe('pending_manual_verification');
    await sql`
      update public.records set created_at = created_at - interval '1 day' where id = ${old}`;
    await letDayPass();
    await run();
    await run();
    expect(await kindsOf(old)).toEqual(['expiry_warning', 'expired']);
    expect(
      await sql`select status, admin_notes, reviewed_by from public.orders where id = ${old}`,
    ).toEqual([
      {
        status: 'manual_payment_rejected',
        admin_notes:
          'Es ist keine Zahlung rechtzeitig eingegangen. Der Auftrag wurde automatisch storniert.',
        reviewed_by: null,
      },
    ]);
    expect(
      await sql`
        select kind, actor_id from public.record_events where record_id = ${old} and kind = 'decided'`,
    ).toEqual([{ kind: 'decided', actor_id: null }]);
    expect(await statusOf(young)).toBe('pending_manual_verification');
  });

  test('that is old when the setting is new is announced first', async () => {
    const id = await orderOf(500);
    await run();
    await run();
    expect(await kindsOf(id)).toEqual(['expiry_warning']);
    expect(await statusOf(id)).toBe('pending_manual_verification');
    await letDayPass();
    await run();
    expect(await statusOf(id)).toBe('manual_payment_rejected');
  });

  test('does not expire without days for its method', async () => {
    const { id } = await insertRecharge(database.sql, rechargeFields(customer));
    await database.sql`
      update public.records set created_at = now() - interval '500 days' where id = ${id}`;
    await run();
    expect(await kindsOf(id)).toEqual([]);
    await setDays({ binance_pay: 3 });
    await run();
    await letDayPass();
    await run();
    expect(await kindsOf(id)).toEqual(['expiry_warning', 'expired']);
    expect(await statusOf(id)).toBe('manual_payment_rejected');
  });

  test('is announced again if the setting was off meanwhile', async () => {
    const id = await orderOf(500);
    await run();
    await letDayPass();
    await setDays({});
    await run();
    await setDays({ bank_transfer: 3 });
    await run();
    expect(await statusOf(id)).toBe('pending_manual_verification');
    expect(await kindsOf(id)).toEqual(['expiry_warning', 'expiry_warning']);
  });

  test('does not expire on hold', async () => {
    const id = await orderOf(500);
    await run();
    await letDayPass();
    await actAs(
      database.sql,
      signedIn(admin),
      (tx) =>
        tx`select public.hold_record(${id}, now() + interval '2 days', 'Waiting for the bank')`,
    );
    await run();
    expect(await statusOf(id)).toBe('pending_manual_verification');
  });

  test('is decided once by the job and an administrator at the same time', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await orderOf(500));
    await run();
    await letDayPass();
    const approve = (id: string) =>
      actAs(
        database.sql,
        signedIn(admin),
        (tx) => tx`
          update public.orders set status = 'manual_payment_approved' where id = ${id}
            and status = 'pending_manual_verification'`,
      ).catch(() => null);
    await Promise.all([run(), ...ids.map(approve), run()]);
    await run();
    for (const id of ids) {
      const decisions = await database.sql`
        select from public.record_events where record_id = ${id} and kind = 'decided'`;
      expect(decisions).toHaveLength(1);
      const isExpired = (await statusOf(id)) === 'manual_payment_rejected';
      expect((await kindsOf(id)).includes('expired')).toBe(isExpired);
    }
  });
});

describe('a record with a part of its payment', () => {
  test('asks the customer for the rest with the same code, once for each part', async () => {
    const { id, code: payment_code } = await orderWithCode();
    await pay(10, payment_code);
    const first = { received_amount: '10', missing_amount: '5', payment_code };
    expect(await mailsOf(id)).toEqual([{ kind: 'underpaid', detail: first }]);
    await pay(2, payment_code);
    const second = { received_amount: '12', missing_amount: '3', payment_code };
    expect(await mailsOf(id)).toEqual([
      { kind: 'underpaid', detail: first },
      { kind: 'underpaid', detail: second },
    ]);
    await pay(3, payment_code);
    expect(await mailsOf(id)).toHaveLength(2);
  });

  test('does not expire', async () => {
    const { id, code } = await orderWithCode(500);
    await run();
    await letDayPass();
    await pay(10, code);
    await run();
    expect(await statusOf(id)).toBe('pending_manual_verification');
    expect(await kindsOf(id)).toEqual(['expiry_warning', 'underpaid']);
  });
});

test('a payment that arrives after the expiry is a case', async () => {
  const { id, code } = await orderWithCode(500);
  await run();
  await letDayPass();
  await run();
  expect(await statusOf(id)).toBe('manual_payment_rejected');
  await pay(15, code);
  expect(await statusOf(id)).toBe('manual_payment_rejected');
  expect(
    await database.sql`
      select state, case_reason from public.bank_lines where remittance_text = ${code}`,
  ).toEqual([{ state: 'case', case_reason: 'late' }]);
});
