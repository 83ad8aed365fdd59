import { tell, type Channel } from '../channels/channel.ts';
import type { Binding } from './bindings.ts';
import { changeJson, isBlind, isOpen } from './change-payload.ts';
import type { TextRow } from './log-message.ts';
import type { Match } from './matching.ts';
import type { RowChange } from './stored-change.ts';
import type { Access, Sight, Viewer } from './viewers.ts';

/** Somebody as whom a table is looked at, and the wishes that are theirs. */
export interface Audience extends Viewer {
  readonly matches: readonly Match[];
}

/** The rows of some changes, each of them once however often it changed. */
interface ChangedRows {
  readonly keys: readonly TextRow[];
  /** For each change the place of its row's key; null where there is no row any more. */
  readonly keyOf: readonly (number | null)[];
}

export function rowsOf(changes: readonly RowChange[]): ChangedRows {
  const keys: TextRow[] = [];
  const known = new Map<string, number>();
  const keyOf = changes.map(({ kind, row, keyColumns }) => {
    if (kind === 'DELETE' || row === null || keyColumns.length === 0) return null;
    const values = keyColumns.map((name) => row[name] ?? null);
    const text = JSON.stringify(values);
    let place = known.get(text);
    if (place === undefined) {
      place = keys.length;
      known.set(text, place);
      keys.push(Object.fromEntries(keyColumns.map((name, at) => [name, values[at] ?? null])));
    }
    return place;
  });
  return { keys, keyOf };
}

const allPlaces = (matches: readonly Match[]): ReadonlySet<number> => {
  const [first, ...others] = matches;
  if (first !== undefined && others.length === 0) return first.places;
  return new Set(matches.flatMap(({ places }) => [...places]));
};

/** Everybody whose wishes match: one for each token, however many channels it has. */
export function toAudiences(
  matched: readonly Match[],
  { keys, keyOf }: ChangedRows,
): readonly Audience[] {
  const matchesByCaller = Map.groupBy(matched, ({ binding }) => {
    const { caller } = binding.channel.identity;
    return caller.token ?? caller.role;
  });
  const everything = keys.map((_key, place) => place);
  return [...matchesByCaller.values()].flatMap((matches) => {
    const [first] = matches;
    if (first === undefined) return [];
    const places = allPlaces(matches);
    // Who wants to hear of all changes wants to see all rows.
    const wanted =
      places.size === keyOf.length
        ? everything
        : [...new Set([...places].map((place) => keyOf[place] ?? null))].filter(
            (key) => key !== null,
          );
    return [{ caller: first.binding.channel.identity.caller, wanted, matches }];
  });
}

/** What becomes of changes of one table once it is known who may see what. */
export interface Teller {
  /** The places of the changes that an audience may hear of, in their order. */
  heardBy(sight: Sight): readonly number[];
  /** Whether a wish may tell of a change, as far as its filter goes. */
  mayFilter(binding: Binding, place: number, access: Access): boolean;
  tell(matches: readonly Match[], heard: readonly number[], access: Access): void;
}

/** @param hears whether a channel still wants changes */
export function createTeller(
  changes: readonly RowChange[],
  { keyOf }: ChangedRows,
  hears: (channel: Channel) => boolean,
): Teller {
  const placesOfKey = new Map<number, number[]>();
  keyOf.forEach((key, place) => {
    if (key === null) return;
    const places = placesOfKey.get(key);
    if (places === undefined) placesOfKey.set(key, [place]);
    else places.push(place);
  });
  const openPlaces = new Map<Access, readonly number[]>();
  const written = new Map<Access, Map<string, string>>();

  /** What everybody with this access may hear of, whatever the policies let them see. */
  function openTo(access: Access): readonly number[] {
    let places = openPlaces.get(access);
    if (places === undefined) {
      places = changes.flatMap((change, place) => (isOpen(change, access) ? [place] : []));
      openPlaces.set(access, places);
    }
    return places;
  }

  function dataOf(place: number, change: RowChange, access: Access, bindings: readonly Binding[]) {
    const isWhole = bindings.some(({ select }) => select === null);
    const select = isWhole ? null : new Set(bindings.flatMap((one) => [...(one.select ?? [])]));
    const ofAccess = written.get(access) ?? new Map<string, string>();
    written.set(access, ofAccess);
    // Most viewers of a row may read the same columns of it.
    const key = select === null ? String(place) : JSON.stringify([place, ...select]);
    let data = ofAccess.get(key);
    if (data === undefined) {
      data = changeJson(change, { access, select });
      ofAccess.set(key, data);
    }
    return data;
  }

  /** Of a row whose policies cannot be asked no filter tells more than its key, which is all that is told. */
  function mayFilter({ filter }: Binding, place: number, access: Access): boolean {
    const change = changes[place];
    if (filter === null || change === undefined || !access.hasRls) return true;
    if (change.kind !== 'DELETE' && !isBlind(change, access)) return true;
    return filter.columns.every((column) => change.keyColumns.includes(column));
  }

  function tellPlace(channel: Channel, matches: readonly Match[], place: number, access: Access) {
    const change = changes[place];
    if (change === undefined) return;
    const bindings = matches
      .filter(({ places, binding }) => places.has(place) && mayFilter(binding, place, access))
      .map(({ binding }) => binding);
    if (bindings.length === 0) return;
    const ids = JSON.stringify(bindings.map(({ id }) => id));
    const data = dataOf(place, change, access, bindings);
    tell(channel, 'postgres_changes', `{"ids":${ids},"data":${data}}`);
  }

  return {
    mayFilter,
    heardBy({ access, visible }) {
      if (access.readable.size === 0) return [];
      const seen = visible.flatMap((key) => placesOfKey.get(key) ?? []);
      return [...openTo(access), ...seen].sort((a, b) => a - b);
    },
    tell(matches, heard, access) {
      for (const [channel, own] of Map.groupBy(matches, ({ binding }) => binding.channel)) {
        if (!hears(channel)) continue;
        for (const place of heard) tellPlace(channel, own, place, access);
      }
    },
  };
}
