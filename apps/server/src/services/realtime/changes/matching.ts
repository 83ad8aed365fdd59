import { filteredRow, type Binding } from './bindings.ts';
import type { Filter } from './filter.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange } from './stored-change.ts';

/** A wish, and the places of the changes that it is for. */
export interface Match {
  readonly binding: Binding;
  readonly places: ReadonlySet<number>;
  /** Its filter was not looked at yet, because only Postgres knows. */
  readonly isUndecided: boolean;
}

/** The changes that a wish is for but for its filter. */
interface Concerned {
  readonly places: ReadonlySet<number>;
  /** Where in each column which value is. */
  readonly placesOf: (column: string, value: string) => readonly number[];
}

const concerns = ({ event, schema, table }: Binding, change: RowChange): boolean =>
  schema === change.schema &&
  (table === null || table === change.table) &&
  (event === '*' || event === change.kind);

function indexValues(places: ReadonlySet<number>, rows: readonly TextRow[]): Concerned['placesOf'] {
  const columns = new Map<string, Map<string, number[]>>();
  function indexColumn(column: string): Map<string, number[]> {
    const index = new Map<string, number[]>();
    for (const place of places) {
      const value = rows[place]?.[column];
      if (value === null || value === undefined) continue;
      const found = index.get(value);
      if (found === undefined) index.set(value, [place]);
      else found.push(place);
    }
    columns.set(column, index);
    return index;
  }
  return (column, value) => (columns.get(column) ?? indexColumn(column)).get(value) ?? [];
}

/** Many subscribers wish for the same and differ in their filters alone, so each wish is compared once. */
function rememberConcerned(
  changes: readonly RowChange[],
  rows: readonly TextRow[],
): (binding: Binding) => Concerned {
  const known = new Map<string, Concerned>();
  return (binding) => {
    const wish = JSON.stringify([binding.event, binding.schema, binding.table]);
    let concerned = known.get(wish);
    if (concerned === undefined) {
      const places = new Set(
        changes.flatMap((change, place) => (concerns(binding, change) ? [place] : [])),
      );
      concerned = { places, placesOf: indexValues(places, rows) };
      known.set(wish, concerned);
    }
    return concerned;
  };
}

/** What can be told here, without Postgres; null where it cannot. */
function matchHere(
  { matches, oneOf }: Filter,
  { places, placesOf }: Concerned,
  rows: readonly TextRow[],
): Set<number> | null {
  if (oneOf !== null) {
    return new Set(oneOf.values.flatMap((value) => placesOf(oneOf.column, value)));
  }
  if (matches === null) return null;
  return new Set([...places].filter((place) => matches(rows[place] ?? {})));
}

/**
 * For each wish the places of the changes that it is for; wishes that none is
 * for are left out. A filter that only Postgres can tell lets all through: it is
 * asked about what its subscriber may see, for all else is none of its business.
 */
export function matchChanges(
  bindings: readonly Binding[],
  changes: readonly RowChange[],
): readonly Match[] {
  const rows = changes.map(filteredRow);
  const concernedBy = rememberConcerned(changes, rows);
  return bindings
    .map((binding): Match => {
      const { filter } = binding;
      const concerned = concernedBy(binding);
      const found = filter === null ? concerned.places : matchHere(filter, concerned, rows);
      return { binding, places: found ?? concerned.places, isUndecided: found === null };
    })
    .filter(({ places }) => places.size > 0);
}
