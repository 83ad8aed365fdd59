import type { Condition, EmbedPlan, PlannedOrder, ReadPlan } from '../plan/types.ts';
import { fieldSql } from './conditions.ts';
import { withinBudget, type EmbedBudget } from './guards.ts';
import type { Parameters } from './parameters.ts';
import { aliasOf, embedSource, type Source } from './source.ts';
import { outputColumns, spreadItem, withoutAggregates, type Item } from './spread-columns.ts';

/** An embed, and what its parent may say about it. */
export interface Join {
  readonly embed: EmbedPlan;
  /** Stands in the parent's `from`; empty where the embed needs no join. */
  readonly sql: string;
  readonly items: readonly Item[];
  /** Holds where there is no embedded row. */
  readonly isMissing: string;
  /** Whether the join itself leaves out what has no embedded row, where that is asked for. */
  readonly keepsInner: boolean;
  /** Columns of the embedded row that only order the parent. */
  readonly orderColumns: ReadonlyMap<PlannedOrder, string>;
}

export interface QueryExtra {
  readonly conditions?: readonly string[];
  /** Columns are called c0, c1, … instead of their names in the answer. */
  readonly numbered?: boolean;
  /** Its rows are grouped further up. */
  readonly isGrouped?: boolean;
  /** A key finds one row at most, so no limit is needed that would keep Postgres from folding it. */
  readonly isOneRow?: boolean;
  /** Only its first row is taken, of whatever there are. */
  readonly isFirstRow?: boolean;
  readonly columns?: (joins: readonly Join[]) => readonly string[];
  /** Replaces the select clause; is given the select list. */
  readonly head?: (list: readonly string[]) => string;
}

/** What the embeds of a query need of the writer of queries. */
export interface EmbedContext {
  readonly parameters: Parameters;
  readonly budget: EmbedBudget | null;
  query(plan: ReadPlan, source: Source, extra: QueryExtra): string;
  nextAlias(): string;
}

interface Parent {
  readonly plan: ReadPlan;
  readonly source: Source;
  /** The values become part of a group, which takes types that can be compared. */
  readonly isGrouped: boolean;
}

function listOf(aggregate: string, { budget }: EmbedContext): string {
  return budget === null ? aggregate : withinBudget(aggregate, budget);
}

export function usesEmbed(conditions: readonly Condition[], embed: EmbedPlan): boolean {
  return conditions.some((condition) => {
    if (condition.kind === 'embed-null') return condition.embed === embed;
    return condition.kind === 'group' && usesEmbed(condition.children, embed);
  });
}

/**
 * Whether the parent's row stays one row whatever is embedded. A list does no
 * more than that; one row does unless the parent is filtered or ordered by it.
 */
function isOnlyShown({ plan, isGrouped }: Parent, embed: EmbedPlan): boolean {
  if (isGrouped || embed.spread) return false;
  if (!embed.toOne) return true;
  return (
    !embed.inner &&
    embed.relationship.kind !== 'computed' &&
    // A view may have several rows for one key, and then there are as many of the parent's.
    !embed.relationship.target.isView &&
    !usesEmbed(plan.where, embed) &&
    !plan.order.some((order) => order.embed === embed)
  );
}

/**
 * In the select list instead of a join: Postgres then makes it after sorting
 * and for the rows of the page only, not for every row there is.
 */
function shownEmbed(parent: Parent, embed: EmbedPlan, context: EmbedContext): Join {
  const { source, conditions } = embedSource(parent.plan, embed, parent.source);
  const rows = context.query(embed.read, source, { conditions, isOneRow: embed.toOne });
  const expression = embed.toOne
    ? `(select row_to_json(r.*) from (${rows}) as r)`
    : `coalesce((select ${listOf('json_agg(r.*)', context)} from (${rows}) as r), '[]')`;
  return {
    embed,
    sql: '',
    items: embed.hidden ? [] : [{ expression, output: embed.output, aggregated: false }],
    isMissing: `not exists (${rows})`,
    keepsInner: false,
    orderColumns: new Map(),
  };
}

/** A function says that it returns one row at most, which nothing enforces. */
const isDeclaredToOne = ({ toOne, relationship }: EmbedPlan): boolean =>
  toOne && relationship.kind === 'computed';

