import type { Sql } from '../../../platform/database/connection.ts';
import { askFilter, filteredRow, type Binding } from './bindings.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange } from './stored-change.ts';

const DATABASE_ERROR = /^[0-9A-Z]{5}$/;

/** Postgres refused the statement itself, and would again; it was not away. */
export const isOfStatement = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  DATABASE_ERROR.test(String(error.code)) &&
  !/^(?:08|53|57P)/.test(String(error.code));

const concerns = ({ event, schema, table }: Binding, change: RowChange): boolean =>
  schema === change.schema &&
  (table === null || table === change.table) &&
  (event === '*' || event === change.kind);

export interface Matching {
  /** As a role that may become the subscribers'. */
  readonly sql: Sql;
  readonly bindings: readonly Binding[];
  readonly changes: readonly RowChange[];
  /** Postgres refuses the filter of a wish, and would again. */
  readonly giveUp: (binding: Binding, error: unknown) => void;
}

/** Many subscribers wish for the same and differ in their filters alone, so each wish is compared once. */
function rememberPlaces(changes: readonly RowChange[]): (binding: Binding) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (binding) => {
    const wish = JSON.stringify([binding.event, binding.schema, binding.table]);
    let places = known.get(wish);
    if (places === undefined) {
      places = changes.flatMap((change, place) => (concerns(binding, change) ? [place] : []));
      known.set(wish, places);
    }
    return places;
  };
}

/** For each wish the places of the changes that it is for; wishes that none is for are left out. */
export async function matchChanges(
  matching: Matching,
): Promise<(readonly [Binding, readonly number[]])[]> {
  const { sql, bindings, changes, giveUp } = matching;
  const rows = changes.map(filteredRow);
  const rowAt = (place: number): TextRow => rows[place] ?? {};
  const placesOf = rememberPlaces(changes);

  async function filtered(binding: Binding): Promise<readonly number[]> {
    const { channel, filter } = binding;
    const places = placesOf(binding);
    if (places.length === 0 || filter === null) return places;
    const { matches } = filter;
    if (matches !== null) return places.filter((place) => matches(rowAt(place)));
    try {
      const isMatch = await askFilter(sql, filter, channel, places.map(rowAt));
      return places.filter((_place, index) => isMatch[index] === true);
    } catch (error) {
      if (!isOfStatement(error)) throw error;
      giveUp(binding, error);
      return [];
    }
  }

  const matched = await Promise.all(
    bindings.map(async (binding) => [binding, await filtered(binding)] as const),
  );
  return matched.filter(([, places]) => places.length > 0);
}
