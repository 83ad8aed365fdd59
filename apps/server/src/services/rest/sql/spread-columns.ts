import { hasAggregate, type PlannedColumn, type ReadPlan } from '../plan/read-plan.ts';

/** An item of a select list. */
export interface Item {
  readonly expression: string;
  readonly output: string;
  readonly aggregated: boolean;
}

export function cast(expression: string, type: string | null): string {
  return type === null ? expression : `cast(${expression} as ${type})`;
}

type OutputColumn = Pick<PlannedColumn, 'output' | 'aggregate' | 'aggregateCast'> & {
  readonly countsRows: boolean;
};

/** The columns that a spread adds to its parent, in the order of its select list. */
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

/** The parent computes the aggregates of a spread, so the spread itself only reads their input. */
export function withoutAggregates(plan: ReadPlan): ReadPlan {
  // Orders and conditions refer to embeds by identity, so a copy is made only if necessary.
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
