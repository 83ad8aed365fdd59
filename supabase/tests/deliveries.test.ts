import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  insertRecharge,
  makeAdmin,
  orderFields,
  rechargeFields,
  SERVICE,
  signedIn,
  signUp,
  untilBlocked,
  type Sql,
} from './support.ts';

interface Delivery {
  readonly state: string;
  readonly kind: string;
  readonly hours: number;
  readonly card_last4: string | null;
  readonly card_expiry: string | null;
  readonly confirmation: string | null;
  readonly delivered_by: string | null;
  readonly failure_reason: string | null;
  readonly is_test: boolean;
}

type RecordTable = 'orders' | 'recharges';

const NEXT_YEAR = String(new Date().getUTCFullYear() + 1);

describe('deliveries', () => {
  let database: TestDatabase;
  let sql: Sql;
  let ada: string;
  let admin: string;
  let secondAdmin: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    ada = await signUp(sql);
    admin = await makeAdmin(sql);
    secondAdmin = await makeAdmin(sql);
  });
  afterAll(() => database.drop());

  const decide = (table: RecordTable, id: string, status: string, by = admin) =>
    actAs(
      sql,
      signedIn(by),
      (tx) => tx`update ${tx(`public.${table}`)} set status = ${status} where id = ${id}`,
    );

  const correct = (id: string, status: string, by = secondAdmin) =>
    actAs(
      sql,
      signedIn(by),
      (tx) => tx`select public.correct_decision(${id}, ${status}, 'A mistake')`,
    );

  async function approvedOrder(customer = ada): Promise<string> {
    const { id } = await insertOrder(sql, orderFields(customer));
    await decide('orders', id, 'manual_payment_approved');
    return id;
  }

  async function approvedRecharge(): Promise<string> {
    const { id } = await insertRecharge(sql, rechargeFields(ada));
    await decide('recharges', id, 'manual_payment_approved');
    return id;
  }

  async function deliveryOf(id: string): Promise<Delivery | undefined> {
    const [row] = await sql<Delivery[]>`
      select *, (extract(epoch from due_at - created_at) / 3600)::float8 as hours
      from public.deliveries where record_id = ${id}`;
    return row;
  }

  const deliverCard = (id: string, last4 = '4242', expiry = `08/${NEXT_YEAR}`, by = admin) =>
    actAs(sql, signedIn(by), (tx) => tx`select public.deliver_card(${id}, ${last4}, ${expiry})`);
  const deliverTopUp = (id: string, confirmation: string, by = admin) =>
    actAs(sql, signedIn(by), (tx) => tx`select public.deliver_top_up(${id}, ${confirmation})`);
  const fail = (id: string, reason: string) =>
    actAs(sql, signedIn(admin), (tx) => tx`select public.fail_delivery(${id}, ${reason})`);

  async function hintOf(attempt: Promise<unknown>): Promise<string> {
    const failure = await attempt.then(
      () => ({ hint: 'carried out' }),
      (error: unknown) => error as { hint?: string; message: string },
    );
    return failure.hint ?? 'no hint';
  }

  it('begin with an approval, due after the promised hours of their kind', async () => {
    const order = await insertOrder(sql, orderFields(ada));
    expect(await deliveryOf(order.id)).toBeUndefined();
    await decide('orders', order.id, 'manual_payment_approved');
    expect(await deliveryOf(order.id)).toMatchObject({
      state: 'to_deliver',
      kind: 'card_order',
      hours: 24,
    });
    expect(await deliveryOf(await approvedRecharge())).toMatchObject({
      state: 'to_deliver',
      kind: 'mobile_recharge',
      hours: 2,
    });
  });

  it('begin with a completed card payment, and not with a rejection', async () => {
    const [paid, rejected] = [
      await insertOrder(sql, orderFields(ada)),
      await insertOrder(sql, orderFields(ada)),
    ];
    await actAs(
      sql,
      SERVICE,
      (tx) => tx`
        update public.orders set status = 'completed', stripe_session_id = ${randomUUID()}
        where id = ${paid.id}`,
    );
    await decide('orders', rejected.id, 'manual_payment_rejected');
    expect(await deliveryOf(paid.id)).toMatchObject({ state: 'to_deliver' });
    expect(await deliveryOf(rejected.id)).toBeUndefined();
  });

  it('use the hours of the settings', async () => {
    const hours = sql.begin(async (tx) => {
      await tx`
        update public.back_office_settings
        set delivery_hours = '{"card_order": 1.5, "mobile_recharge": 3}'`;
      const [row] = await tx`
        select private.promised_delivery_time('card_order')::text as card,
          private.promised_delivery_time('mobile_recharge')::text as top_up`;
      throw new Error(JSON.stringify(row));
    });
    await expect(hours).rejects.toThrow('{"card":"01:30:00","top_up":"03:00:00"}');
  });

  it('of a card store its last four digits and its expiry, once', async () => {
    const id = await approvedOrder();
    await deliverCard(id);
    expect(await deliveryOf(id)).toMatchObject({
      state: 'delivered',
      card_last4: '4242',
      card_expiry: `08/${NEXT_YEAR}`,
      delivered_by: admin,
      is_test: false,
    });
    expect(await hintOf(deliverCard(id, '1111', `08/${NEXT_YEAR}`, secondAdmin))).toBe(
      'delivery.already_delivered',
    );
    expect(await hintOf(fail(id, 'Too late.'))).toBe('delivery.already_delivered');
    expect(await deliveryOf(id)).toMatchObject({ card_last4: '4242' });
  });

  it.each([
    ['4111111111111111', `08/${NEXT_YEAR}`, 'delivery.last_digits'],
    ['424', `08/${NEXT_YEAR}`, 'delivery.last_digits'],
    ['42 42', `08/${NEXT_YEAR}`, 'delivery.last_digits'],
    ['٤٢٤٢', `08/${NEXT_YEAR}`, 'delivery.last_digits'],
    ['4242', '08/2020', 'delivery.expiry'],
    ['4242', '13/2030', 'delivery.expiry'],
    ['4242', '08/30', 'delivery.expiry'],
    ['4242', '08/2099', 'delivery.expiry'],
    ['4242', '', 'delivery.expiry'],
  ])('refuse a card ending in %s that expires %s: %s', async (last4, expiry, hint) => {
    const id = await approvedOrder();
    expect(await hintOf(deliverCard(id, last4, expiry))).toBe(hint);
    expect(await deliveryOf(id)).toMatchObject({ state: 'to_deliver', card_last4: null });
  });

  it('accept a card until the end of the month of its expiry', async () => {
    const id = await approvedOrder();
    const [now] = await sql<{ month: string }[]>`select to_char(now(), 'MM/YYYY') as month`;
    await deliverCard(id, '4242', now?.month);
    expect(await deliveryOf(id)).toMatchObject({ state: 'delivered' });
  });

  it('of a top-up store the confirmation of the operator', async () => {
    const id = await approvedRecharge();
    expect(await hintOf(deliverTopUp(id, '  '))).toBe('delivery.confirmation_required');
    expect(await hintOf(deliverTopUp(id, '4111 1111 1111 1111'))).toBe('text.card_secret');
    expect(await hintOf(deliverTopUp(id, 'x'.repeat(501)))).toBe('text.length');
    await deliverTopUp(id, ' MTN 77-1 ');
    expect(await deliveryOf(id)).toMatchObject({ state: 'delivered', confirmation: 'MTN 77-1' });
  });

  it('refuse a card for a top-up, a top-up for a card, and an unknown record', async () => {
    expect(await hintOf(deliverCard(await approvedRecharge()))).toBe('delivery.kind');
    expect(await hintOf(deliverTopUp(await approvedOrder(), 'MTN'))).toBe('delivery.kind');
    expect(await hintOf(deliverCard(randomUUID()))).toBe('delivery.not_found');
  });

  it('are not made by the customer, an administrator who is the customer, or another user', async () => {
    const id = await approvedOrder();
    for (const user of [ada, await signUp(sql)]) {
      expect(await hintOf(deliverCard(id, '4242', `08/${NEXT_YEAR}`, user))).toBe(
        'delivery.administrator_required',
      );
    }
    const own = await insertOrder(sql, orderFields(admin));
    await decide('orders', own.id, 'manual_payment_approved', secondAdmin);
    expect(await hintOf(deliverCard(own.id))).toBe('delivery.own_record');
  });

  it('that failed stay in the queue with their reason, and can succeed later', async () => {
    const id = await approvedOrder();
    expect(await hintOf(fail(id, ' '))).toBe('delivery.reason_required');
    await fail(id, 'The issuer is down.');
    expect(await deliveryOf(id)).toMatchObject({
      state: 'failed',
      failure_reason: 'The issuer is down.',
    });
    await deliverCard(id);
    expect(await deliveryOf(id)).toMatchObject({ state: 'delivered', failure_reason: null });
  });

  it('are cancelled by a correction to rejected, and begin with one to approved', async () => {
    const id = await approvedOrder();
    await fail(id, 'The issuer is down.');
    await correct(id, 'manual_payment_rejected');
    expect(await deliveryOf(id)).toMatchObject({ state: 'cancelled', failure_reason: null });
    expect(await hintOf(deliverCard(id))).toBe('delivery.cancelled');
    const rejected = await insertOrder(sql, orderFields(ada));
    await decide('orders', rejected.id, 'manual_payment_rejected');
    await correct(rejected.id, 'manual_payment_approved');
    expect(await deliveryOf(rejected.id)).toMatchObject({ state: 'to_deliver' });
  });

  it('that were made forbid a correction to rejected', async () => {
    const id = await approvedRecharge();
    await deliverTopUp(id, 'MTN 77-1');
    expect(await hintOf(correct(id, 'manual_payment_rejected'))).toBe('delivery.already_delivered');
    const [record] = await sql`select status from public.recharges where id = ${id}`;
    expect(record).toEqual({ status: 'manual_payment_approved' });
  });

  it('are made once by two administrators at the same time', async () => {
    const id = await approvedOrder();
    let second: Promise<string> | undefined;
    await actAs(sql, signedIn(admin), async (tx) => {
      await tx`select public.deliver_card(${id}, '4242', ${`08/${NEXT_YEAR}`})`;
      second = hintOf(deliverCard(id, '1111', `08/${NEXT_YEAR}`, secondAdmin));
      await untilBlocked(sql);
    });
    expect(await second).toBe('delivery.already_delivered');
    expect(await deliveryOf(id)).toMatchObject({ card_last4: '4242', delivered_by: admin });
  });

  it('write each change of their state into the audit log', async () => {
    const id = await approvedOrder();
    await fail(id, 'The issuer is down.');
    await deliverCard(id);
    const entries = await sql`
      select actor_id, before ->> 'state' as before, after ->> 'state' as after
      from private.audit_log
      where record_id = ${id} and table_name = 'deliveries' order by id`;
    expect(entries).toEqual([
      { actor_id: admin, before: 'to_deliver', after: 'failed' },
      { actor_id: admin, before: 'failed', after: 'delivered' },
    ]);
  });

  it('write each change of their state into the timeline, and mail the customer once', async () => {
    const id = await approvedOrder();
    await fail(id, 'The issuer is down.');
    await deliverCard(id);
    const topUp = await approvedRecharge();
    await deliverTopUp(topUp, 'MTN 77-1');
    const events = await sql`
      select actor_id, detail from public.record_events
      where record_id = ${id} and kind = 'delivered' order by id`;
    expect(events).toEqual([
      { actor_id: admin, detail: { state: 'failed', reason: 'The issuer is down.' } },
      { actor_id: admin, detail: { state: 'delivered' } },
    ]);
    const mails = await sql`
      select kind, user_id, record_id from private.outbox
      where record_id in (${id}, ${topUp}) and kind like '%delivered' order by id`;
    expect(mails).toEqual([
      { kind: 'card_delivered', user_id: ada, record_id: id },
      { kind: 'top_up_delivered', user_id: ada, record_id: topUp },
    ]);
  });

  it('are reported to the webhook of the team, without the card', async () => {
    const id = await approvedOrder();
    await sql`
      update public.back_office_settings
      set webhook_url = 'https://chat.example.com/hook', webhook_secret = 'a-secret-of-the-team-2026'`;
    await deliverCard(id);
    const sent = await sql`
      select event, data from public.webhook_deliveries
      where record_id = ${id} and event = 'record.delivered'`;
    expect(sent).toEqual([
      { event: 'record.delivered', data: { id, kind: 'card_order', is_test: false } },
    ]);
    await sql`update public.back_office_settings set webhook_url = null`;
  });

  it('that are late cause one alarm for administrators', async () => {
    const id = await approvedOrder();
    await sql`update public.deliveries set due_at = now() - interval '1 hour' where record_id = ${id}`;
    await sql`select private.queue_delivery_alarm()`;
    await sql`select private.queue_delivery_alarm()`;
    const alarms = await sql`
      select kind, (detail ->> 'count')::int > 0 as has_count from private.outbox
      where user_id = ${secondAdmin} and kind = 'delivery_alarm'`;
    expect(alarms).toEqual([{ kind: 'delivery_alarm', has_count: true }]);
    await deliverCard(id);
  });

  it('that are not made within the promised time are listed as overdue', async () => {
    const id = await approvedOrder();
    const overdue = () => sql`select * from private.overdue_deliveries() where record_id = ${id}`;
    expect(await overdue()).toEqual([]);
    await sql`update public.deliveries set due_at = now() - interval '1 hour' where record_id = ${id}`;
    expect(await overdue()).toMatchObject([{ record_id: id, kind: 'card_order', user_id: ada }]);
    await deliverCard(id);
    expect(await overdue()).toEqual([]);
  });

  it('of records that were paid before the table existed are due after their approval', async () => {
    const schema = await readFile(new URL('../schemas/deliveries.sql', import.meta.url), 'utf8');
    const [backfill = ''] = /^insert into public\.deliveries[^;]*;/m.exec(schema) ?? [];
    const [id, person] = [await approvedRecharge(), await signUp(sql)];
    const erased = await approvedOrder(person);
    await sql`update auth.users set deleted_at = now() where id = ${person}`;
    const undone = sql.begin(async (tx) => {
      await tx`delete from public.deliveries`;
      await tx.unsafe(backfill);
      const rows = await tx`
        select record_id, kind, state, due_at - recharges.reviewed_at = interval '2 hours' as is_due
        from public.deliveries left join public.recharges on recharges.id = record_id
        where record_id in (${id}, ${erased})`;
      throw new Error(JSON.stringify(rows));
    });
    const failure = await undone.catch((error: unknown) => error as Error);
    expect(JSON.parse(failure.message)).toEqual([
      { record_id: id, kind: 'mobile_recharge', state: 'to_deliver', is_due: true },
    ]);
  });

  it('are a queue, oldest due first and page by page, and then a list of what is done, newest first', async () => {
    const ids = [await approvedOrder(), await approvedRecharge(), await approvedOrder()] as const;
    for (const [index, id] of ids.entries()) {
      await sql`
        update public.deliveries set due_at = '2020-01-01'::timestamptz + ${index} * interval '1 hour'
        where record_id = ${id}`;
    }
    const page = (isDone: boolean, after: unknown = null) =>
      actAs(
        sql,
        signedIn(admin),
        (tx) => tx<{ record_id: string; sorted_at: Date; is_overdue: boolean; details: unknown }[]>`
          select * from public.delivery_queue(${isDone}, ${after === null ? null : JSON.stringify(after)}::text::jsonb, 2)`,
      );
    const first = await page(false);
    expect(first).toMatchObject([
      { record_id: ids[0], is_overdue: true, details: { tier: 'premium' } },
      { record_id: ids[1], is_overdue: true, details: { operator: 'MTN', type: 'talktime' } },
    ]);
    const last = first[1];
    const second = await page(false, { at: last?.sorted_at, id: last?.record_id });
    expect(second[0]).toMatchObject({ record_id: ids[2] });

    await deliverCard(ids[0]);
    await deliverTopUp(ids[1], 'MTN 77-1');
    const done = await page(true);
    expect(done.map(({ record_id }) => record_id)).toEqual([ids[1], ids[0]]);
  });

  it('are counted, open and overdue', async () => {
    const counts = () =>
      actAs(
        sql,
        signedIn(admin),
        (tx) => tx<{ open_count: string; overdue_count: string }[]>`
        select open_count::int, overdue_count::int from public.delivery_counts()`,
      );
    const [before] = await counts();
    const id = await approvedOrder();
    await sql`update public.deliveries set due_at = now() - interval '1 hour' where record_id = ${id}`;
    const [after] = await counts();
    expect(after).toEqual({
      open_count: Number(before?.open_count) + 1,
      overdue_count: Number(before?.overdue_count) + 1,
    });
  });

  it('keep nothing about a deleted account, and are cancelled if they were not made', async () => {
    const person = await signUp(sql);
    const [delivered, open] = [await approvedOrder(person), await approvedOrder(person)];
    await deliverCard(delivered);
    await sql`update auth.users set deleted_at = now() where id = ${person}`;
    expect(await deliveryOf(delivered)).toMatchObject({
      state: 'delivered',
      card_last4: null,
      card_expiry: null,
    });
    expect(await deliveryOf(open)).toMatchObject({ state: 'cancelled' });
    const [log] = await sql<{ texts: string }[]>`
      select string_agg(before::text || after::text, '') as texts from private.audit_log
      where record_id in (${delivered}, ${open})`;
    expect(log?.texts).not.toContain('4242');
  });
});