function orderColumnsOf(parent: Parent, embed: EmbedPlan, alias: string, context: EmbedContext) {
  const orders = parent.plan.order.filter((order) => order.embed === embed);
  const own = aliasOf(embed.read.depth);
  return {
    names: new Map(orders.map((order, index) => [order, `${alias}.o${index}`])),
    columns: orders.map(
      ({ field }, index) => `${fieldSql(own, field, context.parameters)} as o${index}`,
    ),
  };
}

/** One embedded row as JSON, beside what of it orders the parent. */
function toOneBody(
  embed: EmbedPlan,
  source: Source,
  conditions: readonly string[],
  orderColumns: readonly string[],
  context: EmbedContext,
): string {
  const isFirstRow = isDeclaredToOne(embed);
  if (orderColumns.length === 0) {
    return `select row_to_json(r.*) as v from (${context.query(embed.read, source, { conditions, isFirstRow })}) as r`;
  }
  // The row becomes JSON inside, so that what orders the parent can stand beside it.
  return context.query(embed.read, source, {
    conditions,
    isFirstRow,
    head: (list) =>
      `select (select row_to_json(r.*) from (select ${list.join(', ')}) as r) as v, ${orderColumns.join(', ')}`,
  });
}

function joinedEmbed(parent: Parent, embed: EmbedPlan, context: EmbedContext): Join {
  const alias = context.nextAlias();
  const kind = embed.inner ? 'inner join' : 'left join';
  const { source, conditions } = embedSource(parent.plan, embed, parent.source);
  const value = `${alias}.v${parent.isGrouped ? '::jsonb' : ''}`;
  const order = orderColumnsOf(parent, embed, alias, context);
  const body = embed.toOne
    ? toOneBody(embed, source, conditions, order.columns, context)
    : `select ${listOf('json_agg(r.*)', context)} as v from (${context.query(embed.read, source, { conditions })}) as r`;
  const on = embed.inner && !embed.toOne ? `${alias}.v is not null` : 'true';
  const expression = embed.toOne ? value : `coalesce(${value}, '[]')`;
  return {
    embed,
    sql: `${kind} lateral (${body}) as ${alias} on ${on}`,
    items: embed.hidden ? [] : [{ expression, output: embed.output, aggregated: false }],
    isMissing: `${alias}.v is null`,
    keepsInner: true,
    orderColumns: order.names,
  };
}

/** A spread's columns become the parent's own; of several rows, lists of values. */
function spreadEmbed(parent: Parent, embed: EmbedPlan, context: EmbedContext): Join {
  const alias = context.nextAlias();
  const { source, conditions } = embedSource(parent.plan, embed, parent.source);
  const kind = embed.inner ? 'inner join' : 'left join';
  const order = orderColumnsOf(parent, embed, alias, context);
  const columns = outputColumns(embed.read);
  const rows = context.query(withoutAggregates(embed.read), source, {
    conditions,
    numbered: true,
    isGrouped: parent.isGrouped,
    isFirstRow: isDeclaredToOne(embed),
    columns: () => ['true as found', ...order.columns],
  });
  const common = {
    embed,
    isMissing: `${alias}.found is null`,
    keepsInner: true,
    orderColumns: order.names,
  };
  if (embed.toOne) {
    return {
      ...common,
      sql: `${kind} lateral (${rows}) as ${alias} on true`,
      items: columns.map((column, index) => spreadItem(`${alias}.c${index}`, column, alias)),
    };
  }
  const lists = columns.map((_, index) => {
    const list = `json_agg(r.c${index})`;
    return `${index === 0 ? listOf(list, context) : list} as c${index}`;
  });
  const json = parent.isGrouped ? '::jsonb' : '';
  return {
    ...common,
    sql: `${kind} lateral (select ${[...lists, 'bool_or(r.found) as found'].join(', ')} from (${rows}) as r) as ${alias} on ${embed.inner ? `${alias}.found` : 'true'}`,
    items: columns.map(({ output }, index) => ({
      expression: `coalesce(${alias}.c${index}${json}, '[]')`,
      output,
      aggregated: false,
    })),
  };
}

export function writeEmbed(parent: Parent, embed: EmbedPlan, context: EmbedContext): Join {
  if (isOnlyShown(parent, embed)) return shownEmbed(parent, embed, context);
  return embed.spread ? spreadEmbed(parent, embed, context) : joinedEmbed(parent, embed, context);
}
