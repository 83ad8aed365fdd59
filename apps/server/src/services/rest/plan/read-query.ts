import { parseOrder } from '../request/parse-order.ts';
import { parseTreePath } from '../request/parse-names.ts';
import type { ParsedOperation } from '../request/parse-operation.ts';
import { parseSelect } from '../request/parse-select.ts';
import type { QueryParts } from '../request/query-string.ts';
import type { At, LogicTree, OrderTerm, SelectItem } from '../request/query-types.ts';
import type { SlotRange } from '../request/row-ranges.ts';
import type { PlannedRange } from './read-plan.ts';

/** The query of a read, by embed path. Its names are not checked yet. */
export interface ReadQuery {
  readonly items: readonly SelectItem[];
  readonly conditions: readonly At<LogicTree>[];
  readonly orders: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<PlannedRange>[];
}

function filterAt(key: string, parsed: ParsedOperation): At<LogicTree> {
  const { path, field } = parseTreePath(key);
  return { path, value: { kind: 'filter', filter: { field, ...parsed } } };
}

/** Parses the names in a split query string. */
export function toReadQuery(query: QueryParts, ranges: readonly SlotRange[]): ReadQuery {
  return {
    items: parseSelect(query.select ?? '*'),
    conditions: [...query.filters.map(({ key, parsed }) => filterAt(key, parsed)), ...query.logic],
    orders: query.orders.map(({ key, text }) => ({
      path: parseTreePath(key).path,
      value: parseOrder(text),
    })),
    ranges: ranges.map(({ path, limit, offset }) => ({
      path: path === '' ? [] : parseTreePath(`${path}.limit`).path,
      value: { limit, offset },
    })),
  };
}

/** The parts of the embed, with paths relative to it. */
function below<T>(parts: readonly At<T>[], isTarget: (name: string) => boolean): At<T>[] {
  return parts
    .filter(({ path }) => path[0] !== undefined && isTarget(path[0]))
    .map(({ path, value }) => ({ path: path.slice(1), value }));
}

export function partsBelow(
  { conditions, orders, ranges }: ReadQuery,
  isTarget: (name: string) => boolean,
): Omit<ReadQuery, 'items'> {
  return {
    conditions: below(conditions, isTarget),
    orders: below(orders, isTarget),
    ranges: below(ranges, isTarget),
  };
}

export const atRoot = <T>(parts: readonly At<T>[]): T[] =>
  parts.filter(({ path }) => path.length === 0).map(({ value }) => value);

/** Whether exactly all columns are selected. */
export function selectsWholeRows({ items }: ReadQuery): boolean {
  const [item, another] = items;
  return (
    another === undefined &&
    item?.kind === 'field' &&
    item.field.name === '*' &&
    item.aggregate === null
  );
}
