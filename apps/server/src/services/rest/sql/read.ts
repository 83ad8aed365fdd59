import {
  hasAggregate,
  type EmbedPlan,
  type PlannedColumn,
  type PlannedOrder,
  type PlannedRange,
  type ReadPlan,
} from '../plan/types.ts';
import type { Condition } from '../plan/types.ts';
import { conditionSql, fieldSql } from './conditions.ts';
import { quoteIdentifier, quoteQualified, type Parameters } from './parameters.ts';
import { cast, outputColumns, spreadItem, withoutAggregates, type Item } from './spread-columns.ts';

/** An embed's lateral join, and what its parent may say about it. */
interface Join {
  readonly embed: EmbedPlan;
  readonly sql: string;
  readonly items: readonly Item[];
  readonly isMissing: string;
  /** Columns of the embedded row that only order the parent. */
  readonly orderColumns: ReadonlyMap<PlannedOrder, string>;
}

export interface ReadSource {
  /** What stands after `from`, named `t0`. */
  readonly from: string;
  /** Columns under which a mutation or call returns what only a real row has. */
  readonly rowColumn: string | null;
}

/** Column of a common table expression that keeps the row itself, for functions of a row. */
export const ROW_COLUMN = '_row_of_relation';

const aliasOf = (depth: number) => `t${depth}`;

/** Writes one read plan and everything embedded in it. */
class ReadWriter {
  readonly #parameters: Parameters;
  readonly #maxRows: number | null;
  #joinCount = 0;

  constructor(parameters: Parameters, maxRows: number | null) {
    this.#parameters = parameters;
    this.#maxRows = maxRows;
  }

  /** A whole query. With `names` null the items are called as in the answer, else by these names. */
  query(plan: ReadPlan, source: ReadSource, extra: QueryExtra = {}): string {
    const isGrouped = extra.isGrouped === true || hasAggregate(plan);
    const joins = plan.embeds.map((embed) => this.#join(plan, embed, source, isGrouped));
    const items = this.#items(plan, joins);
    const list =
      plan.columns === 'all'
        ? [`${aliasOf(plan.depth)}.*`, ...items.map(named)]
        : extra.numbered === true
          ? items.map(({ expression }, index) => `${expression} as c${index}`)
          : items.map(named);
    const row = `select ${[...list, ...(extra.columns?.(joins) ?? [])].join(', ')}`;
    return `${extra.head?.(list) ?? row} from ${this.#from(plan, source, joins, extra)}${this.#group(items, joins)}${this.#order(plan, joins)}${rangeSql(plan.range, this.#parameters, this.#maxRows)}`;
  }

  /** The rows there are, whatever part of them is asked for. */
  countedRows(plan: ReadPlan, source: ReadSource): string {
    const needed = plan.embeds.filter((embed) => embed.inner || usesEmbed(plan.where, embed));
    const joins = needed.map((embed) => this.#join(plan, embed, source, false));
    return `from ${this.#from(plan, source, joins, {})}`;
  }

  #from(plan: ReadPlan, source: ReadSource, joins: readonly Join[], extra: QueryExtra): string {
    const conditions = [
      ...(extra.conditions ?? []),
      ...plan.where.map((condition) => this.#condition(plan, condition, joins)),
    ];
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return `${source.from}${joins.map(({ sql }) => (sql === '' ? '' : ` ${sql}`)).join('')}${where}`;
  }

  #condition(plan: ReadPlan, condition: Condition, joins: readonly Join[]): string {
    return conditionSql(aliasOf(plan.depth), condition, this.#parameters, ({ embed, isNull }) => {
      const missing = joins.find((join) => join.embed === embed)?.isMissing ?? 'true';
      return isNull ? `(${missing})` : `not (${missing})`;
    });
  }

  #items(plan: ReadPlan, joins: readonly Join[]): Item[] {
    const columns = plan.columns === 'all' ? [] : plan.columns;
    return [
      ...columns.map((column) => this.#column(aliasOf(plan.depth), column)),
      ...joins.flatMap((join) => join.items),
    ];
  }

