import { failures } from '../errors.ts';
import type { Field } from '../request/types.ts';
import type { Relation, SchemaCache } from '../schema-cache/types.ts';
import { findSimilarName } from '../similar-name.ts';
import type { PlannedField } from './types.ts';

/**
 * The column that a request names.
 *
 * @throws RestError 42703, as Postgres would say it
 */
export function resolveField(relation: Relation, field: Field): PlannedField {
  const column = relation.columns.get(field.name);
  const baseType = column?.baseType ?? relation.computedColumns.get(field.name);
  if (baseType === undefined) {
    const suggestion = findSimilarName(field.name, relation.columns.keys(), 0.5);
    throw failures.undefinedColumn(relation.name, field.name, suggestion);
  }
  return { column: field.name, baseType, path: field.path };
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
