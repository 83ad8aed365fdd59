import type { Condition, ReadPlan } from '../plan/read-plan.ts';
import type { Relation } from '../schema-cache/schema-cache.ts';
import { quoteIdentifier, quoteQualified } from '../sql-text.ts';
import { ROW_COLUMN } from './source.ts';

/** The columns that a mutation or call returns for the read plan. */
export interface ReturnedColumns {
  /** The select list for the row `row`. */
  list(row: string): string;
  readonly rowColumn: string | null;
}

function columnsOfConditions(conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) => {
    if (condition.kind === 'filter') return [condition.field.column];
    return condition.kind === 'group' ? columnsOfConditions(condition.children) : [];
  });
}

function columnsOfEmbeds(plan: ReadPlan): string[] {
  return plan.embeds.flatMap(({ relationship }) => {
    if (relationship.kind === 'computed') return [];
    const pairs = relationship.junction?.originPairs ?? relationship.pairs;
    return pairs.map(([own]) => own);
  });
}

/**
 * Returns only the necessary columns, because returning a column requires the right to select it.
 *
 * @param also additional columns, such as the primary key for `Location`
 */
export function returnedColumns(
  plan: ReadPlan,
  relation: Relation,
  also: readonly string[],
): ReturnedColumns {
  const needsRow = plan.embeds.some(({ relationship }) => relationship.kind === 'computed');
  const shown =
    plan.columns === 'all'
      ? [...relation.columns.keys()]
      : plan.columns.flatMap(({ field }) => field?.column ?? []);
  const names = new Set([
    ...shown,
    ...columnsOfConditions(plan.where),
    ...plan.order.flatMap(({ embed, field }) => (embed === null ? [field.column] : [])),
    ...columnsOfEmbeds(plan),
    ...also,
  ]);
  return {
    rowColumn: needsRow ? ROW_COLUMN : null,
    list: (row) => {
      const columns = [...names].map((name) => `${row}.${quoteIdentifier(name)}`);
      if (needsRow)
        columns.push(
          `cast(${row}.* as ${quoteQualified(relation)}) as ${quoteIdentifier(ROW_COLUMN)}`,
        );
      return columns.length === 0 ? '1' : columns.join(', ');
    },
  };
}
