import type { Sql } from '../../../platform/database/connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { filteredRow, queryFilter, type ChangeSubscription } from './change-subscription.ts';
import type { Match } from './matching.ts';
import type { RowChange } from './stored-change.ts';

/** The limit for one user in one process. Each deferred filter costs a query per change. */
export const MAX_DEFERRED_FILTERS = 100;
/** All later changes wait for these queries. */
const TIME_BUDGET_MS = 1_000;

/** Postgres rejects the statement itself, so a retry would fail, too. A lost connection is no such error. */
export const isStatementError = (error: unknown): boolean =>
  /^(?!08|53|57P)[0-9A-Z]{5}$/.test(codeOf(error) ?? '');

/** Whether only Postgres can evaluate the filter. */
export const hasDeferredFilter = ({ filter }: ChangeSubscription): boolean =>
  filter?.matches === null;

interface DeferredFilterDeps {
  /** Logs in as a role that may switch to the subscriber's. */
  readonly sql: Sql;
  readonly changes: readonly RowChange[];
  /** Indexes of the changes that the subscriber may see through this subscription. */
  readonly visibleTo: (subscription: ChangeSubscription) => readonly number[];
  /** Called when Postgres rejects the filter. */
  readonly cancel: (subscription: ChangeSubscription, error: unknown) => void;
}

/**
 * Evaluates the deferred filters as the subscriber, on visible changes only.
 *
 * @returns the matches, or null where the time budget or Postgres did not allow it
 */
export async function applyDeferredFilters(
  matches: readonly Match[],
  { sql, changes, visibleTo, cancel }: DeferredFilterDeps,
): Promise<readonly Match[] | null> {
  const startedAtMs = performance.now();
  const filtered: Match[] = [];
  for (const match of matches) {
    const { subscription, indexes } = match;
    const { filter, channel } = subscription;
    if (!match.isDeferred || filter === null) {
      filtered.push(match);
      continue;
    }
    const visible = visibleTo(subscription).filter((index) => indexes.has(index));
    if (visible.length === 0) continue;
    if (performance.now() - startedAtMs > TIME_BUDGET_MS) return null;
    const rows = visible.flatMap((index) => changes[index] ?? []).map(filteredRow);
    try {
      const isMatch = await queryFilter(sql, filter, channel, rows);
      const found = new Set(visible.filter((_index, at) => isMatch[at] === true));
      filtered.push({ subscription, indexes: found, isDeferred: false });
    } catch (error) {
      if (!isStatementError(error)) return null;
      cancel(subscription, error);
    }
  }
  return filtered;
}
