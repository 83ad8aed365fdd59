import type { CatalogRows, ColumnRow } from './catalog-rows.ts';
import type { RepresentationsOf } from './representations.ts';
import type { Column } from './types.ts';

export function columnNamesOf({ columns }: CatalogRows, relationId: number): Map<number, string> {
  return new Map((columns.get(relationId) ?? []).map(({ number, name }) => [number, name]));
}

/** Longer lists are no few values any more. */
const MOST_POSSIBLE_VALUES = 20;

/** What may stand in SQL between quotes as it is. */
const PLAIN_WORDS = /^[\w .-]*$/;

function possibleValuesOf(row: ColumnRow): ReadonlySet<string> | null {
  const values = row.enum_values ?? row.checked_values;
  if (values === null || values.length > MOST_POSSIBLE_VALUES) return null;
  return new Set(values.filter((value) => PLAIN_WORDS.test(value)));
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
