import { filteredRow, type ChangeSubscription } from './change-subscription.ts';
import type { Filter } from './filter.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange } from './stored-change.ts';

/** A subscription and the changes that it matches. */
export interface Match {
  readonly subscription: ChangeSubscription;
  readonly indexes: ReadonlySet<number>;
  /** Only Postgres can evaluate the filter, so `indexes` ignores it. */
  readonly isDeferred: boolean;
}

/** The changes that match the event and table of a subscription, before its filter. */
interface Candidates {
  readonly indexes: ReadonlySet<number>;
  readonly indexesOf: (column: string, value: string) => readonly number[];
}

const matchesTable = ({ event, schema, table }: ChangeSubscription, change: RowChange): boolean =>
  schema === change.schema &&
  (table === null || table === change.table) &&
  (event === '*' || event === change.kind);

/** An index from column values to changes, built for each column on its first use. */
function indexValues(
  indexes: ReadonlySet<number>,
  rows: readonly TextRow[],
): Candidates['indexesOf'] {
  const columns = new Map<string, Map<string, number[]>>();
  function indexColumn(column: string): Map<string, number[]> {
    const byValue = new Map<string, number[]>();
    for (const index of indexes) {
      const value = rows[index]?.[column];
      if (value === null || value === undefined) continue;
      const found = byValue.get(value);
      if (found === undefined) byValue.set(value, [index]);
      else found.push(index);
    }
    columns.set(column, byValue);
    return byValue;
  }
  return (column, value) => (columns.get(column) ?? indexColumn(column)).get(value) ?? [];
}

/** Many subscriptions differ in their filters alone, so they share their candidates. */
function cacheCandidates(
  changes: readonly RowChange[],
  rows: readonly TextRow[],
): (subscription: ChangeSubscription) => Candidates {
  const cache = new Map<string, Candidates>();
  return (subscription) => {
    const { event, schema, table } = subscription;
    const key = JSON.stringify([event, schema, table]);
    let candidates = cache.get(key);
    if (candidates === undefined) {
      const indexes = new Set(
        changes.flatMap((change, index) => (matchesTable(subscription, change) ? [index] : [])),
      );
      candidates = { indexes, indexesOf: indexValues(indexes, rows) };
      cache.set(key, candidates);
    }
    return candidates;
  };
}

/** @returns null where only Postgres can evaluate the filter */
function applyFilter(
  { matches, oneOf }: Filter,
  { indexes, indexesOf }: Candidates,
  rows: readonly TextRow[],
): Set<number> | null {
  if (oneOf !== null) {
    return new Set(oneOf.values.flatMap((value) => indexesOf(oneOf.column, value)));
  }
  if (matches === null) return null;
  return new Set([...indexes].filter((index) => matches(rows[index] ?? {})));
}

/**
 * Finds the changes that each subscription matches; subscriptions without a match
 * are omitted. A deferred filter matches everything here. It is evaluated after
 * authorization, so that it never sees a row that its subscriber may not see.
 */
export function matchChanges(
  subscriptions: readonly ChangeSubscription[],
  changes: readonly RowChange[],
): readonly Match[] {
  const rows = changes.map(filteredRow);
  const candidatesOf = cacheCandidates(changes, rows);
  return subscriptions
    .map((subscription): Match => {
      const { filter } = subscription;
      const candidates = candidatesOf(subscription);
      const found = filter === null ? candidates.indexes : applyFilter(filter, candidates, rows);
      return { subscription, indexes: found ?? candidates.indexes, isDeferred: found === null };
    })
    .filter(({ indexes }) => indexes.size > 0);
}
