import { type Scanner, scan } from './scanner.ts';
import type { Field, JsonStep } from './types.ts';

/** The longer one first: the other begins it. */
const ARROWS = ['->>', '->'] as const;
const INDEX_FOLLOWERS = ['->', '::', '.', ','];

function readIndex(scanner: Scanner): string {
  const negative = scanner.accept('-');
  const digits = /^\d+/.exec(scanner.text.slice(scanner.position))?.[0];
  if (digits === undefined) scanner.fail('digit');
  scanner.position += digits.length;
  const ended = scanner.atEnd || INDEX_FOLLOWERS.some((next) => scanner.startsWith(next));
  if (!ended && scanner.peek() !== ')') {
    scanner.fail('digit', '"->"', '"::"', '"."', '","', 'end of input');
  }
  return negative ? `-${digits}` : digits;
}

/** `->key->0->>last`, which may be empty. */
export function readJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = ARROWS.find((one) => scanner.accept(one));
    if (arrow === undefined) return path;
    const index = scanner.attempt(() => readIndex(scanner));
    path.push(
      index === null
        ? { arrow, kind: 'key', text: scanner.takeName() }
        : { arrow, kind: 'index', text: index },
    );
  }
}

/** A column with a JSON path, spaces around allowed. */
export function readField(scanner: Scanner): Field {
  scanner.skipSpaces();
  const name = scanner.takeName();
  const path = readJsonPath(scanner);
  scanner.skipSpaces();
  return { name, path };
}

/** `rel.rel.column->path` of a filter, order or range key. */
export function parseTreePath(key: string): { path: string[]; field: Field } {
  return scan(key, `failed to parse tree path (${key})`, (scanner) => {
    const names = [scanner.takeName()];
    while (scanner.accept('.')) names.push(scanner.takeName());
    const path = readJsonPath(scanner);
    scanner.expectEnd();
    const name = names.pop() ?? '';
    return { path: names, field: { name, path } };
  });
}

/** The names of `columns=` and `on_conflict=`. */
export function parseColumnList(text: string, parameter: string): string[] {
  return scan(text, `failed to parse ${parameter} parameter (${text})`, (scanner) => {
    const names: string[] = [];
    do {
      scanner.skipSpaces();
      names.push(scanner.takeName());
      scanner.skipSpaces();
    } while (scanner.accept(','));
    scanner.expectEnd();
    return [...new Set(names)];
  });
}
