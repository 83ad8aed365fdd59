import { errors } from '../errors.ts';
import type { FieldItem, RelationItem } from '../request/query-types.ts';
import { isToOne, type Relation } from '../schema-cache/schema-cache.ts';
import { nameOfField, resolveField, resolveType } from './fields.ts';
import { findRelationship } from './find-relationship.ts';
import { planCondition, planOrder } from './plan-conditions.ts';
import {
  hasAggregate,
  type EmbedPlan,
  type PlanContext,
  type PlannedColumn,
  type ReadPlan,
} from './read-plan.ts';
import { atRoot, partsBelow, type ReadQuery } from './read-query.ts';

function hasName(item: RelationItem, name: string): boolean {
  return item.name === name || item.alias === name;
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

class ReadPlanner {
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  plan(relation: Relation, query: ReadQuery, depth: number, expandStar: boolean): ReadPlan {
    const relations = query.items.filter((item) => item.kind === 'relation');
    const fields = query.items.filter((item) => item.kind === 'field');
    this.#checkPaths(relations, query);
    const embeds = relations.map((item) => {
      const isTarget = (name: string) => relations.find((other) => hasName(other, name)) === item;
      return this.#planEmbed(relation, item, partsBelow(query, isTarget), depth);
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
      where: atRoot(query.conditions).map((tree) => planCondition(relation, embeds, tree, depth)),
      order: atRoot(query.orders)
        .flat()
        .map((term) => planOrder(relation, embeds, term, depth)),
      range: atRoot(query.ranges)[0] ?? { limit: null, offset: null },
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
    parts: Omit<ReadQuery, 'items'>,
    depth: number,
  ): EmbedPlan {
    const relationship = findRelationship(this.#context.cache, origin, item.name, item.hint);
    const toOne = isToOne(relationship);
    const query = { items: item.items, ...parts };
    const read = this.plan(relationship.target, query, depth + 1, item.spread);
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

  #checkPaths(relations: readonly RelationItem[], query: ReadQuery): void {
    for (const { path } of [...query.conditions, ...query.orders, ...query.ranges]) {
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

/**
 * Checks a read against the schema cache.
 *
 * @param expandStar whether `*` is expanded to the columns of the relation
 * @throws RestError PGRST108, PGRST118, PGRST120, PGRST123, PGRST127, PGRST200, PGRST201, 42703, 42704
 */
export function planRead(
  context: PlanContext,
  relation: Relation,
  query: ReadQuery,
  { expandStar }: { readonly expandStar: boolean },
): ReadPlan {
  return new ReadPlanner(context).plan(relation, query, 0, expandStar);
}
