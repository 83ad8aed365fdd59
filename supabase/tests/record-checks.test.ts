import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  signedIn,
  signUp,
  type OrderFields,
  type Sql,
} from './support.ts';

interface Check {
  readonly grade: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

const CHECK_KEYS = [
  'deletion_requested',
  'earlier_rejections',
  'email_unconfirmed',
  'many_records',
  'new_account',
  'reference_form',
  'reference_reused',
  'same_origin_as_rejected',
  'unusual_amount',
];

describe('the checks of a record', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  /** A customer to whom no check applies. */
  async function oldCustomer(): Promise<string> {
    const person = await signUp(sql);
    await sql`update public.users set created_at = now() - interval '1 year' where id = ${person}`;
    await sql`update auth.users set email_confirmed_at = now() where id = ${person}`;
    return person;
  }

  const order = async (person: string, changes: Partial<OrderFields> = {}): Promise<string> =>
    (
      await insertOrder(
        sql,
        orderFields(person, { transaction_reference: randomUUID(), ...changes }),
      )
    ).id;

  const reject = (id: string) => sql`
    update public.orders set status = 'manual_payment_rejected' where id = ${id}`;
  const approve = (id: string) => sql`
    update public.orders set status = 'manual_payment_approved' where id = ${id}`;

  async function checksOf(id: string): Promise<Record<string, Check>> {
    const rows = await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select * from public.record_checks(${id})`,
    );
    return Object.fromEntries(
      rows.map(({ check_key, grade, detail }) => [
        String(check_key),
        { grade: Number(grade), detail: detail as Check['detail'] },
      ]),
    );
  }

  it('are all listed, also those that find nothing', async () => {
    const checks = await checksOf(await order(await oldCustomer()));
    expect(Object.keys(checks).sort()).toEqual(CHECK_KEYS);
    expect(Object.values(checks).map(({ grade }) => grade)).toEqual(CHECK_KEYS.map(() => 0));
  });

  describe('reference_reused', () => {
    it('is a warning for the same customer and an alarm for another one or an accepted payment', async () => {
      const [person, other] = [await oldCustomer(), await oldCustomer()];
      const reference = `FT-${randomUUID()}`;
      const first = await order(person, { transaction_reference: reference });
      const again = await order(person, { transaction_reference: reference.toUpperCase() });
      expect((await checksOf(first)).reference_reused).toMatchObject({ grade: 0 });
      expect((await checksOf(again)).reference_reused).toMatchObject({
        grade: 2,
        detail: { record_id: first, same_customer: true, status: 'pending_manual_verification' },
      });
      const stolen = await order(other, { transaction_reference: reference });
      expect((await checksOf(stolen)).reference_reused).toMatchObject({
        grade: 3,
        detail: { record_id: first, same_customer: false },
      });
      await approve(first);
      expect((await checksOf(again)).reference_reused).toMatchObject({ grade: 3 });
    });

    it('compares orders with recharges, and ignores card payments', async () => {
      const person = await oldCustomer();
      const reference = `FT-${randomUUID()}`;
      const recharge = await insertRecharge(
        sql,
        rechargeFields(person, { transaction_reference: reference }),
      );
      const id = await order(person, { transaction_reference: reference });
      expect((await checksOf(id)).reference_reused).toMatchObject({
        grade: 2,
        detail: { record_id: recharge.id },
      });
      const card =
        'CARD_PAYMENT_DETAILS:{"cardHolder":"A","brand":"visa","last4":"4242","expiry":"12/2030"}';
      const payment = { payment_method: 'card_payment', transaction_reference: card };
      await order(person, payment);
      expect((await checksOf(await order(person, payment))).reference_reused).toMatchObject({
        grade: 0,
      });
    });
  });

  it.each([
    ['bank_transfer', '2847362849201736281', 'binance_pay'],
    ['binance_pay', 'FT 2847362', 'bank_transfer'],
    ['manual_cash', 'DE89 3704 0044 0532 0130 00', 'bank_transfer'],
    ['bank_transfer', `0x${'ab'.repeat(32)}`, 'other_external'],
    ['binance_pay', '2847362849201736281', null],
    ['bank_transfer', 'Rent for May', null],
  ])('reference_form: %s with “%s” looks like %s', async (method, reference, looksLike) => {
    const person = await oldCustomer();
    const id = await order(person, { payment_method: method, transaction_reference: reference });
    expect((await checksOf(id)).reference_form).toEqual(
      looksLike === null
        ? { grade: 0, detail: {} }
        : { grade: 2, detail: { looks_like: looksLike, method } },
    );
  });

  it('many_records counts an hour and a day against the thresholds', async () => {
    const person = await oldCustomer();
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) ids.push(await order(person));
    expect((await checksOf(ids[2] ?? '')).many_records).toMatchObject({ grade: 0 });
    expect((await checksOf(ids[3] ?? '')).many_records).toMatchObject({
      grade: 2,
      detail: { in_hour: 4, hour_limit: 3, in_day: 4, day_limit: 8 },
    });
    expect((await checksOf(ids[6] ?? '')).many_records).toMatchObject({ grade: 3 });

    // Two hours later the same records count for the day only.
    await sql`
      update public.records set created_at = created_at - interval '2 hours'
      where id = any (${ids.slice(0, 6)}::uuid[])`;
    expect((await checksOf(ids[6] ?? '')).many_records).toMatchObject({
      grade: 0,
      detail: { in_hour: 1, in_day: 7 },
    });
  });

  it('new_account and email_unconfirmed depend on the sign-in account', async () => {
    const person = await signUp(sql);
    const checks = await checksOf(await order(person));
    expect(checks.new_account).toMatchObject({ grade: 1, detail: { days: 7 } });
    expect(checks.email_unconfirmed).toMatchObject({ grade: 2 });
  });

  it('earlier_rejections counts the customer’s other rejected records', async () => {
    const person = await oldCustomer();
    const id = await order(person);
    await reject(await order(person));
    expect((await checksOf(id)).earlier_rejections).toMatchObject({
      grade: 1,
      detail: { count: 1 },
    });
    await reject(await order(person));
    await reject(await order(person));
    expect((await checksOf(id)).earlier_rejections).toMatchObject({ grade: 2 });
  });

  it('unusual_amount compares with the median of at least three accepted records', async () => {
    const person = await oldCustomer();
    const large = await order(person, { amount: 50, card_details: { tier: 'metal' } });
    const small = { amount: 5, card_details: { tier: 'standard' } };
    for (let number = 0; number < 2; number += 1) await approve(await order(person, small));
    expect((await checksOf(large)).unusual_amount).toMatchObject({
      grade: 0,
      detail: { usual: null },
    });
    await approve(await order(person, small));
    expect((await checksOf(large)).unusual_amount).toMatchObject({
      grade: 2,
      detail: { amount: 50, usual: 5, factor: 3 },
    });
    expect((await checksOf(await order(person))).unusual_amount).toMatchObject({ grade: 0 });
  });

  it('deletion_requested is a warning', async () => {
    const person = await oldCustomer();
    const id = await order(person);
    await sql`insert into public.account_deletion_requests (user_id) values (${person})`;
    expect((await checksOf(id)).deletion_requested).toMatchObject({ grade: 2 });
  });

  it('use the thresholds of the settings', async () => {
    const person = await oldCustomer();
    await order(person);
    const id = await order(person);
    const set = (limit: number) => sql`
      update public.back_office_settings
      set thresholds = thresholds || jsonb_build_object('records_per_hour', ${limit}::integer)`;
    await set(1);
    expect((await checksOf(id)).many_records).toMatchObject({ grade: 2 });
    await set(3);
    expect((await checksOf(id)).many_records).toMatchObject({ grade: 0 });
  });

  describe('the origin of a record', () => {
    const submit = async (person: string, headers: Record<string, string>): Promise<string> => {
      const reference = { transaction_reference: randomUUID() };
      const { id } = await actAs(
        sql,
        signedIn(person),
        (tx) =>
          tx`insert into public.orders (user_id, amount, card_details, payment_method, transaction_reference)
            values (${person}, 15, '{"tier": "premium"}', 'bank_transfer', ${reference.transaction_reference})
            returning id`.then(([row]) => ({ id: String(row?.id) })),
        headers,
      );
      return id;
    };
    const originCheck = async (id: string) => (await checksOf(id)).same_origin_as_rejected;

    it('is a warning for the address of another customer’s rejected record, and an alarm for the device', async () => {
      const [person, other] = [await oldCustomer(), await oldCustomer()];
      const device = randomUUID();
      const rejected = await submit(person, {
        'x-forwarded-for': '203.0.113.9',
        'x-device-id': device,
      });
      const sameAddress = await submit(other, { 'x-forwarded-for': '10.9.9.9, 203.0.113.9' });
      const sameDevice = await submit(other, {
        'x-forwarded-for': '203.0.113.10',
        'x-device-id': device.toUpperCase(),
      });
      expect(await originCheck(sameAddress)).toEqual({ grade: 0, detail: { is_known: true } });
      await reject(rejected);

      expect(await originCheck(sameAddress)).toMatchObject({
        grade: 2,
        detail: { same: 'address', record_id: rejected, count: 1 },
      });
      expect(await originCheck(sameDevice)).toMatchObject({
        grade: 3,
        detail: { same: 'device', record_id: rejected },
      });
      const own = await submit(person, { 'x-device-id': device });
      expect(await originCheck(own)).toMatchObject({ grade: 0 });
    });

    it('is the network of an IPv6 address', async () => {
      const [person, other] = [await oldCustomer(), await oldCustomer()];
      await reject(await submit(person, { 'x-forwarded-for': '2001:db8:5:6::1' }));
      const near = await submit(other, { 'x-forwarded-for': '2001:db8:5:6:ffff::2' });
      const far = await submit(other, { 'x-forwarded-for': '2001:db8:5:7::1' });
      expect(await originCheck(near)).toMatchObject({ grade: 2 });
      expect(await originCheck(far)).toMatchObject({ grade: 0 });
    });

    it('comes from the header of Cloudflare on a hosted project', async () => {
      const [person, other] = [await oldCustomer(), await oldCustomer()];
      const cloudflare = { 'cf-connecting-ip': '198.51.100.4' };
      await reject(await submit(person, { ...cloudflare, 'x-forwarded-for': '1.1.1.1' }));
      const again = await submit(other, { ...cloudflare, 'x-forwarded-for': '2.2.2.2' });
      expect(await originCheck(again)).toMatchObject({ grade: 2 });
    });

    it('is stored as a keyed hash only, and never fails a submission', async () => {
      const person = await oldCustomer();
      const id = await submit(person, { 'x-forwarded-for': '203.0.113.77' });
      const [stored] = await sql`
        select address_hash, key from private.record_origins, private.record_origin_keys
        where record_id = ${id}`;
      const hash = createHmac('sha256', stored?.key as Buffer)
        .update('address 203.0.113.77')
        .digest('hex');
      expect(Buffer.from(stored?.address_hash as Uint8Array).toString('hex')).toBe(hash);

      for (const address of ['unknown', '', "'; drop table x", '999.1.1.1', 'x'.repeat(5000)]) {
        const odd = await submit(person, { 'x-forwarded-for': address, 'x-device-id': address });
        expect(await sql`select from private.record_origins where record_id = ${odd}`).toEqual([]);
      }
    });

    it('is deleted after 90 days and with the account', async () => {
      const person = await oldCustomer();
      const old = await submit(person, { 'x-forwarded-for': '203.0.113.1' });
      const recent = await submit(person, { 'x-forwarded-for': '203.0.113.1' });
      await sql`
        update private.record_origins set created_at = now() - interval '91 days'
        where record_id = ${old}`;
      await sql`select private.delete_old_origins()`;
      const left = () => sql`
        select record_id from private.record_origins where user_id = ${person}`;
      expect(await left()).toEqual([{ record_id: recent }]);
      await sql`update auth.users set deleted_at = now() where id = ${person}`;
      expect(await left()).toEqual([]);
    });
  });

  describe('the flag', () => {
    const refresh = (limit: number) => sql`select private.refresh_record_flags(${limit})`;
    const flagOf = async (id: string) => {
      const [row] = await sql`select flag from public.records where id = ${id}`;
      return row?.flag as number;
    };

    it('is the highest grade, new records first, and stays after the decision', async () => {
      await refresh(1000);
      const person = await signUp(sql);
      const id = await order(person);
      await refresh(1);
      expect(await flagOf(id)).toBe(2);
      await sql`update auth.users set email_confirmed_at = now() where id = ${person}`;
      await refresh(1000);
      expect(await flagOf(id)).toBe(1);
      await approve(id);
      await refresh(1000);
      expect(await flagOf(id)).toBe(1);
      expect(await sql`select from private.record_flag_times where record_id = ${id}`).toEqual([]);
    });

    it('does not change a record without a new grade, so that subscribers receive nothing', async () => {
      const id = await order(await signUp(sql));
      await refresh(1000);
      const version = () => sql`select xmin::text from public.records where id = ${id}`;
      const before = await version();
      await refresh(1000);
      expect(await version()).toEqual(before);
    });
  });
});
