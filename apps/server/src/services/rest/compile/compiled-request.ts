import { errors } from '../errors.ts';
import type { PlanContext } from '../plan/read-plan.ts';
import type { MediaType } from '../request/media-types.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { LogicTree, Operation } from '../request/query-types.ts';
import {
  qualifiedName,
  type Isolation,
  type Relation,
  type SchemaCache,
} from '../schema-cache/schema-cache.ts';
import { findSimilarName } from '../similar-name.ts';
import type { Guards } from '../sql/guards.ts';
import type { Statement, StatementOptions } from '../sql/statement.ts';

/** A request's shape made ready: what to send to Postgres, and what to make of its answer. */
export interface CompiledRequest {
  readonly action: 'describe' | 'read' | 'insert' | 'update' | 'upsert' | 'delete' | 'call';
  /** The statement for a request with these values; nearly always the same for all. */
  readonly statementFor: (values: ParsedRequest['values']) => Statement;
  readonly plannedCount: Statement | null;
  readonly readOnly: boolean;
  readonly answer: MediaType;
  /** The relation's or function's name. */
  readonly name: string;
  /** One row must come out, checked after a statement that changes nothing. */
  readonly single: boolean;
  readonly hasConflictKey: boolean;
  readonly returnsVoid: boolean;
  /** A function's own statement timeout. */
  readonly statementTimeout: string | null;
  /** A function's own isolation level. */
  readonly isolation: Isolation | null;
  /** Beyond this the statement ends, whatever longer time the role has. */
  readonly maxTimeMs: number | null;
}

/** What few requests have; those that do say so after it. */
export const DEFAULTS = {
  plannedCount: null,
  single: false,
  hasConflictKey: false,
  returnsVoid: false,
  statementTimeout: null,
  isolation: null,
} as const;

export interface CompileContext extends PlanContext {
  /** See `Guards`. */
  readonly marker: string;
}

/** @throws RestError PGRST205 */
export function findRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = cache.relations.get(qualifiedName(schema, name));
  if (relation !== undefined) return relation;
  const names = [...cache.relations.values()]
    .filter((candidate) => candidate.schema === schema)
    .map((candidate) => candidate.name);
  throw errors.tableNotFound(schema, name, findSimilarName(name, names, 0.75));
}

export function checkPreferences({ preferences }: ParsedRequest): void {
  if (preferences.handling === 'strict' && preferences.invalid.length > 0) {
    throw errors.preferences(preferences.invalid);
  }
}

export function isSingle(answer: MediaType): boolean {
  return answer.kind === 'json' && answer.single;
}

export function maxAffectedOf({ preferences }: ParsedRequest): number | null {
  return preferences.handling === 'strict' ? preferences.maxAffected : null;
}

export function statementOptions(
  request: ParsedRequest,
  context: CompileContext,
  answer: MediaType,
  guards: Omit<Guards, 'marker'>,
  withBody: boolean,
): StatementOptions {
  return {
    mediaType: answer,
    count: request.preferences.count,
    maxRows: context.settings.maxRows,
    maxBytes: context.settings.maxResponseBytes,
    guards: { marker: context.marker, ...guards },
    withBody,
  };
}

/** How long a statement may look for patterns: each row may cost as much as a whole request. */
const PATTERN_TIME_MS = 1_000;

function looksForPattern(tree: LogicTree): boolean {
  if (tree.kind === 'group') return tree.children.some(looksForPattern);
  return isPattern(tree.filter.operation);
}

function isPattern(operation: Operation): boolean {
  return (
    operation.kind === 'compare' &&
    (operation.operator === 'match' || operation.operator === 'imatch')
  );
}

export function maxTimeMsOf({ query }: ParsedRequest): number | null {
  const patterns =
    query.filters.some(({ parsed }) => isPattern(parsed.operation)) ||
    query.logic.some(({ value }) => looksForPattern(value));
  return patterns ? PATTERN_TIME_MS : null;
}

export const NO_GUARDS = { single: false, maxAffected: null, put: false };
