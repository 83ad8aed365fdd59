import type { TextRow } from './log-message.ts';
import type { TableAccess } from './row-authorization.ts';
import { rowJson } from './row-json.ts';
import type { RowChange } from './stored-change.ts';

/** The part of a change that a subscriber gets. */
interface PayloadOptions {
  readonly access: TableAccess;
  /** Null for all columns. */
  readonly select: ReadonlySet<string> | null;
}

const pick = (row: TextRow, names: readonly string[]): TextRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Policies cannot check a row that no longer exists, so with policies the old row is its primary key alone. */
function oldRowOf(change: RowChange, { hasRls }: TableAccess): TextRow {
  const { row, oldRow, keyColumns } = change;
  const known = oldRow ?? pick(row ?? {}, keyColumns);
  return hasRls ? pick(known, keyColumns) : known;
}

function errorsOf(change: RowChange, { hasRls, readable }: TableAccess): string[] | null {
  const { keyColumns, kind, isCut } = change;
  if (hasRls && kind !== 'DELETE') {
    if (keyColumns.length === 0) return ['Error 400: Bad Request, no primary key'];
    if (keyColumns.some((name) => !readable.has(name))) return ['Error 401: Unauthorized'];
  }
  return isCut ? ['Error 413: Payload Too Large'] : null;
}

/** Policies cannot check a row without a key, or with a key that the caller may not read. */
export function isUnverifiable(
  { keyColumns, kind }: RowChange,
  { hasRls, readable }: TableAccess,
): boolean {
  if (!hasRls || kind === 'DELETE') return false;
  return keyColumns.length === 0 || keyColumns.some((name) => !readable.has(name));
}

/** Whether a change is sent without a policy check. An unverifiable change is sent as an error without values. */
export function isAlwaysVisible(change: RowChange, access: TableAccess): boolean {
  return !access.hasRls || change.kind === 'DELETE' || isUnverifiable(change, access);
}

/** The part of the message that is equal for all subscribers with the same access and columns. */
export function changeJson(change: RowChange, { access, select }: PayloadOptions): string {
  const { kind, schema, table, committedAt, columns, row } = change;
  const errors = errorsOf(change, access);
  const isIncluded = (name: string): boolean =>
    access.readable.has(name) && (select === null || select.has(name));
  const included = columns.filter(({ name }) => isIncluded(name));
  const types = JSON.stringify(included.map(({ name, type }) => ({ name, type })));
  const hasValues = !isUnverifiable(change, access);
  const record = hasValues && row !== null ? rowJson(row, included, isIncluded) : '{}';
  const old = hasValues ? rowJson(oldRowOf(change, access), included, isIncluded) : '{}';
  const head = JSON.stringify({ schema, table, type: kind, commit_timestamp: committedAt });
  return (
    `${head.slice(0, -1)},"columns":${types}` +
    (kind === 'DELETE' ? '' : `,"record":${record}`) +
    (kind === 'INSERT' ? '' : `,"old_record":${old}`) +
    `,"errors":${JSON.stringify(errors)}}`
  );
}
