import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import {
  actAs,
  insertOrder,
  makeAdmin,
  orderFields,
  signedIn,
  signUp,
  type Sql,
} from './support.ts';

interface Figure {
  readonly day: string;
  readonly kind: string;
  readonly method: string;
  readonly result: string;
  readonly count: number;
  readonly amount: string;
}

/** Adds random records of the last 40 days, some of them decided. */
function addRecords(sql: Sql, count: number, administrators: readonly string[]) {
  return sql`
    insert into public.records (
      id, kind, user_id, status, amount, currency, payment_method, transaction_reference, created_at,
      decided_at, decided_by, search
    )
    select
      gen_random_uuid(), (array['card_order', 'mobile_recharge'])[1 + floor(random() * 2)],
      gen_random_uuid(), status, round((random() * 100)::numeric, 2), 'USD',
      (array['bank_transfer', 'binance_pay', 'card_payment'])[1 + floor(random() * 3)], 'R', created_at,
      case when status <> 'pending_manual_verification' then least(now(), created_at + random() * interval '3 days') end,
      case when status like 'manual%' then (${administrators}::text[])[1 + floor(random() * 2)]::uuid end, ''
    from (
      select
        now() - random() * interval '40 days' as created_at,
        (array[
          'pending_manual_verification', 'manual_payment_approved', 'manual_payment_rejected', 'completed'
        ])[1 + floor(random() * 4)] as status
      from generate_series(1, ${count})
    ) as made`;
}

