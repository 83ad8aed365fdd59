import type { CallPlan } from '../plan/call-plan.ts';
import type { PlannedRange } from '../plan/read-plan.ts';
import type { Routine } from '../schema-cache/schema-cache.ts';
import { quoteIdentifier } from '../sql-text.ts';
import { bodySql, jsonBody, NULL_TEXT } from './body.ts';
import { callSql, SCALAR_COLUMN } from './call.ts';
import { Parameters } from './parameters.ts';
import { countSql, rangeSql, readSql } from './read.ts';
import { returnedColumns } from './returned-columns.ts';
import { assemble, budgetOf, type Statement, type StatementOptions } from './statement.ts';

function callBody(routine: Routine, options: StatementOptions, query: string): string {
  if (!options.withBody || routine.returns === 'void') return NULL_TEXT;
  const { mediaType } = options;
  const value = routine.returns === 'composite' ? 'q.*' : `q.${quoteIdentifier(SCALAR_COLUMN)}`;
  // A function that returns no set responds with its single result.
  if (!routine.returnsSet && mediaType.kind === 'json') {
    return jsonBody({ ...mediaType, single: true }, value);
  }
  return bodySql(mediaType, value, query);
}

/** The values of a function without result columns. */
function valuesSql(
  routine: Routine,
  range: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const values = `select t0.${quoteIdentifier(SCALAR_COLUMN)} from src as t0`;
  return routine.returnsSet ? `${values}${rangeSql(range, parameters, maxRows)}` : values;
}

/** A call. Its result is filtered, sorted and embedded like the rows of a relation. */
export function callStatement(
  { routine, arguments: given, read }: CallPlan,
  options: StatementOptions,
): Statement {
  const plan = 'relation' in read ? read : null;
  const range = 'relation' in read ? read.range : read;
  const { maxRows } = options;
  const parameters = new Parameters();
  const returned =
    plan === null ? { list: () => '1', rowColumn: null } : returnedColumns(plan, plan.relation, []);
  const source = { from: 'src as t0', rowColumn: returned.rowColumn };
  const call = callSql(routine, given, returned, parameters);
  const query =
    plan === null
      ? valuesSql(routine, range, parameters, maxRows)
      : readSql(plan, source, parameters, maxRows, budgetOf(options));
  // The function has already returned its rows, so counting them reveals nothing.
  const maxCount = options.count === 'estimated' && maxRows !== null ? maxRows + 1 : null;
  const rows =
    plan === null ? 'select count(*) from src' : countSql(plan, source, parameters, maxCount);
  const isCounted = options.count === 'exact' || options.count === 'estimated';
  return assemble(
    {
      prefix: `with src as (${call}) `,
      query,
      total: isCounted ? `(${rows})` : 'null::int8',
      body: callBody(routine, options, query),
    },
    parameters,
    options,
  );
}
