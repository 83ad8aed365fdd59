import { formatList } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';

export interface PendingUpdates {
  /** The number of records that arrived since the list was shown. */
  arrived: number;
  /** The number of shown records that no longer wait. */
  decided: number;
}

/** The kind of record in the rows of a list. */
type RowName = 'order' | 'recharge' | 'request' | 'user';

/**
 * "2 new orders", "1 order reviewed", "2 new orders, 1 reviewed". Empty if nothing has changed.
 */
export function describeUpdates({ arrived, decided }: PendingUpdates, name: RowName): string {
  const news: string[] = [];
  if (arrived > 0) news.push(m.admin_count_new_records({ count: arrived, name }));
  if (decided > 0 && arrived > 0) news.push(m.admin_count_gone({ count: decided, name }));
  else if (decided > 0) news.push(m.admin_count_records_gone({ count: decided, name }));
  return formatList(news);
}

interface ListState {
  /** The current number of rows on all pages. */
  waiting: number;
  /** The number of rows on all pages when the list was shown. */
  shown: number;
  /** The ids of shown rows that no longer wait. */
  decidedIds: readonly string[];
  /** The ids of records that this administrator reviewed, which need no notice. */
  reviewedHere: ReadonlySet<string>;
}

/** What has changed since the list was shown. */
export function countUpdates({
  waiting,
  shown,
  decidedIds,
  reviewedHere,
}: ListState): PendingUpdates {
  return {
    arrived: Math.max(0, waiting - (shown - decidedIds.length)),
    decided: decidedIds.filter((id) => !reviewedHere.has(id)).length,
  };
}

interface Shown<Row> {
  rows: readonly Row[];
  totalCount: number;
}

/** "2 new users", or a notice that only the order has changed. Empty if nothing has changed. */
export function describeOrder<Row extends { id: string | null }>(
  shown: Shown<Row>,
  latest: Shown<Row>,
  name: RowName,
): string {
  const arrived = Math.max(0, latest.totalCount - shown.totalCount);
  if (arrived > 0) return describeUpdates({ arrived, decided: 0 }, name);
  const isSame =
    latest.totalCount === shown.totalCount &&
    latest.rows.every(({ id }, place) => shown.rows[place]?.id === id);
  return isSame ? '' : m.admin_the_list_has_changed();
}

/** The shown rows, each with its current values if they are known. */
export function withLatestRows<Row extends { id: string | null }>(
  shown: readonly Row[],
  latest: readonly Row[],
): Row[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}
