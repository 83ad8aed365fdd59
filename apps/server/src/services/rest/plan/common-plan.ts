import { errors } from '../errors.ts';
import type { MediaType } from '../request/media-types.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import type { LogicTree, Operation } from '../request/query-types.ts';
import type { DatabaseName } from '../sql-text.ts';
import { negotiate } from './negotiate.ts';
import type { PlanContext } from './read-plan.ts';
import { selectsWholeRows, type ReadQuery } from './read-query.ts';
import type { RowGuards } from './request-plan.ts';

/** Pattern filters may take long for each row, so their statements have a short timeout. */
const MAX_PATTERN_TIME_MS = 1_000;

export const NO_GUARDS: RowGuards = { single: false, maxAffected: null, put: false };

function isPattern(operation: Operation): boolean {
  return (
    operation.kind === 'compare' &&
    (operation.operator === 'match' || operation.operator === 'imatch')
  );
}

function containsPattern(tree: LogicTree): boolean {
  if (tree.kind === 'group') return tree.children.some(containsPattern);
  return isPattern(tree.filter.operation);
}

function maxTimeMsOf({ query }: ParsedRequest): number | null {
  const hasPattern =
    query.filters.some(({ parsed }) => isPattern(parsed.operation)) ||
    query.logic.some(({ value }) => containsPattern(value));
  return hasPattern ? MAX_PATTERN_TIME_MS : null;
}

export function isSingle(mediaType: MediaType): boolean {
  return mediaType.kind === 'json' && mediaType.single;
}

export function maxAffectedOf({ preferences }: ParsedRequest): number | null {
  return preferences.handling === 'strict' ? preferences.maxAffected : null;
}

/** @throws RestError PGRST122 */
export function checkPreferences({ preferences }: ParsedRequest): void {
  if (preferences.handling === 'strict' && preferences.invalid.length > 0) {
    throw errors.preferences(preferences.invalid);
  }
}

/**
 * Negotiates the media type of a relation or function, checks the preferences, and returns what all plans have.
 *
 * @throws RestError PGRST107, PGRST122
 */
export function planCommon(
  request: ParsedRequest,
  { schema, name }: DatabaseName,
  query: ReadQuery,
  context: PlanContext,
) {
  const resource = { schema, name, isWhole: selectsWholeRows(query) };
  const mediaType = negotiate(request.accept, resource, context);
  checkPreferences(request);
  return {
    mediaType,
    count: request.preferences.count,
    maxTimeMs: maxTimeMsOf(request),
    withBody: request.method !== 'HEAD' || mediaType.kind === 'plan',
    guards: NO_GUARDS,
    single: false,
  } as const;
}
