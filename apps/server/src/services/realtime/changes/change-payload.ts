import { columnsJson } from './bindings.ts';
import type { TextRow } from './log-message.ts';
import type { RowChange } from './stored-change.ts';
import { rowJson } from './values.ts';
import type { Access } from './viewers.ts';

/** Which part of a change somebody is told. */
export interface Told {
  readonly access: Access;
  readonly select: ReadonlySet<string> | null;
}

const pick = (row: TextRow, names: readonly string[]): TextRow =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * What is known of the row before. Whether a viewer might have seen it cannot be
 * asked any more, so where there are policies it is the primary key alone.
 */
function rowBefore(change: RowChange, { hasRls }: Access): TextRow {
  const { row, oldRow, keyColumns } = change;
  const known = oldRow ?? pick(row ?? {}, keyColumns);
  return hasRls ? pick(known, keyColumns) : known;
}

function errorsOf(change: RowChange, { hasRls, readable }: Access): string[] | null {
  const { keyColumns, kind, isCut } = change;
  if (hasRls && kind !== 'DELETE') {
    if (keyColumns.length === 0) return ['Error 400: Bad Request, no primary key'];
    if (keyColumns.some((name) => !readable.has(name))) return ['Error 401: Unauthorized'];
  }
  return isCut ? ['Error 413: Payload Too Large'] : null;
}

/** Policies cannot be asked of a row that has no key, or whose key the viewer may not read. */
export function isBlind({ keyColumns, kind }: RowChange, { hasRls, readable }: Access): boolean {
  if (!hasRls || kind === 'DELETE') return false;
  return keyColumns.length === 0 || keyColumns.some((name) => !readable.has(name));
}

/**
 * Whether the change is told without asking the policies of the row; what cannot be shown is told with
 * its error and nothing else.
 */
export function isOpen(change: RowChange, access: Access): boolean {
  return !access.hasRls || change.kind === 'DELETE' || isBlind(change, access);
}

/** The part of the message that is the same for all who may see the same. */
export function changeJson(change: RowChange, { access, select }: Told): string {
  const { kind, schema, table, committedAt, columns, row } = change;
  const errors = errorsOf(change, access);
  const isTold = (name: string): boolean =>
    access.readable.has(name) && (select === null || select.has(name));
  const told = columns.filter(({ name }) => isTold(name));
  const isShown = !isBlind(change, access);
  const record = isShown && row !== null ? rowJson(row, told, isTold) : '{}';
  const old = isShown ? rowJson(rowBefore(change, access), told, isTold) : '{}';
  const head = JSON.stringify({ schema, table, type: kind, commit_timestamp: committedAt });
  return (
    `${head.slice(0, -1)},"columns":${columnsJson(told)}` +
    (kind === 'DELETE' ? '' : `,"record":${record}`) +
    (kind === 'INSERT' ? '' : `,"old_record":${old}`) +
    `,"errors":${JSON.stringify(errors)}}`
  );
}
