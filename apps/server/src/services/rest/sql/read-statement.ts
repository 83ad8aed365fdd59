import type { ReadPlan } from '../plan/read-plan.ts';
import { bodySql, NULL_TEXT } from './body.ts';
import { Parameters, type InlinedValue } from './parameters.ts';
import { countedRowsSql, countSql, readSql } from './read.ts';
import { hiddenRowsTest } from './hidden-rows.ts';
import { relationSource, type Source } from './source.ts';
import { assemble, budgetOf, type Statement, type StatementOptions } from './statement.ts';

/** The limit for counting rows when an estimate was requested. */
const MAX_COUNTED_ROWS = 10_000;

interface Total {
  readonly total: string;
  /** A condition: whether the planner's estimate may replace the total. */
  readonly estimable: string;
}

/**
 * The total count. The planner's estimate ignores row level security, so a caller who may not see all rows
 * gets an exact count instead.
 */
function totalOf(
  plan: ReadPlan,
  source: Source,
  parameters: Parameters,
  { count, maxRows }: StatementOptions,
): Total {
  const counted = (maxCount: number | null) => `(${countSql(plan, source, parameters, maxCount)})`;
  if (count === null) return { total: 'null::int8', estimable: 'null::bool' };
  if (count === 'exact') return { total: counted(null), estimable: 'null::bool' };
  const hidden = hiddenRowsTest(plan, parameters);
  const compared =
    count === 'planned' ? 'null::int8' : counted(maxRows === null ? null : maxRows + 1);
  return {
    total: `case when ${hidden} then ${counted(MAX_COUNTED_ROWS)} else ${compared} end`,
    estimable: `not ${hidden}`,
  };
}

/** A read of a relation. */
export function readStatement(
  plan: ReadPlan,
  options: StatementOptions,
  inlined: InlinedValue | null = null,
): Statement {
  const parameters = new Parameters(inlined);
  const source = relationSource(plan);
  const query = readSql(plan, source, parameters, options.maxRows, budgetOf(options));
  const counts = totalOf(plan, source, parameters, options);
  const body = options.withBody ? bodySql(options.mediaType, 'q.*', query) : NULL_TEXT;
  return assemble({ prefix: '', query, ...counts, body }, parameters, options);
}

/** Reads the planner's estimate of the number of rows. */
export function plannedCountStatement(plan: ReadPlan): Statement {
  const parameters = new Parameters();
  const rows = countedRowsSql(plan, relationSource(plan), parameters);
  return { text: `explain (format json) ${rows}`, sources: parameters.sources };
}