  #column(alias: string, column: PlannedColumn): Item {
    const { field, output, aggregate } = column;
    // A row counted further up only has to be there.
    const rows = aggregate === null ? 'true' : '*';
    const value =
      field === null ? rows : cast(fieldSql(alias, field, this.#parameters), column.cast);
    if (aggregate === null) return { expression: value, output, aggregated: false };
    const expression = cast(`${aggregate}(${value})`, column.aggregateCast);
    return { expression, output, aggregated: true };
  }

  /** @param isGrouped the values become part of a group, which takes types that can be compared */
  #join(parent: ReadPlan, embed: EmbedPlan, parentSource: ReadSource, isGrouped: boolean): Join {
    if (!isGrouped && isOnlyShown(parent, embed)) {
      return this.#shownEmbed(parent, embed, parentSource);
    }
    const alias = `e${(this.#joinCount += 1)}`;
    if (embed.spread) return this.#spreadJoin(parent, embed, parentSource, alias, isGrouped);
    const kind = embed.inner ? 'inner join' : 'left join';
    const { source, conditions } = this.#embedSource(parent, embed, parentSource);
    const value = `${alias}.v${isGrouped ? '::jsonb' : ''}`;
    const orders = embed.toOne ? parent.order.filter((order) => order.embed === embed) : [];
    const orderColumns = new Map(orders.map((order, index) => [order, `${alias}.o${index}`]));
    const columns = orders.map(
      ({ field }, index) =>
        `${fieldSql(aliasOf(embed.read.depth), field, this.#parameters)} as o${index}`,
    );
    const body = embed.toOne
      ? this.#toOneBody(embed, source, conditions, columns)
      : `select json_agg(r.*) as v from (${this.query(embed.read, source, { conditions })}) as r`;
    const on = embed.inner && !embed.toOne ? `${alias}.v is not null` : 'true';
    const expression = embed.toOne ? value : `coalesce(${value}, '[]')`;
    return {
      embed,
      sql: `${kind} lateral (${body}) as ${alias} on ${on}`,
      items: embed.hidden ? [] : [{ expression, output: embed.output, aggregated: false }],
      isMissing: `${alias}.v is null`,
      orderColumns,
    };
  }

  /**
   * An embed in the select list instead of a join: Postgres then makes it after
   * sorting and for the rows of the page only, not for every row there is.
   */
  #shownEmbed(parent: ReadPlan, embed: EmbedPlan, parentSource: ReadSource): Join {
    const { source, conditions } = this.#embedSource(parent, embed, parentSource);
    const rows = this.query(embed.read, source, { conditions });
    const expression = embed.toOne
      ? `(select row_to_json(r.*) from (${rows}) as r)`
      : `coalesce((select json_agg(r.*) from (${rows}) as r), '[]')`;
    return {
      embed,
      sql: '',
      items: embed.hidden ? [] : [{ expression, output: embed.output, aggregated: false }],
      isMissing: 'true',
      orderColumns: new Map(),
    };
  }

  #toOneBody(
    embed: EmbedPlan,
    source: ReadSource,
    conditions: readonly string[],
    orderColumns: readonly string[],
  ): string {
    if (orderColumns.length === 0) {
      return `select row_to_json(r.*) as v from (${this.query(embed.read, source, { conditions })}) as r`;
    }
    // The row becomes JSON inside, so that what orders the parent can stand beside it.
    return this.query(embed.read, source, {
      conditions,
      head: (list) =>
        `select (select row_to_json(r.*) from (select ${list.join(', ')}) as r) as v, ${orderColumns.join(', ')}`,
    });
  }

  /** A spread's columns become the parent's own; of several rows, lists of values. */
  #spreadJoin(
    parent: ReadPlan,
    embed: EmbedPlan,
    parentSource: ReadSource,
    alias: string,
    isGrouped: boolean,
  ): Join {
    const { source, conditions } = this.#embedSource(parent, embed, parentSource);
    const kind = embed.inner ? 'inner join' : 'left join';
    const orders = parent.order.filter((order) => order.embed === embed);
    const orderColumns = new Map(orders.map((order, index) => [order, `${alias}.o${index}`]));
    const columns = outputColumns(embed.read);
    const rows = this.query(withoutAggregates(embed.read), source, {
      conditions,
      numbered: true,
      isGrouped,
      columns: () => [
        'true as found',
        ...orders.map(
          ({ field }, index) =>
            `${fieldSql(aliasOf(embed.read.depth), field, this.#parameters)} as o${index}`,
        ),
      ],
    });
    if (embed.toOne) {
      return {
        embed,
        sql: `${kind} lateral (${rows}) as ${alias} on true`,
        items: columns.map((column, index) => spreadItem(`${alias}.c${index}`, column, alias)),
        isMissing: `${alias}.found is null`,
        orderColumns,
      };
    }
    const lists = columns.map((_, index) => `json_agg(r.c${index}) as c${index}`);
    const json = isGrouped ? '::jsonb' : '';
    return {
      embed,
      sql: `${kind} lateral (select ${[...lists, 'bool_or(r.found) as found'].join(', ')} from (${rows}) as r) as ${alias} on ${embed.inner ? `${alias}.found` : 'true'}`,
      items: columns.map(({ output }, index) => ({
        expression: `coalesce(${alias}.c${index}${json}, '[]')`,
        output,
        aggregated: false,
      })),
      isMissing: `${alias}.found is null`,
      orderColumns,
    };
  }

  /** Where the embedded rows come from and what ties them to the parent's row. */
  #embedSource(
    parent: ReadPlan,
    embed: EmbedPlan,
    parentSource: ReadSource,
  ): { source: ReadSource; conditions: string[] } {
    const { relationship } = embed;
    const own = aliasOf(parent.depth);
    const other = aliasOf(embed.read.depth);
    if (relationship.kind === 'computed') {
      const { functionSchema: schema, functionName: name } = relationship;
      const row =
        parentSource.rowColumn === null
          ? `${own}.*`
          : `${own}.${quoteIdentifier(parentSource.rowColumn)}`;
      const from = `${quoteQualified({ schema, name })}(${row}) as ${other}`;
      return { source: { from, rowColumn: null }, conditions: [] };
    }
    const equal = (left: string, leftName: string, right: string, rightName: string) =>
      `${left}.${quoteIdentifier(leftName)} = ${right}.${quoteIdentifier(rightName)}`;
    const target = `${quoteQualified(relationship.target)} as ${other}`;
    const { junction } = relationship;
    if (junction === null) {
      const conditions = relationship.pairs.map(([mine, theirs]) =>
        equal(other, theirs, own, mine),
      );
      return { source: { from: target, rowColumn: null }, conditions };
    }
    const middle = `j${embed.read.depth}`;
    return {
      source: {
        from: `${target} cross join ${quoteQualified(junction)} as ${middle}`,
        rowColumn: null,
      },
      conditions: [
        ...junction.targetPairs.map(([theirs, via]) => equal(middle, via, other, theirs)),
        ...junction.originPairs.map(([mine, via]) => equal(middle, via, own, mine)),
      ],
    };
  }

  #group(items: readonly Item[], joins: readonly Join[]): string {
    if (!items.some((item) => item.aggregated)) return '';
    const positions = items.flatMap((item, index) => (item.aggregated ? [] : [index + 1]));
    const ordering = joins.flatMap(({ orderColumns }) => [...orderColumns.values()]);
    const terms = [...positions, ...ordering];
    return terms.length === 0 ? '' : ` group by ${terms.join(', ')}`;
  }

  #order(plan: ReadPlan, joins: readonly Join[]): string {
    if (plan.order.length === 0) return '';
    const terms = plan.order.map((order) => {
      const joined = joins.find(({ embed }) => embed === order.embed)?.orderColumns.get(order);
      const value = joined ?? fieldSql(aliasOf(plan.depth), order.field, this.#parameters);
      const direction = order.direction === null ? '' : ` ${order.direction}`;
      const nulls =
        order.nulls === null ? '' : ` nulls ${order.nulls === 'nullsfirst' ? 'first' : 'last'}`;
      return `${value}${direction}${nulls}`;
    });
    return ` order by ${terms.join(', ')}`;
  }
}

