import type { Condition, ReadPlan } from '../plan/read-plan.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { Slot } from '../request/query-types.ts';
import { readStatement } from '../sql/read-statement.ts';
import type { Statement, StatementOptions } from '../sql/statement.ts';

interface FewValued {
  readonly slot: Slot;
  readonly values: ReadonlySet<string>;
}

function fewValued(condition: Condition): FewValued | null {
  if (condition.kind !== 'filter') return null;
  const { field, operation } = condition;
  if (field.possibleValues === null || field.path.length > 0 || field.fromText !== null)
    return null;
  if (operation.kind !== 'compare' || operation.operator !== 'eq') return null;
  return operation.quantifier === null
    ? { slot: operation.slot, values: field.possibleValues }
    : null;
}

/**
 * The statements of a read. Where rows are asked for by one of the few values
 * that a column can hold, as `status=eq.open`, each value has a statement of its
 * own: Postgres then knows how many rows it is about, so it keeps the plan. With
 * a parameter it would plan anew for every request, which takes longer than the
 * rows of a page.
 */
export function readStatements(
  plan: ReadPlan,
  options: StatementOptions,
): (values: ParsedRequest['values']) => Statement {
  const forAny = readStatement(plan, options);
  // One filter is enough, and more would multiply the statements.
  const filter = plan.where.map(fewValued).find((found) => found !== null);
  if (filter === undefined) return () => forAny;
  const byValue = new Map<string, Statement>();
  return (values) => {
    const text = values[filter.slot];
    if (typeof text !== 'string' || !filter.values.has(text)) return forAny;
    const known = byValue.get(text);
    if (known !== undefined) return known;
    const statement = readStatement(plan, options, { slot: filter.slot, text });
    byValue.set(text, statement);
    return statement;
  };
}
