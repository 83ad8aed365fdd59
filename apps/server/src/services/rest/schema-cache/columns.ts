import type { CatalogRows, ColumnRow } from './catalog-rows.ts';
import type { RepresentationsOf } from './representations.ts';
import type { Column } from './schema-cache.ts';

export function columnNamesOf({ columns }: CatalogRows, relationId: number): Map<number, string> {
  return new Map((columns.get(relationId) ?? []).map(({ number, name }) => [number, name]));
}

/** Longer lists are ignored, which bounds the number of statements. */
const MAX_POSSIBLE_VALUES = 20;

/** A value that needs no escaping in a SQL literal. */
const UNQUOTED_VALUE = /^[\w .-]*$/;

function possibleValuesOf(row: ColumnRow): ReadonlySet<string> | null {
  const values = row.enum_values ?? row.checked_values;
  if (values === null || values.length > MAX_POSSIBLE_VALUES) return null;
  return new Set(values.filter((value) => UNQUOTED_VALUE.test(value)));
}

export function toColumn(row: ColumnRow, representationsOf: RepresentationsOf): Column {
  return {
    ...representationsOf(row.type),
    name: row.name,
    type: row.type,
    baseType: row.base_type,
    notNull: row.not_null,
    defaultExpression: row.default_expression,
    description: row.description,
    maxLength: row.max_length,
    enumValues: row.enum_values,
    possibleValues: possibleValuesOf(row),
  };
}
