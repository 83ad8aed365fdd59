import type { Condition, ReadPlan } from '../plan/read-plan.ts';
import type { Slot } from '../request/query-types.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import { readStatement } from './read-statement.ts';
import type { Statement, StatementOptions } from './statement.ts';

interface ValueFilter {
  readonly slot: Slot;
  readonly possibleValues: ReadonlySet<string>;
}

/** An `eq` filter on a column with few possible values. */
function toValueFilter(condition: Condition): ValueFilter | null {
  if (condition.kind !== 'filter') return null;
  const {
    field: { possibleValues, path, fromText },
    operation,
  } = condition;
  if (possibleValues === null || path.length > 0 || fromText !== null) return null;
  if (operation.kind !== 'compare' || operation.operator !== 'eq') return null;
  return operation.quantifier === null ? { slot: operation.slot, possibleValues } : null;
}

/**
 * The statements of a read. For a filter such as `status=eq.open` on a column with few possible values,
 * each value has its own statement, so that Postgres knows its selectivity and caches a generic plan. With
 * a parameter, Postgres would plan each execution, which takes longer than reading a page.
 */
export function valueStatements(
  plan: ReadPlan,
  options: StatementOptions,
): (values: ParsedRequest['values']) => Statement {
  const parameterized = readStatement(plan, options);
  // Only the first filter, because several would multiply the statements.
  const filter = plan.where.map(toValueFilter).find((found) => found !== null);
  if (filter === undefined) return () => parameterized;
  const statements = new Map<string, Statement>();
  return (values) => {
    const text = values[filter.slot];
    if (typeof text !== 'string' || !filter.possibleValues.has(text)) return parameterized;
    const statement =
      statements.get(text) ?? readStatement(plan, options, { slot: filter.slot, text });
    statements.set(text, statement);
    return statement;
  };
}
