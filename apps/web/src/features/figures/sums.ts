import { daysOf, type DayRange } from './day-range.ts';

/** What was submitted on a day, with equal kind, method and result. */
export interface Figure {
  day: string;
  kind: string;
  method: string;
  result: string;
  count: number;
  /** In US dollars, the one currency of orders and recharges. */
  amount: number;
}

export const DIMENSIONS = ['result', 'kind', 'method'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const MEASURES = ['count', 'amount'] as const;
export type Measure = (typeof MEASURES)[number];

/** One point of a chart and one row of its table. */
export interface Point {
  name: string;
  values: Readonly<Record<string, number>>;
}

const cents = (amount: number) => Math.round(amount * 100);

/** The sum of a measure. Amounts are added in cents, so that no rounding error adds up. */
export function sumOf(figures: readonly Figure[], measure: Measure): number {
  if (measure === 'count') return figures.reduce((sum, { count }) => sum + count, 0);
  return figures.reduce((sum, { amount }) => sum + cents(amount), 0) / 100;
}

/** A point for each day of the range, also for days without records. */
export function pointsByDay(
  figures: readonly Figure[],
  range: DayRange,
  dimension: Dimension,
  measure: Measure,
): Point[] {
  const byDay = Map.groupBy(figures, ({ day }) => day);
  return daysOf(range).map((day) => {
    const groups = Map.groupBy(byDay.get(day) ?? [], (figure) => figure[dimension]);
    return {
      name: day,
      values: Object.fromEntries(
        [...groups].map(([name, group]) => [name, sumOf(group, measure)] as const),
      ),
    };
  });
}

/** The values of a dimension that occur, the most frequent first. */
export function groupsOf(figures: readonly Figure[], dimension: Dimension): string[] {
  return [...Map.groupBy(figures, (figure) => figure[dimension])]
    .map(([name, group]) => ({ name, count: sumOf(group, 'count') }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

export interface Totals {
  count: number;
  amount: number;
  approved: number;
  rejected: number;
  pending: number;
}

export function totalsOf(figures: readonly Figure[]): Totals {
  const counted = (...results: string[]) =>
    sumOf(
      figures.filter(({ result }) => results.includes(result)),
      'count',
    );
  return {
    count: sumOf(figures, 'count'),
    amount: sumOf(figures, 'amount'),
    approved: counted('approved', 'completed'),
    rejected: counted('rejected'),
    pending: counted('pending'),
  };
}

/** The change from one value to another as a share: 0.5 is half more. Null without a value before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}
