import type { EmbedPlan, ReadPlan } from '../plan/types.ts';
import { quoteIdentifier, quoteQualified } from './parameters.ts';

/** Where the rows of a plan come from. */
export interface Source {
  /** What stands after `from`; the rows are named by `aliasOf` the plan's depth. */
  readonly from: string;
  /** Column under which a mutation or call returns the whole row, for functions of a row. */
  readonly rowColumn: string | null;
}

/** Column of a common table expression that keeps the row itself, for functions of a row. */
export const ROW_COLUMN = '_row_of_relation';

export const aliasOf = (depth: number) => `t${depth}`;

export function relationSource(plan: ReadPlan): Source {
  return { from: `${quoteQualified(plan.relation)} as ${aliasOf(plan.depth)}`, rowColumn: null };
}

/** Where the embedded rows come from and what ties them to the parent's row. */
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
