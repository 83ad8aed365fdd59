import type { PlannedRange } from '../plan/read-plan.ts';
import type { Parameters } from './parameters.ts';

/** The `limit` and `offset` clauses. */
export function rangeSql(
  { limit, offset }: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const max = limit === null ? maxRows : `${parameters.slot(limit)}::int8`;
  const limitSql = max === null ? '' : ` limit ${max}`;
  return `${limitSql}${offset === null ? '' : ` offset ${parameters.slot(offset)}::int8`}`;
}
