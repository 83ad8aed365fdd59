import type { ReadPlan } from '../plan/types.ts';
import type { Relation } from '../schema-cache/types.ts';
import { quoteQualified, type Parameters } from './parameters.ts';

const SEES_EVERYTHING =
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
 * Holds where policies may hide rows of what is read from the caller. What a
 * view reads is not known here, so its rows always may be hidden.
 */
export function hiddenRowsTest(plan: ReadPlan, parameters: Parameters): string {
  const involved = involvedIn(plan);
  if (involved.some(({ isView }) => isView)) return `not ${SEES_EVERYTHING}`;
  const names = new Set(involved.map((relation) => quoteQualified(relation)));
  const tests = [...names].map((name) => `row_security_active(${parameters.constant(name)}::text)`);
  return `(${tests.join(' or ')})`;
}
