import type { Sql, Transaction } from '@beaconpay/server/platform/database/connection';
import { asCaller } from './as-caller.ts';
import type { Call, Timing } from './measure.ts';

type Clock = (work: () => Promise<unknown>) => Promise<Call>;

const REPEATS = 5;
const DAY_MS = 86_400_000;

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** What the page of figures reads, for a month and for two years, and what its scheduled jobs do. */
export async function measureFigures(
  sql: Sql,
  clock: Clock,
  administrator: string,
): Promise<Timing[]> {
  const today = dayBefore(0);
  const timings: Timing[] = [];
  const add = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const calls: Call[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) calls.push(await clock(work));
    timings.push({ name, weight: 1, calls });
  };
  const read = (name: string, query: (tx: Transaction) => Promise<unknown>) =>
    add(name, () => asCaller(sql, administrator, query));

  await add(
    'count all days again (nightly job)',
    () => sql`select private.refresh_daily_figures(true)`,
  );
  await add(
    'count changed days (job of each minute)',
    () => sql`select private.refresh_daily_figures()`,
  );
  for (const [range, days] of [
    ['30 days', 29],
    ['2 years', 730],
  ] as const) {
    const from = dayBefore(days);
    await read(
      `volume and count, ${range}`,
      (tx) => tx`select public.figures(${from}::text::date, ${today}::text::date)`,
    );
    await read(
      `times to decisions, ${range}`,
      (tx) => tx`select * from public.decision_times(${from}::text::date, ${today}::text::date)`,
    );
    await read(
      `decisions per administrator, ${range}`,
      (tx) => tx`
        select * from public.decisions_per_administrator(${from}::text::date, ${today}::text::date)`,
    );
    await read(
      `rejections by reason, ${range}`,
      (tx) => tx`
        select * from public.rejections_by_reason(${from}::text::date, ${today}::text::date)`,
    );
  }
  await read('age of the queue', (tx) => tx`select * from public.queue_age()`);
  return timings;
}
