import type { TextRow } from './log-message.ts';
import type { Match } from './matching.ts';
import type { AuthorizationRequest } from './row-authorization.ts';
import type { RowChange } from './stored-change.ts';

/** The matches of all subscriptions of one caller. */
export interface CallerMatches extends AuthorizationRequest {
  readonly matches: readonly Match[];
}

/** The distinct rows of some changes. */
export interface ChangedRows {
  readonly keys: readonly TextRow[];
  /** For each change the index of its row's key; null where the row no longer exists or has no key. */
  readonly keyOf: readonly (number | null)[];
}

export function rowsOf(changes: readonly RowChange[]): ChangedRows {
  const keys: TextRow[] = [];
  const known = new Map<string, number>();
  const keyOf = changes.map(({ kind, row, keyColumns }) => {
    if (kind === 'DELETE' || row === null || keyColumns.length === 0) return null;
    const values = keyColumns.map((name) => row[name] ?? null);
    const text = JSON.stringify(values);
    let index = known.get(text);
    if (index === undefined) {
      index = keys.length;
      known.set(text, index);
      keys.push(Object.fromEntries(keyColumns.map((name, at) => [name, values[at] ?? null])));
    }
    return index;
  });
  return { keys, keyOf };
}

function allIndexes(matches: readonly Match[]): ReadonlySet<number> {
  const [first, ...others] = matches;
  if (first !== undefined && others.length === 0) return first.indexes;
  return new Set(matches.flatMap(({ indexes }) => [...indexes]));
}

/** Groups matches by token, however many channels use the token. */
export function groupByCaller(
  matched: readonly Match[],
  { keys, keyOf }: ChangedRows,
): readonly CallerMatches[] {
  const byCaller = Map.groupBy(matched, ({ subscription }) => {
    const { caller } = subscription.channel.identity;
    return caller.token ?? caller.role;
  });
  const allKeys = keys.map((_key, index) => index);
  return [...byCaller.values()].flatMap((matches) => {
    const [first] = matches;
    if (first === undefined) return [];
    const indexes = allIndexes(matches);
    const isEveryChange = indexes.size === keyOf.length;
    const some = (): number[] =>
      [...new Set([...indexes].map((index) => keyOf[index] ?? null))].filter((key) => key !== null);
    const { caller } = first.subscription.channel.identity;
    return [{ caller, keyIndexes: isEveryChange ? allKeys : some(), matches }];
  });
}
