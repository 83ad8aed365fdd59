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
  };
}
