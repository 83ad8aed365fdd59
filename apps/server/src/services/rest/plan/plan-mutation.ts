import { errors } from '../errors.ts';
import { parseColumnList } from '../request/parse-names.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import type { Column, Relation } from '../schema-cache/schema-cache.ts';
import { checkPreferences, isSingle, maxAffectedOf, planCommon } from './common-plan.ts';
import { findRelation } from './find-relation.ts';
import type { InsertPlan, MutationPlan, RowsSource } from './mutation-plan.ts';
import { planCondition } from './plan-conditions.ts';
import { planRead } from './plan-read.ts';
import type { Condition, PlanContext } from './read-plan.ts';
import { toReadQuery } from './read-query.ts';
import type { RelationMutationPlan } from './request-plan.ts';

const ACTIONS = { POST: 'insert', PUT: 'upsert', PATCH: 'update', DELETE: 'delete' } as const;
type MutationMethod = keyof typeof ACTIONS;

function writtenColumns({ query, payload }: ParsedRequest, relation: Relation): Column[] {
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

/** Conditions at the root select the rows to write. Conditions of embeds filter the response. */
function splitConditions(request: ParsedRequest, relation: Relation) {
  const query = toReadQuery(request.query, request.ranges);
  const isRoot = ({ path }: { path: readonly string[] }) => path.length === 0;
  const where = query.conditions
    .filter(isRoot)
    .map(({ value }) => planCondition(relation, [], value, 0));
  const conditions = query.conditions.filter((condition) => !isRoot(condition));
  return { where, query: { ...query, conditions } };
}

/** @throws RestError PGRST105, PGRST114 */
function checkPut({ query }: ParsedRequest, relation: Relation): void {
  if (query.ranges.length > 0) throw errors.putLimit();
  const keys = new Set(query.filters.map(({ key }) => key));
  const isPrimaryKey =
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
  if (!isPrimaryKey) throw errors.putFilters();
}

function conflictOf(request: ParsedRequest, relation: Relation): InsertPlan['conflict'] {
  const { resolution } = request.preferences;
  const { onConflict } = request.query;
  const columns =
    onConflict === null ? relation.primaryKey : parseColumnList(onConflict, 'on_conflict');
  for (const name of columns) {
    if (!relation.columns.has(name)) throw errors.undefinedColumn(relation.name, name, []);
  }
  if (request.method === 'PUT') {
    return { columns: relation.primaryKey, resolution: 'merge-duplicates' };
  }
  return resolution === null ? null : { columns, resolution };
}

function planWrite(
  request: ParsedRequest,
  relation: Relation,
  where: readonly Condition[],
): MutationPlan {
  if (request.method === 'DELETE') return { kind: 'delete', relation, where };
  if (request.method === 'PATCH') {
    return { kind: 'update', relation, where, rows: rowsSource(request, relation) };
  }
  const conflict = conflictOf(request, relation);
  const rows = rowsSource(request, relation);
  return { kind: 'insert', relation, rows, conflict, where: request.method === 'PUT' ? where : [] };
}

/** @throws RestError */
export function planMutation(
  request: ParsedRequest,
  method: MutationMethod,
  name: string,
  context: PlanContext,
): RelationMutationPlan {
  const relation = findRelation(context.cache, request.schema, name);
  if (method === 'PUT') checkPut(request, relation);
  const { query, where } = splitConditions(request, relation);
  const read = planRead(context, relation, query, { expandStar: true });
  const mutation = planWrite(request, relation, where);
  // As in PostgREST, a mutation checks the preferences before the media type.
  checkPreferences(request);
  const common = planCommon(request, relation, query, context);
  const returned = request.preferences.return;
  return {
    ...common,
    kind: 'mutation',
    action: ACTIONS[method],
    name,
    mutation,
    read,
    readOnly: false,
    withBody: returned === 'representation',
    withLocation: method === 'POST' && returned === 'headers-only',
    hasConflictKey: relation.primaryKey.length > 0 || request.query.onConflict !== null,
    guards: {
      // Applies to every `return` preference: other numbers of rows are rolled back.
      single: isSingle(common.mediaType) && method !== 'PUT',
      maxAffected: method === 'PATCH' || method === 'DELETE' ? maxAffectedOf(request) : null,
      put: method === 'PUT',
    },
  };
}
