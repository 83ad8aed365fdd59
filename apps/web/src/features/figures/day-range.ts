/** Ranges of days in UTC, as the database counts them. A day is `YYYY-MM-DD`. */

export const RANGES = ['30', '1', '7', '90', 'custom'] as const;
export type RangeChoice = (typeof RANGES)[number];

export interface DayRange {
  from: string;
  /** The last day of the range. */
  to: string;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** The database counts ranges up to this length. */
export const MAX_DAYS = 731;

const toDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day that is some days later, or earlier for a negative number. */
export function addDays(day: string, count: number): string {
  return toDay(toMs(day) + count * DAY_MS);
}

export function countDays({ from, to }: DayRange): number {
  return Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1;
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
}

/**
 * The chosen range. A custom range without valid days is the last 30 days. A range that ends before it starts
 * is read from its end to its start.
 */
export function chosenRange(
  choice: RangeChoice,
  custom: DayRange,
  nowMs: number = Date.now(),
): DayRange {
  const today = toDay(nowMs);
  const lastDays = (count: number) => ({ from: addDays(today, 1 - count), to: today });
  if (choice !== 'custom') return lastDays(Number(choice));
  if (!DAY.test(custom.from) || !DAY.test(custom.to)) return lastDays(30);
  const [from = '', to = ''] = [custom.from, custom.to].toSorted();
  return { from, to: [to, addDays(from, MAX_DAYS)].toSorted()[0] ?? to };
}

/** The range of the same length that ends the day before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
}
