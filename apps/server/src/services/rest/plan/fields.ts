import { failures } from '../errors.ts';
import type { Field } from '../request/types.ts';
import type { Relation, SchemaCache } from '../schema-cache/types.ts';
import { suggestColumns } from '../similar-name.ts';
import type { PlannedField } from './types.ts';

/** Columns that every table has without saying so, with their types. */
const SYSTEM_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['ctid', 'tid'],
  ['xmin', 'xid'],
  ['xmax', 'xid'],
  ['cmin', 'cid'],
  ['cmax', 'cid'],
  ['tableoid', 'oid'],
]);

/**
 * The column that a request names.
 *
 * @param depth how deep the relation is embedded
 * @throws RestError 42703, as Postgres would say it of PostgREST's statement
 */
export function resolveField(relation: Relation, field: Field, depth: number): PlannedField {
  const { name, path } = field;
  const column = relation.columns.get(name);
  if (column !== undefined) {
    const { baseType, fromText, toJson, possibleValues } = column;
    return { column: name, baseType, path, fromText, toJson, possibleValues };
  }
  const baseType =
    relation.computedColumns.get(name) ??
    (relation.hasSystemColumns ? SYSTEM_COLUMNS.get(name) : undefined);
  if (baseType === undefined) {
    const suggestions = suggestColumns(name, relation.columns.keys());
    const alias = depth === 0 ? relation.name : `${relation.name}_${depth}`;
    throw failures.undefinedColumn(alias, name, suggestions);
  }
  return { column: name, baseType, path, fromText: null, toJson: null, possibleValues: null };
}

/**
 * The type that a request names in a cast.
 *
 * @throws RestError 42704
 */
export function resolveType(cache: SchemaCache, name: string | null): string | null {
  if (name === null) return null;
  const type = cache.types.get(name) ?? cache.types.get(name.toLowerCase());
  if (type === undefined) throw failures.undefinedType(name);
  return type;
}

/** The name a JSON path's value has in the answer: its last key, else the column's. */
export function nameOfField(field: Field): string {
  const lastKey = field.path.findLast((step) => step.kind === 'key');
  return lastKey?.text ?? field.name;
}
