import type { ReadPlan } from '../plan/types.ts';
import { bodySql, NULL_TEXT } from './body.ts';
import { Parameters, type WrittenValue } from './parameters.ts';
import { countedRowsSql, countSql, readSql } from './read.ts';
import { hiddenRowsTest } from './hidden-rows.ts';
import { relationSource, type Source } from './source.ts';
import { assemble, budgetOf, explain, type Statement, type StatementOptions } from './statement.ts';

/** Counting stops here where only a rough number was asked for. */
const MOST_COUNTED = 10_000;

interface Total {
  readonly total: string;
  /** Whether the planner's guess may stand for it; in SQL. */
  readonly estimable: string;
}

/**
 * How many rows there are. A planner's guess knows nothing of row level
 * security, so whom rows may be hidden from gets a count of their own instead.
 */
function totalOf(
  plan: ReadPlan,
  source: Source,
  parameters: Parameters,
  { count, maxRows }: StatementOptions,
): Total {
  const counted = (most: number | null) => `(${countSql(plan, source, parameters, most)})`;
  if (count === null) return { total: 'null::int8', estimable: 'null::bool' };
  if (count === 'exact') return { total: counted(null), estimable: 'null::bool' };
  const hidden = hiddenRowsTest(plan, parameters);
  const compared =
    count === 'planned' ? 'null::int8' : counted(maxRows === null ? null : maxRows + 1);
  return {
    total: `case when ${hidden} then ${counted(MOST_COUNTED)} else ${compared} end`,
    estimable: `not ${hidden}`,
  };
}

/**
 * Rows of a relation.
 *
 * @param written a value that stands in the text instead of being a parameter
 */
export function readStatement(
  plan: ReadPlan,
  options: StatementOptions,
  written: WrittenValue | null = null,
): Statement {
  const parameters = new Parameters(written);
  const source = relationSource(plan);
  const query = readSql(plan, source, parameters, options.maxRows, budgetOf(options));
  const counts = totalOf(plan, source, parameters, options);
  const body = options.withBody ? bodySql(options.answer, 'q.*', query) : NULL_TEXT;
  const text = assemble({ prefix: '', query, ...counts, body }, options);
  return { text: explain(options.answer, text), sources: parameters.sources };
}

/** How many rows Postgres expects; its answer is a plan in JSON. */
export function plannedCountStatement(plan: ReadPlan): Statement {
  const parameters = new Parameters();
  const rows = countedRowsSql(plan, relationSource(plan), parameters);
  return { text: `explain (format json) ${rows}`, sources: parameters.sources };
}
