import { OTHER_PARTS } from './other-parts.ts';
import { OWN_OBJECTS } from './parts.ts';
import { TABLE_PARTS } from './table-parts.ts';

/** Runs a statement and returns its rows. */
export type Query = (statement: string) => Promise<readonly unknown[]>;

/** A statement of a dump, and the object that it belongs to. */
export interface DumpStatement {
  /** The kind and the name, such as `table public.orders`. */
  readonly object: string;
  readonly statement: string;
}

const KINDS = [
  ...['role', 'database', 'extension', 'schema', 'default', 'type', 'table', 'view', 'sequence'],
  ...['function', 'publication', 'event'],
];

const DUMP = `
  with ${OWN_OBJECTS}
  select object, statement from (
    ${[...OTHER_PARTS, ...TABLE_PARTS]
      .map(({ part, select }) => `select ${String(part)}, x.* from (${select}) as x`)
      .join('\nunion all\n')}
  ) as dump (part, object, statement)
  order by array_position('{${KINDS.join(',')}}', split_part(object, ' ', 1)),
    object collate "C", part, statement collate "C"`;

/**
 * All definitions of a database, in an order that depends only on their names.
 *
 * @param query runs in one session: names are qualified only with an empty search path
 */
export async function dumpSchema(query: Query): Promise<DumpStatement[]> {
  await query("select set_config('search_path', '', false)");
  return [...((await query(DUMP)) as readonly DumpStatement[])];
}

/** The statements of `dump` that `base` does not have. */
export function withoutBase(
  dump: readonly DumpStatement[],
  base: readonly DumpStatement[],
): DumpStatement[] {
  const inBase = new Set(base.map(({ object, statement }) => `${object}\n${statement}`));
  return dump.filter(({ object, statement }) => !inBase.has(`${object}\n${statement}`));
}

/** The dump as a file: the statements of an object together, with a line between objects. */
export function renderDump(heading: string, dump: readonly DumpStatement[]): string {
  const blocks = new Map<string, string[]>();
  for (const { object, statement } of dump) {
    blocks.set(object, [...(blocks.get(object) ?? []), statement]);
  }
  return `${[heading, ...[...blocks.values()].map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}
