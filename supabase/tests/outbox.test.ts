import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  type Sql,
} from './support.ts';

interface Claimed {
  readonly id: string;
  readonly lease: string;
  readonly kind: string;
  readonly email: string;
  readonly locale: string;
  readonly record: unknown;
  readonly detail: unknown;
  readonly unsubscribe_token: string | null;
}

describe('the outbox of mails', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;
  let other: string;
  let customer: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
    other = await makeAdmin(sql);
  });
  beforeEach(async () => {
    await sql`delete from private.outbox`;
    customer = await signUp(sql, { metadata: { full_name: 'Ada', locale: 'de' } });
  });
  afterAll(() => database.drop());

  const order = () =>
    actAs(sql, signedIn(customer), (tx) => insertOrder(tx, orderFields(customer)));

  const decide = (id: string, status: string, by = admin) =>
    actAs(
      sql,
      signedIn(by),
      (tx) => tx`
        update public.orders set status = ${status}, admin_notes = 'No payment arrived.' where id = ${id}`,
    );

  const queued = () => sql`
    select kind, user_id, record_id, detail from private.outbox order by id`;

  const claim = (size = 20) =>
    actAs(sql, SERVICE, (tx) => tx<Claimed[]>`select * from public.claim_mails(${size})`);

  async function claimOne(): Promise<Claimed> {
    const [mail] = await claim(1);
    if (mail === undefined) throw new Error('no mail is due');
    return mail;
  }

  const begin = async ({ id, lease }: Claimed) =>
    (await sql`select public.begin_mail(${id}::text::bigint, ${lease}) as is_begun`)[0]?.is_begun;

  const complete = async ({ id, lease }: Claimed, outcome: string, result: string | null = null) =>
    (
      await sql`
        select public.complete_mail(${id}::text::bigint, ${lease}, ${outcome}, ${result}) as is_done`
    )[0]?.is_done;

  const stateOf = async ({ id }: Claimed) =>
    (
      await sql`
        select state, attempts, result, extract(epoch from due_at - now())::int as wait_s
        from private.outbox where id = ${id}::text::bigint`
    )[0];

  /** Lets time pass for the mails in the outbox. */
  const pass = (duration: string) => sql`
    update private.outbox
    set created_at = created_at - ${duration}::text::interval, due_at = due_at - ${duration}::text::interval,
      leased_until = leased_until - ${duration}::text::interval`;

  it('gets a mail for each step of a record', async () => {
    const { id } = await order();
    await decide(id, 'manual_payment_rejected');
    await actAs(
      sql,
      signedIn(other),
      (tx) => tx`select public.correct_decision(${id}, 'manual_payment_approved', 'It arrived.')`,
    );
    const recharge = await actAs(sql, signedIn(customer), (tx) =>
      insertRecharge(tx, rechargeFields(customer)),
    );
    await actAs(
      sql,
      signedIn(admin),
      (tx) => tx`select public.ask_customer(${recharge.id}, ' Which bank? ')`,
    );
    const to = { user_id: customer };
    expect(await queued()).toMatchObject([
      { kind: 'received', record_id: id, detail: {}, ...to },
      { kind: 'rejected', record_id: id, detail: { reason: 'No payment arrived.' }, ...to },
      { kind: 'corrected', detail: { status: 'manual_payment_approved', reason: 'It arrived.' } },
      { kind: 'received', record_id: recharge.id },
      { kind: 'needs_action', record_id: recharge.id, detail: { reason: 'Which bank?' }, ...to },
    ]);
    expect(
      await sql`
        select actor_id, detail from public.record_events
        where record_id = ${recharge.id} and kind = 'asked'`,
    ).toEqual([{ actor_id: admin, detail: { reason: 'Which bank?' } }]);
  });

  it('gets no mail for an import, a rolled back submission or the erasure of an account', async () => {
    await insertOrder(sql, orderFields(customer));
    await order();
    await actAs(sql, signedIn(customer), async (tx) => {
      await insertOrder(tx, orderFields(customer));
      throw new Error('rolled back');
    }).catch(() => undefined);
    await sql`update auth.users set deleted_at = now() where id = ${customer}`;
    expect(await queued()).toMatchObject([{ kind: 'received', detail: {} }]);
    expect(await claim()).toEqual([]);
    expect(await sql`select state, result from private.outbox`).toEqual([
      { state: 'skipped', result: 'skipped: the account was deleted' },
    ]);
  });

  it('gives a mail with the language of its reader and no more of the record than its amount and kind', async () => {
    await order();
    const mail = await claimOne();
    expect(mail).toMatchObject({
      kind: 'received',
      email: `${customer}@example.com`,
      locale: 'de',
      record: { type: 'card_order', item: 'premium', amount: '15', currency: 'USD' },
    });
    expect(JSON.stringify(mail)).not.toContain('FT-2026');
  });

  it('gives each mail to one of many callers', async () => {
    for (let index = 0; index < 12; index += 1) {
      await sql`select private.queue_mail('approved', ${customer})`;
    }
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(4)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('gives a mail again when the caller ended before sending, and never when it ended while sending', async () => {
    await sql`select private.queue_mail('approved', ${customer})`;
    const first = await claimOne();
    expect(await claim()).toEqual([]);
    await pass('6 minutes');
    const second = await claimOne();
    expect(second.id).toBe(first.id);
    expect(await begin(first)).toBe(false);
    expect(await complete(first, 'sent')).toBe(false);
    expect(await begin(second)).toBe(true);
    expect(await begin(second)).toBe(false);
    await pass('6 minutes');
    expect(await claim()).toEqual([]);
    expect(await stateOf(second)).toMatchObject({
      state: 'failed',
      result: 'unconfirmed: the mail host may have it',
    });
  });

  it('retries with growing pauses for a day, then gives up', async () => {
    await sql`select private.queue_mail('approved', ${customer})`;
    const waits: number[] = [];
    for (;;) {
      const [mail] = await claim();
      if (mail === undefined) break;
      await begin(mail);
      await complete(mail, 'retry', 'no answer');
      const state = await stateOf(mail);
      if (state?.state === 'failed') {
        expect(state.result).toBe('gave up after 24 hours: no answer');
        break;
      }
      waits.push(Number(state?.wait_s));
      await pass(`${String(Number(state?.wait_s) + 1)} seconds`);
    }
    expect(waits.slice(0, 8)).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(23 * 3600);
    expect(total).toBeLessThan(26 * 3600);
    expect(await claim()).toEqual([]);
  });

  it('writes the result into the timeline of the record', async () => {
    const { id } = await order();
    const mail = await claimOne();
    await begin(mail);
    expect(await complete(mail, 'failed', '550')).toBe(true);
    expect(
      await sql`select detail from public.record_events where record_id = ${id} and kind = 'mail'`,
    ).toEqual([{ detail: { mail: 'received', state: 'failed', result: '550' } }]);
  });

  it('sends optional mails until the user unsubscribes, and the others after it, too', async () => {
    await sql`select private.queue_mail('received', ${customer})`;
    const { unsubscribe_token: token } = await claimOne();
    const unsubscribe = async (given: string) =>
      (await sql`select public.unsubscribe(${given}) as is_done`)[0]?.is_done;
    const flipped = token?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '';
    expect(await unsubscribe(flipped)).toBe(false);
    expect(await unsubscribe(`${admin}${token?.slice(36) ?? ''}`)).toBe(false);
    expect(await unsubscribe(`' or true --`)).toBe(false);
    expect(await unsubscribe(token ?? '')).toBe(true);
    expect(await unsubscribe(token ?? '')).toBe(true);

    await sql`select private.queue_mail('received', ${customer})`;
    await sql`select private.queue_mail('approved', ${customer})`;
    expect(await claim()).toMatchObject([{ kind: 'approved', unsubscribe_token: null }]);
  });

  it('has one digest a day and one alarm in four hours for each administrator', async () => {
    await sql`update public.back_office_settings set digest_hour = extract(hour from now() at time zone 'UTC')`;
    const { id } = await order();
    await sql`delete from private.outbox`;
    await sql`select private.seal_audit_log()`;
    for (let run = 0; run < 2; run += 1) {
      await sql`select private.queue_digest()`;
      await sql`select private.queue_age_alarm()`;
    }
    expect(await queued()).toHaveLength(2);
    expect(await queued()).toMatchObject([
      { kind: 'digest', detail: { pending: expect.any(Number) as number } },
      {
        kind: 'digest',
        detail: { audit_head: expect.stringMatching(/^\d+:[\da-f]{64}$/) as string },
      },
    ]);
    await sql`update public.records set created_at = now() - interval '3 days' where id = ${id}`;
    for (let run = 0; run < 2; run += 1) await sql`select private.queue_age_alarm()`;
    expect((await queued()).map(({ kind }) => kind)).toEqual([
      'digest',
      'digest',
      'queue_alarm',
      'queue_alarm',
    ]);
    await sql`update public.profiles set account_type = 'personal' where id = ${other}`;
    const claimed = await claim();
    expect(claimed.map(({ kind }) => kind).sort()).toEqual(['digest', 'queue_alarm']);
    await sql`update public.profiles set account_type = 'admin' where id = ${other}`;
  });
});
