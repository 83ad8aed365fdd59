import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { queryAs } from './extension-fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const MINUTE_MS = 60_000;

const INVALID = [
  '',
  ' ',
  '*',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '-1 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 0 *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '5/10 * * * *',
  '10-5 * * * *',
  '1,,2 * * * *',
  '1- * * * *',
  ', * * * *',
  '1.5 * * * *',
  'a * * * *',
  'jan * * * *',
  '* * * mon *',
  '* * * * jan',
  '* * $ * $',
  '* * $,1 * *',
  '$ * * * *',
  '@reboot',
  '@never',
  '0 seconds',
  '60 seconds',
  '-1 seconds',
  '1.5 seconds',
  '1 minute',
  'seconds',
  '5 seconds later',
  `* * * * *; drop table cron.job`,
  `${'1,'.repeat(500)}1 * * * *`,
  '99999999999999999999 * * * *',
];

test.each(INVALID)('the schedule "%s" is invalid', async (text) => {
  await expect(
    database.sql.begin(async (transaction) => {
      await transaction`set local role postgres`;
      await transaction`select cron.schedule(${text}, 'select 1')`;
    }),
  ).rejects.toThrow(`invalid schedule: ${text}`);
});

test.each([
  '* * * * *',
  ' 5  4\t* * * ',
  '0 0 $ * *',
  '0 0 1 JAN,Jun mon-Fri',
  '*/15 0-23/2 1-15,20 1,2 7',
  '0 0 * * 5-7',
  '@hourly',
  '@daily',
  '@midnight',
  '@weekly',
  '@monthly',
  '@yearly',
  '@annually',
  '1 second',
  '59 SECONDS',
  ' 30 seconds ',
])('the schedule "%s" is valid', async (text) => {
  const [row] = await queryAs<{ id: string }>(
    database.sql,
    'postgres',
    `select cron.schedule('${text}', 'select 1') as id`,
  );
  expect(row?.id).toMatch(/^\d+$/);
});

/** Which of the minutes a schedule of the server matches. */
async function matching(schedule: string, minutes: readonly string[]): Promise<string[]> {
  const rows = await database.sql<{ minute: string }[]>`
    select minute from unnest(${minutes}::text[]) with ordinality as listed (minute, place)
    where backend_cron.is_due(${schedule}, minute::timestamptz) order by place`;
  return rows.map(({ minute }) => minute);
}

const plusMinutes = (time: Date, minutes: number): Date =>
  new Date(time.getTime() + minutes * MINUTE_MS);

/** Null for a schedule that the library refuses, because a list names a value twice. */
function parseWithLibrary(schedule: string, after: Date) {
  try {
    return CronExpressionParser.parse(schedule.replace('$', 'L'), {
      currentDate: after,
      tz: 'UTC',
    });
  } catch {
    return null;
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function field(low: number, high: number, names: readonly string[] = []) {
  const value = fc.integer({ min: low, max: high });
  const shown = value.map((number) => names[number - low] ?? String(number));
  const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const step = fc.integer({ min: 1, max: Math.min(high, 20) });
  const item = fc.oneof(
    shown,
    range.map(([first, last]) => `${String(first)}-${String(last)}`),
    fc.tuple(range, step).map(([[a, b], by]) => `${String(a)}-${String(b)}/${String(by)}`),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    step.map((by) => `*/${String(by)}`),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
  );
}

const schedules = fc.tuple(
  field(0, 59),
  field(0, 23),
  fc.oneof({ weight: 4, arbitrary: field(1, 28) }, fc.constant('$')),
  field(1, 12, MONTHS),
  field(0, 6, WEEKDAYS),
);

/**
 * Vixie cron takes a day field that begins with `*`, also with a step, as no restriction of its own. The library does so
 * for `*` only, so schedules with a step and another restriction are not compared.
 */
function isComparable([, , day, , weekday]: readonly string[]): boolean {
  const isStep = (text = ''): boolean => text.startsWith('*/');
  return !(isStep(day) && weekday !== '*') && !(isStep(weekday) && day !== '*');
}

test('the times of a schedule are those of cron-parser', async () => {
  await fc.assert(
    fc.asyncProperty(
      schedules.filter(isComparable),
      fc.date({
        min: new Date('2024-01-01T00:00:00Z'),
        max: new Date('2029-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      fc.array(fc.integer({ min: 0, max: 60 * 24 * 60 }), { maxLength: 20 }),
      async (fields, date, offsets) => {
        const schedule = fields.join(' ');
        const after = new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS);
        const library = parseWithLibrary(schedule, after);
        fc.pre(library !== null);
        // The next times, the minutes around them, and any others.
        const next = Array.from({ length: 5 }, () => library.next().toDate());
        const minutes = [
          ...next.flatMap((time) => [-60, -1, 0, 1, 60].map((by) => plusMinutes(time, by))),
          ...offsets.map((offset) => plusMinutes(after, offset)),
        ];
        const expected = minutes.filter((minute) => library.includesDate(minute));
        const isoOf = (times: readonly Date[]) => times.map((time) => time.toISOString());
        expect(await matching(schedule, isoOf(minutes))).toEqual(isoOf(expected));
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['0 0 $ * *', '2028-02-28T12:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['0 0 $ * *', '2026-02-27T12:00:00Z', '2026-02-28T00:00:00.000Z'],
  ['0 12 29 feb *', '2028-02-01T00:00:00Z', '2028-02-29T12:00:00.000Z'],
  ['30 6 * oct-dec 1', '2026-09-28T00:00:00Z', '2026-10-05T06:30:00.000Z'],
  // Both day fields restrict: one of them is enough.
  ['0 0 13 * 5', '2026-03-10T00:00:00Z', '2026-03-13T00:00:00.000Z'],
  ['0 0 15 * 5', '2026-03-10T00:00:00Z', '2026-03-13T00:00:00.000Z'],
  // One begins with `*`: both must match.
  ['0 0 */2 * 5', '2026-03-14T00:00:00Z', '2026-03-27T00:00:00.000Z'],
  ['0 0 * * 7', '2026-03-09T00:00:00Z', '2026-03-15T00:00:00.000Z'],
  ['@weekly', '2026-03-09T00:00:00Z', '2026-03-15T00:00:00.000Z'],
])('"%s" after %s is due first at %s', async (schedule, after, expected) => {
  const before = plusMinutes(new Date(after), 1);
  const days = Math.ceil((new Date(expected).getTime() - before.getTime()) / (24 * 60 * MINUTE_MS));
  const time = new Date(expected);
  // Its own minute, its neighbours, and the same time of the days before it.
  const earlier = Array.from({ length: days - 1 }, (_, day) =>
    plusMinutes(time, -24 * 60 * (day + 1)),
  );
  const minutes = [...earlier, plusMinutes(time, -1), time, plusMinutes(time, 1)];
  expect(
    await matching(
      schedule,
      minutes.map((minute) => minute.toISOString()),
    ),
  ).toEqual([expected]);
});

test('month names are the numbers of months', async () => {
  const [row] = await database.sql<{ months: number[] }[]>`
    select months from backend_cron.parse(${`0 0 1 ${MONTHS.join(',')} *`})`;
  expect(row?.months).toEqual(MONTHS.map((_, index) => index + 1));
});
