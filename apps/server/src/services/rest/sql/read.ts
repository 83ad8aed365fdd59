import {
  hasAggregate,
  type Condition,
  type PlannedColumn,
  type PlannedRange,
  type ReadPlan,
} from '../plan/read-plan.ts';
import { quoteIdentifier } from '../sql-text.ts';
import { conditionSql, fieldSql } from './conditions.ts';
import { usesEmbed, writeEmbed, type EmbedContext, type Join, type QueryExtra } from './embeds.ts';
import type { EmbedBudget } from './guards.ts';
import type { Parameters } from './parameters.ts';
import { aliasOf, type Source } from './source.ts';
import { cast, type Item } from './spread-columns.ts';

function named({ expression, output }: Item): string {
  return `${expression} as ${quoteIdentifier(output)}`;
}

function numbered({ expression }: Item, index: number): string {
  return `${expression} as c${index}`;
}

/** The `limit` and `offset` clauses. */
export function rangeSql(
  { limit, offset }: PlannedRange,
  parameters: Parameters,
  maxRows: number | null,
): string {
  const max = limit === null ? maxRows : `${parameters.slot(limit)}::int8`;
  const limitSql = max === null ? '' : ` limit ${max}`;
  return `${limitSql}${offset === null ? '' : ` offset ${parameters.slot(offset)}::int8`}`;
}

/** Writes the query of a read plan with its embeds. */
class ReadWriter implements EmbedContext {
  readonly parameters: Parameters;
  readonly budget: EmbedBudget | null;
  readonly #maxRows: number | null;
  #aliases = 0;

  constructor(parameters: Parameters, maxRows: number | null, budget: EmbedBudget | null) {
    this.parameters = parameters;
    this.#maxRows = maxRows;
    this.budget = budget;
  }

  nextAlias(): string {
    return `e${(this.#aliases += 1)}`;
  }

  query(plan: ReadPlan, source: Source, extra: QueryExtra = {}): string {
    const isGrouped = extra.isGrouped === true || hasAggregate(plan);
    const joins = plan.embeds.map((embed) => writeEmbed({ plan, source, isGrouped }, embed, this));
    const items = this.#items(plan, joins, isGrouped);
    const list = items.map(extra.numbered === true ? numbered : named);
    if (plan.columns === 'all') list.unshift(`${aliasOf(plan.depth)}.*`);
    const rowLimit = extra.isOneRow === true ? null : this.#maxRows;
    const maxRows = extra.isFirstRow === true ? 1 : rowLimit;
    const row = `select ${[...list, ...(extra.columns?.(joins) ?? [])].join(', ')}`;
    return `${extra.head?.(list) ?? row} from ${this.#from(plan, source, joins, extra)}${this.#group(items, joins)}${this.#order(plan, joins)}${rangeSql(plan.range, this.parameters, maxRows)}`;
  }

  /** All rows, independent of the range. */
  countedRows(plan: ReadPlan, source: Source): string {
    const needed = plan.embeds.filter((embed) => embed.inner || usesEmbed(plan.where, embed));
    const joins = needed.map((embed) =>
      writeEmbed({ plan, source, isGrouped: false }, embed, this),
    );
    return `from ${this.#from(plan, source, joins, {})}`;
  }

  #from(plan: ReadPlan, source: Source, joins: readonly Join[], extra: QueryExtra): string {
    const conditions = [
      ...(extra.conditions ?? []),
      ...joins
        .filter(({ embed, keepsInner }) => embed.inner && !keepsInner)
        .map(({ isMissing }) => `not (${isMissing})`),
      ...plan.where.map((condition) => this.#condition(plan, condition, joins)),
    ];
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return `${source.from}${joins.map(({ sql }) => (sql === '' ? '' : ` ${sql}`)).join('')}${where}`;
  }

  #condition(plan: ReadPlan, condition: Condition, joins: readonly Join[]): string {
    return conditionSql(aliasOf(plan.depth), condition, this.parameters, ({ embed, isNull }) => {
      const missing = joins.find((join) => join.embed === embed)?.isMissing ?? 'true';
      return isNull ? `(${missing})` : `not (${missing})`;
    });
  }

  #items(plan: ReadPlan, joins: readonly Join[], isGrouped: boolean): Item[] {
    const columns = plan.columns === 'all' ? [] : plan.columns;
    return [
      ...columns.map((column) => this.#column(aliasOf(plan.depth), column, isGrouped)),
      ...joins.flatMap((join) => join.items),
    ];
  }

  #column(alias: string, column: PlannedColumn, isGrouped: boolean): Item {
    const { field, output, aggregate } = column;
    // An outer query counts these rows, so any value serves.
    const rows = aggregate === null ? 'true' : '*';
    const value = field === null ? rows : cast(this.#output(alias, column, isGrouped), column.cast);
    if (aggregate === null) return { expression: value, output, aggregated: false };
    const expression = cast(`${aggregate}(${value})`, column.aggregateCast);
    return { expression, output, aggregated: true };
  }

  /** A column in its output format, converted by its domain's cast to JSON. */
  #output(alias: string, { field, aggregate }: PlannedColumn, isGrouped: boolean): string {
    if (field === null) return 'true';
    const value = fieldSql(alias, field, this.parameters);
    if (field.toJson === null || field.path.length > 0 || aggregate !== null) return value;
    return `${field.toJson}(${value})${isGrouped ? '::jsonb' : ''}`;
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
      const value = joined ?? fieldSql(aliasOf(plan.depth), order.field, this.parameters);
      const direction = order.direction === null ? '' : ` ${order.direction}`;
      const nulls =
        order.nulls === null ? '' : ` nulls ${order.nulls === 'nullsfirst' ? 'first' : 'last'}`;
      return `${value}${direction}${nulls}`;
    });
    return ` order by ${terms.join(', ')}`;
  }
}

/** The query of a plan's rows. */
export function readSql(
  plan: ReadPlan,
  source: Source,
  parameters: Parameters,
  maxRows: number | null,
  budget: EmbedBudget | null,
): string {
  return new ReadWriter(parameters, maxRows, budget).query(plan, source);
}

/** A query with one row per row of the plan, without its range. */
export function countedRowsSql(plan: ReadPlan, source: Source, parameters: Parameters): string {
  return `select 1 ${new ReadWriter(parameters, null, null).countedRows(plan, source)}`;
}

/**
 * Counts the rows of a plan without its range.
 *
 * @param maxCount where counting stops; null counts all rows
 */
export function countSql(
  plan: ReadPlan,
  source: Source,
  parameters: Parameters,
  maxCount: number | null,
): string {
  const rows = countedRowsSql(plan, source, parameters);
  return maxCount === null
    ? `select count(*) from (${rows}) as counted`
    : `select count(*) from (${rows} limit ${maxCount}) as counted`;
}
