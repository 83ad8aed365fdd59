import { errors } from '../errors.ts';
import { parseColumnList } from '../request/parse-names.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { Column, Relation } from '../schema-cache/schema-cache.ts';
import type { MutationPlan, RowsSource } from '../plan/mutation-plan.ts';
import { negotiate } from '../plan/negotiate.ts';
import { isWhole, planCondition, planRead, toReadRequest } from '../plan/plan-read.ts';
import type { Condition } from '../plan/read-plan.ts';
import { mutationStatement } from '../sql/mutation-statement.ts';
import {
  checkPreferences,
  findRelation,
  isSingle,
  maxAffectedOf,
  maxTimeMsOf,
  statementOptions,
  DEFAULTS,
  type CompileContext,
  type CompiledRequest,
} from './compiled-request.ts';

function writtenColumns(request: ParsedRequest, relation: Relation): Column[] {
  const { query, payload } = request;
  const names =
    query.columns === null ? (payload?.keys ?? []) : parseColumnList(query.columns, 'columns');
  return names.map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw errors.columnNotFound(relation.name, name);
    return column;
  });
}

function rowsSource(request: ParsedRequest, relation: Relation): RowsSource {
  const { payload, payloadSlot, preferences } = request;
  if (payload === null || payloadSlot === null) throw errors.invalidJson();
  return {
    slot: payloadSlot,
    form: payload.form === 'array' ? 'array' : 'object',
    columns: writtenColumns(request, relation),
    applyDefaults: preferences.missing === 'default',
    empty: payload.empty,
  };
}

/** Of a write, the conditions at the root choose what is written; the rest is for reading it back. */
function splitConditions(request: ParsedRequest, relation: Relation) {
  const all = toReadRequest(request.query, request.ranges);
  const isRoot = ({ path }: { path: readonly string[] }) => path.length === 0;
  const where = all.conditions
    .filter(isRoot)
    .map(({ value }) => planCondition(relation, [], value, 0));
  return { where, read: { ...all, conditions: all.conditions.filter((part) => !isRoot(part)) } };
}

/** @throws RestError PGRST105, PGRST114 */
function checkPut(request: ParsedRequest, relation: Relation): void {
  const { query } = request;
  if (query.ranges.length > 0) throw errors.putLimit();
  const keys = new Set(query.filters.map(({ key }) => key));
  const complete =
    query.logic.length === 0 &&
    relation.primaryKey.length > 0 &&
    keys.size === relation.primaryKey.length &&
    relation.primaryKey.every((name) => keys.has(name)) &&
    query.filters.every(
      ({ parsed: { negated, operation } }) =>
        !negated &&
        operation.kind === 'compare' &&
        operation.operator === 'eq' &&
        operation.quantifier === null,
    );
  if (!complete) throw errors.putFilters();
}

function conflictOf(request: ParsedRequest, relation: Relation) {
  const { resolution } = request.preferences;
  const { onConflict } = request.query;
  const columns =
    onConflict === null ? relation.primaryKey : parseColumnList(onConflict, 'on_conflict');
  for (const name of columns) {
    if (!relation.columns.has(name)) throw errors.undefinedColumn(relation.name, name, []);
  }
  if (request.method === 'PUT') {
    return { columns: relation.primaryKey, resolution: 'merge-duplicates' as const };
  }
  return resolution === null ? null : { columns, resolution };
}

function planMutation(
  request: ParsedRequest,
  relation: Relation,
  where: readonly Condition[],
): MutationPlan {
  switch (request.method) {
    case 'DELETE':
      return { kind: 'delete', relation, where };
    case 'PATCH':
      return { kind: 'update', relation, where, rows: rowsSource(request, relation) };
    default: {
      const conflict = conflictOf(request, relation);
      const rows = rowsSource(request, relation);
      const rowFits = request.method === 'PUT' ? where : [];
      return { kind: 'insert', relation, rows, conflict, where: rowFits };
    }
  }
}

const MUTATION_ACTIONS = {
  POST: 'insert',
  PUT: 'upsert',
  PATCH: 'update',
  DELETE: 'delete',
} as const;

/** A write to a relation, and what is read of the rows written. */
export function compileMutation(
  request: ParsedRequest,
  method: keyof typeof MUTATION_ACTIONS,
  name: string,
  context: CompileContext,
): CompiledRequest {
  const relation = findRelation(context.cache, request.schema, name);
  if (method === 'PUT') checkPut(request, relation);
  const { read, where } = splitConditions(request, relation);
  const plan = planRead(context, relation, read, { expandStar: true });
  const mutation = planMutation(request, relation, where);
  checkPreferences(request);
  const answered = { schema: relation.schema, name, isWhole: isWhole(read) };
  const answer = negotiate(request.accept, answered, context);
  const { preferences } = request;
  const withBody = preferences.return === 'representation';
  const merges = mutation.kind === 'insert' && mutation.conflict?.resolution === 'merge-duplicates';
  const guards = {
    // Whatever is answered: what wrote more or less than one row is undone.
    single: isSingle(answer) && method !== 'PUT',
    maxAffected: method === 'PATCH' || method === 'DELETE' ? maxAffectedOf(request) : null,
    put: method === 'PUT',
  };
  const options = statementOptions(request, context, answer, guards, withBody);
  const statement = mutationStatement(mutation, plan, {
    ...options,
    withLocation: method === 'POST' && preferences.return === 'headers-only',
    countInserted: merges,
  });
  return {
    ...DEFAULTS,
    action: MUTATION_ACTIONS[method],
    statementFor: () => statement,
    readOnly: false,
    answer,
    name,
    hasConflictKey: relation.primaryKey.length > 0 || request.query.onConflict !== null,
    maxTimeMs: maxTimeMsOf(request),
  };
}
