import { readJsonPath } from './parse-names.ts';
import { failures } from '../errors.ts';
import { type Scanner, scan } from './scanner.ts';
import type { Aggregate, FieldItem, RelationItem, SelectItem } from './types.ts';

/** Deeper nesting is refused, because each level costs a join. */
const MAX_EMBED_DEPTH = 12;
const AGGREGATES: readonly Aggregate[] = ['sum', 'avg', 'count', 'min', 'max'];
const FIELD_FOLLOWERS = ['"->>"', '"->"', '"::"', '"."', '")"', '","', 'end of input'];

function readAlias(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const alias = scanner.takeName();
    if (!scanner.startsWith(':') || scanner.startsWith('::')) scanner.fail();
    scanner.position += 1;
    return alias;
  });
}

function readCast(scanner: Scanner): string | null {
  return scanner.accept('::') ? scanner.takeWord('letter or digit') : null;
}

function readAggregate(scanner: Scanner): Aggregate | null {
  for (const name of AGGREGATES) if (scanner.skip(`.${name}()`)) return name;
  return null;
}

function expectItemEnd(scanner: Scanner, followers: readonly string[]): void {
  scanner.skipSpaces();
  if (!scanner.atItemEnd) scanner.fail(...followers);
}

function readFieldItem(scanner: Scanner): FieldItem {
  const none = { alias: null, cast: null, aggregate: null, aggregateCast: null };
  if (scanner.accept('*')) {
    expectItemEnd(scanner, ['")"', '","', 'end of input']);
    return { kind: 'field', field: { name: '*', path: [] }, ...none };
  }
  const alias = readAlias(scanner);
  // count() alone counts rows; it is the one aggregate without a column.
  if (scanner.skip('count()')) {
    const aggregateCast = readCast(scanner);
    expectItemEnd(scanner, FIELD_FOLLOWERS);
    const field = { name: '*', path: [] };
    return { kind: 'field', field, alias, cast: null, aggregate: 'count', aggregateCast };
  }
  scanner.skipSpaces();
  const field = { name: scanner.takeName(), path: readJsonPath(scanner) };
  const cast = readCast(scanner);
  const aggregate = readAggregate(scanner);
  const aggregateCast = aggregate === null ? null : readCast(scanner);
  expectItemEnd(scanner, FIELD_FOLLOWERS);
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
}

function readEmbedParameters(scanner: Scanner): Pick<RelationItem, 'hint' | 'join'> {
  let hint: string | null = null;
  let join: 'inner' | 'left' | null = null;
  for (let count = 0; count < 2 && scanner.accept('!'); count += 1) {
    const name = scanner.takeName();
    if (name === 'inner' || name === 'left') join ??= name;
    else hint ??= name;
  }
  return { hint, join };
}

/** The part of an embed before its parenthesis, or null when this is no embed. */
function readRelationHead(scanner: Scanner): Omit<RelationItem, 'items'> | null {
  return scanner.attempt(() => {
    const spread = scanner.accept('...');
    const alias = spread ? null : readAlias(scanner);
    scanner.skipSpaces();
    const name = scanner.takeName();
    const parameters = readEmbedParameters(scanner);
    if (!scanner.startsWith('(')) scanner.fail(...(spread ? ['"("'] : []));
    if (!spread && name === 'count' && scanner.startsWith('()')) scanner.fail();
    scanner.position += 1;
    return { kind: 'relation', name, alias, spread, ...parameters };
  });
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_EMBED_DEPTH) {
    throw failures.unparsable(
      `"failed to parse select parameter" (line 1, column ${scanner.position + 1})`,
      `resources may be embedded at most ${MAX_EMBED_DEPTH} levels deep`,
    );
  }
  const items: SelectItem[] = [];
  do {
    scanner.skipSpaces();
    const head = readRelationHead(scanner);
    if (head === null) {
      items.push(readFieldItem(scanner));
      continue;
    }
    scanner.skipSpaces();
    const children = scanner.startsWith(')') ? [] : readItems(scanner, depth + 1);
    scanner.expect(')');
    items.push({ ...head, items: children });
    expectItemEnd(scanner, ['")"', '","', 'end of input']);
  } while (scanner.accept(','));
  return items;
}

/** @throws RestError PGRST100 */
export function parseSelect(text: string): SelectItem[] {
  return scan(text, `failed to parse select parameter (${text})`, (scanner) => {
    const items = scanner.atEnd ? [] : readItems(scanner, 0);
    scanner.expectEnd();
    return items;
  });
}
