import { errors } from '../errors.ts';
import type { Field, LogicTree, OrderTerm } from '../request/query-types.ts';
import type { Relation } from '../schema-cache/schema-cache.ts';
import { resolveField } from './fields.ts';
import type { Condition, EmbedPlan, PlannedField, PlannedOrder, ReadPlan } from './read-plan.ts';

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

export function planOrder(
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
