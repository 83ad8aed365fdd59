import { errors } from '../errors.ts';
import { parseOrder } from '../request/parse-order.ts';
import { parseSelect } from '../request/parse-select.ts';
import { parseTreePath } from '../request/parse-names.ts';
import type { ParsedOperation } from '../request/parse-operation.ts';
import type { QueryParts } from '../request/query-string.ts';
import type { SlotRange } from '../request/request.ts';
import type {
  At,
  Field,
  FieldItem,
  LogicTree,
  OrderTerm,
  RelationItem,
  SelectItem,
} from '../request/query-types.ts';
import { isToOne, type Relation } from '../schema-cache/schema-cache.ts';
import { nameOfField, resolveField, resolveType } from './fields.ts';
import { findRelationship } from './find-relationship.ts';
import {
  hasAggregate,
  type Condition,
  type EmbedPlan,
  type PlanContext,
  type PlannedColumn,
  type PlannedField,
  type PlannedOrder,
  type PlannedRange,
  type ReadPlan,
} from './read-plan.ts';

/** The query of a read, by embed path. Its names are not checked yet. */
interface ReadRequest {
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
export function toReadRequest(query: QueryParts, ranges: readonly SlotRange[]): ReadRequest {
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

function hasName(item: RelationItem, name: string): boolean {
  return item.name === name || item.alias === name;
}

/** The parts of the embed, with paths relative to it. */
function below<T>(parts: readonly At<T>[], isTarget: (name: string) => boolean): At<T>[] {
  return parts
    .filter(({ path }) => path[0] !== undefined && isTarget(path[0]))
    .map(({ path, value }) => ({ path: path.slice(1), value }));
}

function partsBelow(
  { conditions, orders, ranges }: ReadRequest,
  isTarget: (name: string) => boolean,
): Omit<ReadRequest, 'items'> {
  return {
    conditions: below(conditions, isTarget),
    orders: below(orders, isTarget),
    ranges: below(ranges, isTarget),
  };
}

/** `count` without parentheses, PostgREST's syntax before aggregates. A column of that name wins. */
function isBareCount(relation: Relation, { field, aggregate }: FieldItem): boolean {
  return (
    field.name === 'count' &&
    field.path.length === 0 &&
    aggregate === null &&
    !relation.columns.has('count') &&
    !relation.computedColumns.has('count')
  );
}

/** Whether a column has a cast to JSON. */
function hasJsonCast({ columns }: Relation): boolean {
  return [...columns.values()].some(({ toJson }) => toJson !== null);
}

const atRoot = <T>(parts: readonly At<T>[]): T[] =>
  parts.filter(({ path }) => path.length === 0).map(({ value }) => value);

class ReadPlanner {
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  plan(relation: Relation, request: ReadRequest, depth: number, expandStar: boolean): ReadPlan {
    const relations = request.items.filter((item) => item.kind === 'relation');
    const fields = request.items.filter((item) => item.kind === 'field');
    this.#checkPaths(relations, request);
    const embeds = relations.map((item) => {
      const isTarget = (name: string) => relations.find((other) => hasName(other, name)) === item;
      return this.#planEmbed(relation, item, partsBelow(request, isTarget), depth);
    });
    const grouped =
      fields.some((item) => item.aggregate !== null || isBareCount(relation, item)) ||
      embeds.some((embed) => embed.spread && embed.toOne && hasAggregate(embed.read));
    return {
      relation,
      columns: this.#planColumns(
        relation,
        fields,
        depth,
        expandStar || grouped || hasJsonCast(relation),
      ),
      embeds,
      where: atRoot(request.conditions).map((tree) => planCondition(relation, embeds, tree, depth)),
      order: atRoot(request.orders)
        .flat()
        .map((term) => planOrder(relation, embeds, term, depth)),
      range: atRoot(request.ranges)[0] ?? { limit: null, offset: null },
      depth,
    };
  }

  #planColumns(
    relation: Relation,
    items: readonly FieldItem[],
    depth: number,
    expandStar: boolean,
  ): ReadPlan['columns'] {
    const isStar = (item: FieldItem) => item.field.name === '*' && item.aggregate === null;
    if (items.length === 1 && items.every(isStar) && !expandStar) return 'all';
    return items.flatMap((item) =>
      isStar(item)
        ? [...relation.columns.keys()].map((name) => plainColumn(relation, name))
        : [this.#planColumn(relation, item, depth)],
    );
  }

  #planColumn(relation: Relation, item: FieldItem, depth: number): PlannedColumn {
    const { cache, settings } = this.#context;
    if (item.aggregate !== null && !settings.aggregatesEnabled) throw errors.aggregates();
    const aggregate = isBareCount(relation, item) ? 'count' : item.aggregate;
    const countsRows = item.field.name === '*' || aggregate !== item.aggregate;
    const fieldName = nameOfField(item.field);
    return {
      field: countsRows ? null : resolveField(relation, item.field, depth),
      output: item.alias ?? aggregate ?? fieldName,
      cast: resolveType(cache, item.cast),
      aggregate,
      aggregateCast: resolveType(cache, item.aggregateCast),
    };
  }