describe('the figures of administrators', () => {
  let database: TestDatabase;
  let sql: Sql;
  let admin: string;
  let other: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = database.sql;
    admin = await makeAdmin(sql);
    other = await makeAdmin(sql);
    await addRecords(sql, 3000, [admin, other]);
  });
  afterAll(() => database.drop());

  const ask = <Result extends Record<string, unknown>>(call: string, ...values: string[]) =>
    actAs(sql, signedIn(admin), (tx) =>
      tx.unsafe<Result[]>(`select * from public.${call}`, values),
    );

  async function figures(from: string, to: string): Promise<Figure[]> {
    const [row] = await ask<{ figures: Figure[] }>(
      'figures($1::text::date, $2::text::date)',
      from,
      to,
    );
    return row?.figures ?? [];
  }

  /** The same without the sums. */
  async function countedByQuery(from: string, to: string): Promise<Figure[]> {
    const rows = await sql<{ figure: Figure }[]>`
      select jsonb_build_object(
        'day', day, 'kind', kind, 'method', payment_method, 'result', result, 'count', count(*),
        'amount', sum(amount)::text
      ) as figure
      from (
        select
          *, (created_at at time zone 'UTC')::date as day,
          replace(replace(replace(status, 'pending_manual_verification', 'pending'),
            'manual_payment_approved', 'approved'), 'manual_payment_rejected', 'rejected') as result
        from public.records
      ) as records
      where day between ${from}::text::date and ${to}::text::date
      group by day, kind, payment_method, result
      order by day, kind, payment_method, result`;
    return rows.map(({ figure }) => figure);
  }

  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const RANGES = [
    [60, 0],
    [0, 0],
    [10, 3],
    [39, 38],
  ] as const;

  async function expectSameFigures(): Promise<void> {
    for (const [from, to] of RANGES) {
      const [first, last] = [dayBefore(from), dayBefore(to)];
      expect(await figures(first, last)).toEqual(await countedByQuery(first, last));
    }
  }

  it('are those of a plain query: before the first count, after it, and after later changes', async () => {
    await expectSameFigures();
    await sql`select private.refresh_daily_figures()`;
    const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from private.daily_figures`;
    expect(rows).toBeGreaterThan(500);
    await expectSameFigures();

    // Decided now, although submitted weeks ago.
    await sql`
      update public.records set status = 'manual_payment_approved', decided_at = now(), decided_by = ${admin}
      where id in (
        select id from public.records where status = 'pending_manual_verification' order by id limit 100
      )`;
    await addRecords(sql, 20, [admin, other]);
    await sql`update public.records set created_at = now() where created_at > now() - interval '1 day'`;
    await sql`select private.refresh_daily_figures(true)`;
    await sql`
      update public.records set status = 'manual_payment_rejected', decided_at = now(), decided_by = ${admin}
      where id in (
        select id from public.records where status = 'pending_manual_verification' order by id limit 50
      )`;
    await expectSameFigures();
    await sql`select private.refresh_daily_figures()`;
    await expectSameFigures();
  });

  it('read the sums of days without recent decisions, not their records', async () => {
    await sql`update public.records set decided_at = decided_at - interval '1 hour'`;
    await sql`select private.refresh_daily_figures(true)`;
    const day = dayBefore(20);
    const before = await figures(day, day);
    await sql`
      update private.daily_figures set count = count + 1000 where day = ${day}::text::date`;
    expect((await figures(day, day)).map(({ count }) => count)).toEqual(
      before.map(({ count }) => count + 1000),
    );
    await sql`select private.refresh_daily_figures(true)`;
    expect(await figures(day, day)).toEqual(before);
  });

  it('have the median and the 90th percentile of the time to a decision', async () => {
    const [from, to] = [dayBefore(30), dayBefore(0)];
    const seconds = (
      await sql<{ seconds: number }[]>`
        select extract(epoch from decided_at - created_at)::float8 as seconds from public.records
        where decided_by is not null and decided_at >= ${from}::text::date::timestamp at time zone 'UTC'
        order by 1`
    ).map((row) => row.seconds);
    const at = (share: number): number => {
      const place = share * (seconds.length - 1);
      const [low = 0, high = 0] = [seconds[Math.floor(place)], seconds[Math.ceil(place)]];
      return low + (high - low) * (place - Math.floor(place));
    };
    const rows = await ask<{
      day: string | null;
      decisions: string;
      median_seconds: string;
      p90_seconds: string;
    }>('decision_times($1::text::date, $2::text::date)', from, to);
    const [total, ...days] = rows;
    expect(total?.day).toBeNull();
    expect(Number(total?.decisions)).toBe(seconds.length);
    expect(Number(total?.median_seconds)).toBeCloseTo(at(0.5), 2);
    expect(Number(total?.p90_seconds)).toBeCloseTo(at(0.9), 2);
    expect(days.reduce((sum, { decisions }) => sum + Number(decisions), 0)).toBe(seconds.length);
  });

  it('count the decisions of each administrator', async () => {
    const rows = await ask<{ administrator_id: string; approved: string; rejected: string }>(
      'decisions_per_administrator($1::text::date, $2::text::date)',
      dayBefore(60),
      dayBefore(0),
    );
    const counted = await sql`
      select
        decided_by as administrator_id,
        count(*) filter (where status = 'manual_payment_approved') as approved,
        count(*) filter (where status = 'manual_payment_rejected') as rejected
      from public.records where decided_by is not null group by 1 order by count(*) desc, 1`;
    expect(rows).toMatchObject([...counted]);
  });

  it('group rejections by their notes, and count the queue by age', async () => {
    const customer = await signUp(sql);
    await sql`delete from public.records`;
    for (const notes of ['No payment.', 'No payment.', null]) {
      const { id } = await insertOrder(sql, orderFields(customer));
      await actAs(
        sql,
        signedIn(admin),
        (tx) => tx`
          update public.orders set status = 'manual_payment_rejected', admin_notes = ${notes}
          where id = ${id}`,
      );
    }
    const today = dayBefore(0);
    expect(await ask('rejections_by_reason($1::text::date, $2::text::date)', today, today)).toEqual(
      [
        { reason: 'No payment.', count: '2', amount: '30' },
        { reason: null, count: '1', amount: '15' },
      ],
    );

    for (const age of ['10 minutes', '2 hours', '5 hours', '2 days', '3 days']) {
      const { id } = await insertOrder(sql, orderFields(customer));
      await sql`update public.records set created_at = now() - ${age}::text::interval where id = ${id}`;
    }
    const { id } = await insertOrder(sql, orderFields(customer));
    await sql`update public.records set held_until = now() + interval '1 day' where id = ${id}`;
    expect(await ask('queue_age()')).toMatchObject([
      {
        kind: 'card_order',
        method: 'bank_transfer',
        waiting: '5',
        held: '1',
        overdue: '2',
        median_seconds: expect.stringMatching(/^1800\d\./) as string,
        under_1_hour: '1',
        under_4_hours: '1',
        under_24_hours: '1',
        over_24_hours: '2',
      },
    ]);
  });

  it('refuse a range of more than two years', async () => {
    await expect(figures('2020-01-01', '2026-01-01')).rejects.toMatchObject({ code: '23514' });
    await expect(figures('2026-01-02', '2026-01-01')).rejects.toMatchObject({ code: '23514' });
  });
});
