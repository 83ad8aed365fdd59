import type { Caller } from '../../platform/identity/caller.ts';
import { planRequest } from './plan/plan-request.ts';
import { parseRequest, type IncomingRequest } from './request/parse-request.ts';
import { renderOptions } from './response/render-options.ts';
import { renderResponse } from './response/render-response.ts';
import type { RestResponse } from './response/rest-response.ts';
import { runQuery } from './run/run-query.ts';
import type { SchemaSnapshot } from './schema-snapshot.ts';
import { toQuery } from './sql/request-query.ts';

/**
 * Responds to a request: parse → plan → SQL → database → response. Requests of the same shape share their
 * plan and SQL. Only `runQuery` uses the database.
 *
 * @param signal aborts when the client disconnects
 * @throws RestError
 */
export async function respond(
  incoming: IncomingRequest,
  caller: Caller,
  snapshot: SchemaSnapshot,
  signal: AbortSignal,
): Promise<RestResponse> {
  const { cache, planContext, runContext } = snapshot;
  const request = parseRequest(incoming, snapshot.rules);
  if (request.method === 'OPTIONS') return renderOptions(request, cache);
  const { plan, query } = snapshot.plans.getOrCreate(request.shape, () => {
    const created = planRequest(request, planContext);
    return { plan: created, query: toQuery(created, runContext) };
  });
  const acting = { caller, request: incoming };
  const result = await runQuery(acting, request, plan, query, runContext, signal);
  return renderResponse(request, plan, result, { cache, headers: incoming.headers });
}
