import type { CatalogRows, ColumnRow } from './catalog-rows.ts';
import type { Representations } from './representations.ts';
import type { Column } from './types.ts';

const columnsByRelation = new WeakMap<CatalogRows, Map<number, ColumnRow[]>>();

export function columnRowsOf(rows: CatalogRows, relationId: number): readonly ColumnRow[] {
  let grouped = columnsByRelation.get(rows);
  if (grouped === undefined) {
    grouped = Map.groupBy(rows.columns, (column) => column.relation_id);
    columnsByRelation.set(rows, grouped);
  }
  return grouped.get(relationId) ?? [];
}

export function columnNamesOf(rows: CatalogRows, relationId: number): Map<number, string> {
  return new Map(columnRowsOf(rows, relationId).map((column) => [column.number, column.name]));
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

export function toColumn(row: ColumnRow, representations: Representations): Column {
  return {
    ...representations.of(row.type),
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
