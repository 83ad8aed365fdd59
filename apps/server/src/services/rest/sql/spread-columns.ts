import { hasAggregate, type PlannedColumn, type ReadPlan } from '../plan/types.ts';

/** One thing in a select list. */
export interface Item {
  readonly expression: string;
  /** The name in the answer. */
  readonly output: string;
  readonly aggregated: boolean;
}

export function cast(expression: string, type: string | null): string {
  return type === null ? expression : `cast(${expression} as ${type})`;
}

type OutputColumn = Pick<PlannedColumn, 'output' | 'aggregate' | 'aggregateCast'> & {
  readonly countsRows: boolean;
};

/** What a spread brings to its parent, in the order of its select list. */
export function outputColumns(plan: ReadPlan): OutputColumn[] {
  const plain = { aggregate: null, aggregateCast: null, countsRows: false };
  const columns = plan.columns === 'all' ? [] : plan.columns;
  return [
    ...columns.map((column) => ({ ...column, countsRows: column.field === null })),
    ...plan.embeds
      .filter((embed) => !embed.hidden)
      .flatMap((embed) => {
        if (!embed.spread) return [{ ...plain, output: embed.output }];
        const inner = outputColumns(embed.read);
        return embed.toOne ? inner : inner.map(({ output }) => ({ ...plain, output }));
      }),
  ];
}

/** Aggregates of a spread are the parent's to compute; below, only their input is read. */
export function withoutAggregates(plan: ReadPlan): ReadPlan {
  // Its order and conditions name its embeds, which a copy would not have.
  if (!hasAggregate(plan)) return plan;
  return {
    ...plan,
    columns:
      plan.columns === 'all'
        ? 'all'
        : plan.columns.map((column) => ({ ...column, aggregate: null, aggregateCast: null })),
    embeds: plan.embeds.map((embed) =>
      embed.spread && embed.toOne ? { ...embed, read: withoutAggregates(embed.read) } : embed,
    ),
  };
}

export function spreadItem(value: string, column: OutputColumn, alias: string): Item {
  if (column.aggregate === null) {
    return { expression: value, output: column.output, aggregated: false };
  }
  const input = column.countsRows ? `${alias}.found` : value;
  const expression = cast(`${column.aggregate}(${input})`, column.aggregateCast);
  return { expression, output: column.output, aggregated: true };
}
