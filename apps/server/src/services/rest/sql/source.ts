import type { EmbedPlan, ReadPlan } from '../plan/read-plan.ts';
import { quoteIdentifier, quoteQualified } from '../sql-text.ts';

/** The row source of a plan. */
export interface Source {
  /** The `from` clause. Its alias is `aliasOf` the plan's depth. */
  readonly from: string;
  /** The column with the whole row of a mutation or call, for functions of a row. */
  readonly rowColumn: string | null;
}

export const ROW_COLUMN = '_row_of_relation';

export const aliasOf = (depth: number) => `t${depth}`;

export function relationSource(plan: ReadPlan): Source {
  return { from: `${quoteQualified(plan.relation)} as ${aliasOf(plan.depth)}`, rowColumn: null };
}

/** The row source of an embed, and the conditions that join it to its parent. */
export function embedSource(
  parent: ReadPlan,
  embed: EmbedPlan,
  parentSource: Source,
): { source: Source; conditions: string[] } {
  const { relationship } = embed;
  const own = aliasOf(parent.depth);
  const other = aliasOf(embed.read.depth);
  if (relationship.kind === 'computed') {
    const row =
      parentSource.rowColumn === null
        ? `${own}.*`
        : `${own}.${quoteIdentifier(parentSource.rowColumn)}`;
    const from = `${quoteQualified(relationship.function)}(${row}) as ${other}`;
    return { source: { from, rowColumn: null }, conditions: [] };
  }
  const equal = (left: string, leftName: string, right: string, rightName: string) =>
    `${left}.${quoteIdentifier(leftName)} = ${right}.${quoteIdentifier(rightName)}`;
  const target = `${quoteQualified(relationship.target)} as ${other}`;
  const { junction } = relationship;
  if (junction === null) {
    const conditions = relationship.pairs.map(([mine, theirs]) => equal(other, theirs, own, mine));
    return { source: { from: target, rowColumn: null }, conditions };
  }
  const middle = `j${embed.read.depth}`;
  const from = `${target} cross join ${quoteQualified(junction)} as ${middle}`;
  return {
    source: { from, rowColumn: null },
    conditions: [
      ...junction.targetPairs.map(([theirs, via]) => equal(middle, via, other, theirs)),
      ...junction.originPairs.map(([mine, via]) => equal(middle, via, own, mine)),
    ],
  };
}
