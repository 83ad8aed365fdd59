import type { Condition, EmbedPlan, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { fieldSql } from './conditions.ts';
import { withinBudget, type EmbedBudget } from './guards.ts';
import type { Parameters } from './parameters.ts';
import { aliasOf, embedSource, type Source } from './source.ts';
import { outputColumns, spreadItem, withoutAggregates, type Item } from './spread-columns.ts';

/** The SQL of an embed in its parent's query. */
export interface Join {
  readonly embed: EmbedPlan;
  /** The join in the parent's `from` clause; empty if the embed needs none. */
  readonly sql: string;
  readonly items: readonly Item[];
  /** A condition that is true without an embedded row. */
  readonly isMissing: string;
  /** Whether an inner join already removes parents without an embedded row. */
  readonly keepsInner: boolean;
  /** Columns of the embedded row that sort the parent. */
  readonly orderColumns: ReadonlyMap<PlannedOrder, string>;
}

export interface QueryExtra {
  readonly conditions?: readonly string[];
  /** Names the columns c0, c1, … instead of their output names. */
  readonly numbered?: boolean;
  /** Whether an outer query groups the rows. */
  readonly isGrouped?: boolean;
  /** Whether a key selects at most one row. A limit would prevent Postgres from inlining the query. */
  readonly isOneRow?: boolean;
  /** Whether only the first row is read. */
  readonly isFirstRow?: boolean;
  readonly columns?: (joins: readonly Join[]) => readonly string[];
  /** Replaces the select clause. */
  readonly head?: (list: readonly string[]) => string;
}

/** The query writer, as embeds use it. */
export interface EmbedContext {
  readonly parameters: Parameters;
  readonly budget: EmbedBudget | null;
  query(plan: ReadPlan, source: Source, extra: QueryExtra): string;
  nextAlias(): string;
}

interface Parent {
  readonly plan: ReadPlan;
  readonly source: Source;
  /** Whether the values are grouped, which requires comparable types: jsonb instead of json. */
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
 * Whether the embed affects neither the number nor the order of the parent's rows, so that it can be a
 * subquery in the select list.
 */
function isOutputOnly({ plan, isGrouped }: Parent, embed: EmbedPlan): boolean {
  if (isGrouped || embed.spread) return false;
  if (!embed.toOne) return true;
  return (
    !embed.inner &&
    embed.relationship.kind !== 'computed' &&
    // A view may have several rows for one key, which multiply the parent's rows.
    !embed.relationship.target.isView &&
    !usesEmbed(plan.where, embed) &&
    !plan.order.some((order) => order.embed === embed)
  );
}

/** A subquery in the select list, which Postgres evaluates only for the rows of the page. */
function subqueryEmbed(parent: Parent, embed: EmbedPlan, context: EmbedContext): Join {
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

/** A function with `ROWS 1` may return more rows, because Postgres does not enforce it. */
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

/** An embedded row as JSON, with the columns that sort the parent. */
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
  // An inner select builds the JSON, so that the outer one can add the sort columns.
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

/** The columns of a spread become columns of the parent; those of several rows become arrays. */
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
  if (isOutputOnly(parent, embed)) return subqueryEmbed(parent, embed, context);
  return embed.spread ? spreadEmbed(parent, embed, context) : joinedEmbed(parent, embed, context);
}
