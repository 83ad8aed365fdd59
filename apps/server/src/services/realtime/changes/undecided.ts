import type { Sql } from '../../../platform/database/connection.ts';
import { codeOf } from '../../../platform/error-code.ts';
import { askFilter, filteredRow, type Binding } from './bindings.ts';
import type { Match } from './matching.ts';
import type { RowChange } from './stored-change.ts';

/** Filters that only Postgres can tell, of one person on one process: each costs a question a change. */
export const MAX_UNDECIDED = 100;
/** All others wait meanwhile for what comes next. */
const ASK_TIME_MS = 1_000;

/** Postgres refused the statement itself, and would again; it was not away. */
export const isOfStatement = (error: unknown): boolean =>
  /^(?!08|53|57P)[0-9A-Z]{5}$/.test(codeOf(error) ?? '');

export const isUndecidable = ({ filter }: Binding): boolean => filter?.matches === null;

interface Undecided {
  /** As a role that may become the subscribers'. */
  readonly sql: Sql;
  readonly changes: readonly RowChange[];
  /** The places that the audience may hear of by this wish. */
  readonly openTo: (binding: Binding) => readonly number[];
  /** Postgres refuses the filter of a wish, and would again. */
  readonly giveUp: (binding: Binding, error: unknown) => void;
}

/**
 * Asks Postgres about the filters that only it can tell, as the subscriber, and
 * of nothing but what they may hear of.
 *
 * @returns what the wishes are for, or null where that is not known in time
 */
export async function decide(
  matches: readonly Match[],
  { sql, changes, openTo, giveUp }: Undecided,
): Promise<readonly Match[] | null> {
  const startedAtMs = performance.now();
  const decided: Match[] = [];
  for (const match of matches) {
    const { binding, places } = match;
    const { filter, channel } = binding;
    if (!match.isUndecided || filter === null) {
      decided.push(match);
      continue;
    }
    const asked = openTo(binding).filter((place) => places.has(place));
    if (asked.length === 0) continue;
    if (performance.now() - startedAtMs > ASK_TIME_MS) return null;
    const rows = asked.flatMap((place) => changes[place] ?? []).map(filteredRow);
    try {
      const isMatch = await askFilter(sql, filter, channel, rows);
      const found = new Set(asked.filter((_place, index) => isMatch[index] === true));
      decided.push({ binding, places: found, isUndecided: false });
    } catch (error) {
      if (!isOfStatement(error)) return null;
      giveUp(binding, error);
    }
  }
  return decided;
}