  /** @param parts the conditions, orders and ranges of the embed */
  #planEmbed(
    origin: Relation,
    item: RelationItem,
    parts: Omit<ReadRequest, 'items'>,
    depth: number,
  ): EmbedPlan {
    const relationship = findRelationship(this.#context.cache, origin, item.name, item.hint);
    const toOne = isToOne(relationship);
    const request = { items: item.items, ...parts };
    const read = this.plan(relationship.target, request, depth + 1, item.spread);
    if (item.spread && !toOne && hasAggregate(read)) {
      throw errors.notImplemented(
        'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      );
    }
    return {
      relationship,
      output: item.alias ?? item.name,
      spread: item.spread,
      inner: item.join === 'inner',
      toOne,
      hidden: isHidden(read),
      read,
    };
  }

  #checkPaths(relations: readonly RelationItem[], request: ReadRequest): void {
    for (const { path } of [...request.conditions, ...request.orders, ...request.ranges]) {
      const [name] = path;
      if (name === undefined || relations.some((item) => hasName(item, name))) continue;
      throw errors.notEmbedded(name);
    }
  }
}

function isHidden(read: ReadPlan): boolean {
  return (
    read.columns !== 'all' &&
    read.columns.length === 0 &&
    read.embeds.every((embed) => embed.hidden)
  );
}

function plainColumn(relation: Relation, name: string): PlannedColumn {
  const field = resolveField(relation, { name, path: [] }, 0);
  return { field, output: name, cast: null, aggregate: null, aggregateCast: null };
}

/** Plans a condition on a column, or on the existence of an embedded row. */
export function planCondition(
  relation: Relation,
  embeds: readonly EmbedPlan[],
  tree: LogicTree,
  depth: number,
): Condition {
  if (tree.kind === 'group') {
    const children = tree.children.map((child) => planCondition(relation, embeds, child, depth));
    return { kind: 'group', operator: tree.operator, negated: tree.negated, children };
  }
  const { field, negated, operation } = tree.filter;
  const embed =
    field.path.length === 0 ? embeds.find(({ output }) => output === field.name) : undefined;
  if (embed !== undefined) {
    if (operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')) {
      return { kind: 'embed-null', embed, isNull: (operation.value === 'null') !== negated };
    }
    if (!relation.columns.has(field.name)) throw errors.embedFilter(field.name);
  }
  return { kind: 'filter', field: resolveField(relation, field, depth), negated, operation };
}

function planOrder(
  relation: Relation,
  embeds: readonly EmbedPlan[],
  term: OrderTerm,
  depth: number,
): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) {
    return { embed: null, field: resolveField(relation, term.field, depth), direction, nulls };
  }
  const embed = embeds.find(({ output }) => output === term.relation);
  if (embed === undefined) throw errors.notEmbedded(term.relation);
  if (!embed.toOne) throw errors.relatedOrder(relation.name, embed.output);
  return { embed, field: orderedField(embed.read, term.field), direction, nulls };
}

/** The field of an embed's output name, or its column. */
function orderedField(read: ReadPlan, field: Field): PlannedField {
  const shown = read.columns === 'all' ? [] : read.columns;
  const renamed = shown.find(
    ({ output, cast, aggregate }) => output === field.name && cast === null && aggregate === null,
  );
  return renamed?.field && field.path.length === 0
    ? renamed.field
    : resolveField(read.relation, field, read.depth);
}

/** Whether exactly all columns are selected. */
export function isWhole({ items }: ReadRequest): boolean {
  const [item, another] = items;
  return (
    another === undefined &&
    item?.kind === 'field' &&
    item.field.name === '*' &&
    item.aggregate === null
  );
}

/**
 * Checks a read against the schema cache.
 *
 * @param expandStar whether `*` is expanded to the columns of the relation
 * @throws RestError PGRST108, PGRST118, PGRST120, PGRST123, PGRST127, PGRST200, PGRST201, 42703, 42704
 */
export function planRead(
  context: PlanContext,
  relation: Relation,
  request: ReadRequest,
  { expandStar }: { readonly expandStar: boolean },
): ReadPlan {
  return new ReadPlanner(context).plan(relation, request, 0, expandStar);
}
