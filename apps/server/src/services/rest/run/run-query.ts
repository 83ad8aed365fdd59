import { runBatch } from '../../../platform/database/caller-scope.ts';
import type { WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import type { ActingCaller, Setting } from '../../../platform/identity/caller-settings.ts';
import { errors } from '../errors.ts';
import type { RequestPlan } from '../plan/request-plan.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import { toIsolation } from '../schema-cache/schema-cache.ts';
import { bindParameters } from '../sql/parameters.ts';
import type { RequestQuery } from '../sql/request-query.ts';
import type { Statement } from '../sql/statement.ts';
import { plannedRows, toPlanResult, toResult, type QueryResult } from './query-result.ts';
import type { RunContext } from './run-context.ts';
import { toRunError } from './run-errors.ts';
import { shorterTimeout } from './time-limit.ts';

/** The settings that are applied after the role: those of the role and those of the request. */
function settingsAfterRole(
  { preferences: { timezone } }: ParsedRequest,
  plan: RequestPlan,
  roleSettings: ReadonlyMap<string, string> | undefined,
): Setting[] {
  const { maxTimeMs } = plan;
  const ownTimeout = plan.kind === 'call' ? plan.call.routine.statementTimeout : null;
  const timeout =
    maxTimeMs === null
      ? ownTimeout
      : shorterTimeout(ownTimeout ?? roleSettings?.get('statement_timeout'), maxTimeMs);
  return [
    ...(timezone === null ? [] : [['timezone', timezone] as const]),
    ...(roleSettings ?? []),
    ...(timeout === null ? [] : [['statement_timeout', timeout] as const]),
  ];
}

function toWireStatement(
  { text, sources }: Statement,
  request: ParsedRequest,
  role: string,
): WireStatement {
  return { text, parameters: bindParameters(sources, request.values), scope: role };
}

/**
 * Applies the planner's estimate, if row level security hides no rows. With `count=estimated` it applies
 * only beyond the row limit.
 */
function withEstimate(
  result: QueryResult,
  estimate: number,
  request: ParsedRequest,
  maxRows: number | null,
): QueryResult {
  if (!result.estimable) return result;
  if (request.preferences.count === 'planned') return { ...result, total: estimate };
  const counted = result.total ?? 0;
  const exceedsLimit = maxRows !== null && counted > maxRows;
  return { ...result, total: exceedsLimit ? Math.max(estimate, counted) : counted };
}

/**
 * Runs a request in one transaction, mostly in one round trip.
 *
 * @param signal aborts when the client disconnects
 * @throws RestError for all errors of the database
 */
export async function runQuery(
  acting: ActingCaller,
  request: ParsedRequest,
  plan: RequestPlan,
  query: RequestQuery,
  context: RunContext,
  signal: AbortSignal,
): Promise<QueryResult> {
  const { role } = acting.caller;
  const { preRequest, txEnd } = context;
  const roleSettings = context.cache.roleSettings.get(role);
  const ownIsolation = plan.kind === 'call' ? plan.call.routine.isolation : null;
  const { plannedCount } = query;
  try {
    const results = await runBatch(context.pool, {
      access: plan.readOnly ? 'read only' : 'read write',
      isolation: ownIsolation ?? toIsolation(roleSettings?.get('default_transaction_isolation')),
      acting,
      settingsBefore: [['search_path', context.searchPaths.get(request.schema) ?? '']],
      settingsAfter: settingsAfterRole(request, plan, roleSettings),
      statements: [
        ...(preRequest === null ? [] : [preRequest]),
        toWireStatement(query.statementFor(request.values), request, role),
        ...(plannedCount === null ? [] : [toWireStatement(plannedCount, request, role)]),
      ],
      end: request.preferences.tx ?? (txEnd === 'rollback' ? 'rollback' : 'commit'),
      sharesConnection: plan.kind !== 'call' && preRequest === null,
      signal,
    });
    const [rows = [], estimateRows] = preRequest === null ? results : results.slice(1);
    if (plan.mediaType.kind === 'plan') return toPlanResult(rows, plan.mediaType);
    const result = toResult(rows, plan.mediaType);
    if (plan.single && result.page !== 1) throw errors.notSingular(result.page);
    return estimateRows === undefined
      ? result
      : withEstimate(result, plannedRows(estimateRows), request, context.maxRows);
  } catch (error) {
    throw toRunError(error, role, plan, context) ?? error;
  }
}