/** ` limit … offset …`, as far as there is something to say. */
export function rangeSql(
  { limit, offset }: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const most = limit === null ? maxRows : `${parameters.slot(limit)}::int8`;
  const limitSql = most === null ? '' : ` limit ${most}`;
  return `${limitSql}${offset === null ? '' : ` offset ${parameters.slot(offset)}::int8`}`;
}

interface QueryExtra {
  readonly conditions?: readonly string[];
  /** Columns are called c0, c1, … instead of their names in the answer. */
  readonly numbered?: boolean;
  /** Its rows are grouped further up. */
  readonly isGrouped?: boolean;
  readonly columns?: (joins: readonly Join[]) => readonly string[];
  /** Replaces the select clause; is given the select list. */
  readonly head?: (list: readonly string[]) => string;
}

function named({ expression, output }: Item): string {
  return `${expression} as ${quoteIdentifier(output)}`;
}

function usesEmbed(conditions: readonly Condition[], embed: EmbedPlan): boolean {
  return conditions.some((condition) => {
    if (condition.kind === 'embed-null') return condition.embed === embed;
    return condition.kind === 'group' && usesEmbed(condition.children, embed);
  });
}

/** True when nothing but the answer needs the embed: no filter, no order, no group of its parent. */
function isOnlyShown(parent: ReadPlan, embed: EmbedPlan): boolean {
  return (
    !embed.spread &&
    !embed.inner &&
    embed.relationship.kind !== 'computed' &&
    // A view may have several rows for one key, and then there are as many of the parent's.
    !(embed.toOne && embed.relationship.target.isView) &&
    !usesEmbed(parent.where, embed) &&
    !parent.order.some((order) => order.embed === embed)
  );
}

/** The rows of a plan as one query without a trailing semicolon. */
export function readSql(
  plan: ReadPlan,
  source: ReadSource,
  parameters: Parameters,
  maxRows: number | null,
): string {
  return new ReadWriter(parameters, maxRows).query(plan, source);
}

/** One row for each that the plan has without its range. */
export function countedRowsSql(plan: ReadPlan, source: ReadSource, parameters: Parameters): string {
  return `select 1 ${new ReadWriter(parameters, null).countedRows(plan, source)}`;
}

/**
 * How many rows the plan has without its range.
 *
 * @param most where counting may stop; null counts all
 */
export function countSql(
  plan: ReadPlan,
  source: ReadSource,
  parameters: Parameters,
  most: number | null,
): string {
  const rows = countedRowsSql(plan, source, parameters);
  return most === null
    ? `select count(*) from (${rows}) as counted`
    : `select count(*) from (${rows} limit ${most}) as counted`;
}

export function relationSource(plan: ReadPlan): ReadSource {
  return { from: `${quoteQualified(plan.relation)} as ${aliasOf(plan.depth)}`, rowColumn: null };
}
