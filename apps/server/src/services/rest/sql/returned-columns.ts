import type { Condition, ReadPlan } from '../plan/types.ts';
import type { Relation } from '../schema-cache/types.ts';
import { quoteIdentifier, quoteQualified } from './parameters.ts';
import { ROW_COLUMN } from './source.ts';

/** What a mutation or a call must return for the read plan on top of it. */
export interface ReturnedColumns {
  /** The select list, for the row called `row`. */
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
 * Only the columns that are needed, because returning a column takes the right
 * to select it.
 *
 * @param also further columns, such as a primary key for `Location`
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
