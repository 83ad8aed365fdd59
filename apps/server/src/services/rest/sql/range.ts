import type { PlannedRange } from '../plan/types.ts';
import type { Parameters } from './parameters.ts';

/** ` limit … offset …`, as far as there is something to say. */
export function rangeSql(
  { limit, offset }: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const most = limit === null ? maxRows : `${parameters.slot(limit)}::int8`;
  const limitSql = most === null ? '' : ` limit ${most}`;
  return `${limitSql}${offset === null ? '' : ` offset ${parameters.slot(offset)}::int8`}`;
}
