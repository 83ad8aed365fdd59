import type { ReadPlan } from '../plan/read-plan.ts';
import type { Relation } from '../schema-cache/schema-cache.ts';
import { quoteQualified } from '../sql-text.ts';
import type { Parameters } from './parameters.ts';

const BYPASSES_POLICIES =
  '(select rolbypassrls or rolsuper from pg_roles where rolname = current_user)';

type Involved = Pick<Relation, 'schema' | 'name' | 'isView'>;

function involvedIn(plan: ReadPlan): Involved[] {
  return [
    plan.relation,
    ...plan.embeds.flatMap(({ read, relationship }) => [
      ...involvedIn(read),
      ...(relationship.kind === 'key' && relationship.junction !== null
        ? [relationship.junction]
        : []),
    ]),
  ];
}

/**
 * A condition that is true when row level security may hide rows from the caller. The tables behind a
 * view are unknown here, so rows of a view may always be hidden.
 */
export function hiddenRowsTest(plan: ReadPlan, parameters: Parameters): string {
  const involved = involvedIn(plan);
  if (involved.some(({ isView }) => isView)) return `not ${BYPASSES_POLICIES}`;
  const names = new Set(involved.map((relation) => quoteQualified(relation)));
  const tests = [...names].map((name) => `row_security_active(${parameters.constant(name)}::text)`);
  return `(${tests.join(' or ')})`;
}
