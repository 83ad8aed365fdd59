import { errors } from '../errors.ts';
import type { Field } from '../request/query-types.ts';
import type { Relation, SchemaCache } from '../schema-cache/schema-cache.ts';
import { suggestColumns } from '../similar-name.ts';
import type { PlannedField } from './read-plan.ts';

/** The system columns of every table, with their types. */
const SYSTEM_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['ctid', 'tid'],
  ['xmin', 'xid'],
  ['xmax', 'xid'],
  ['cmin', 'cid'],
  ['cmax', 'cid'],
  ['tableoid', 'oid'],
]);

/**
 * Finds the column that a request names.
 *
 * @param depth the embedding depth of the relation
 * @throws RestError 42703, with the text that Postgres has for PostgREST's statement
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
    throw errors.undefinedColumn(alias, name, suggestions);
  }
  return { column: name, baseType, path, fromText: null, toJson: null, possibleValues: null };
}

/**
 * Finds the type that a request names in a cast.
 *
 * @throws RestError 42704
 */
export function resolveType(cache: SchemaCache, name: string | null): string | null {
  if (name === null) return null;
  const type = cache.types.get(name) ?? cache.types.get(name.toLowerCase());
  if (type === undefined) throw errors.undefinedType(name);
  return type;
}

/** The output name of a field: the last key of its JSON path, or its column. */
export function nameOfField(field: Field): string {
  const lastKey = field.path.findLast((step) => step.kind === 'key');
  return lastKey?.text ?? field.name;
}
