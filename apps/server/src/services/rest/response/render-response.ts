import { errors } from '../errors.ts';
import type { RelationMutationPlan, RequestPlan, RoutineCallPlan } from '../plan/request-plan.ts';
import { BASE_PATH } from '../request/incoming.ts';
import { contentTypeOf } from '../request/media-types.ts';
import { appliedPreferences } from '../request/preferences.ts';
import type { ParsedRequest } from '../request/parse-request.ts';
import type { QueryResult } from '../run/query-result.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import { contentLocation } from './content-location.ts';
import { describeSchema, type Visible } from './openapi/describe-schema.ts';
import { overrideResponse } from './override.ts';
import type { RestResponse } from './rest-response.ts';

type Headers = Record<string, string>;

/** What only the OpenAPI description needs. */
interface DescriptionContext {
  readonly cache: SchemaCache;
  /** The headers of the request. */
  readonly headers: Readonly<Headers>;
}

function contentRange(lower: number, upper: number, total: number | null): string {
  const rows = total !== 0 && lower <= upper ? `${lower}-${upper}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** The total of a mutation: the number of written rows, if a count was requested. */
function writtenTotal({ preferences: { count } }: ParsedRequest, rows: number): number | null {
  return count === 'exact' || count === 'estimated' ? rows : null;
}

function contentHeaders(request: ParsedRequest, plan: RequestPlan): Headers {
  const type = { 'Content-Type': contentTypeOf(plan.mediaType) };
  return request.sendsProfile ? { ...type, 'Content-Profile': request.schema } : type;
}

function preferenceHeader(
  request: ParsedRequest,
  kinds: Parameters<typeof appliedPreferences>[1],
): Headers {
  const applied = appliedPreferences(request.preferences, kinds);
  return applied === null ? {} : { 'Preference-Applied': applied };
}

/** A response with a body and its content headers. */
function withBody(
  request: ParsedRequest,
  plan: RequestPlan,
  response: Omit<RestResponse, 'body'>,
  body: RestResponse['body'],
): RestResponse {
  return {
    ...response,
    headers: { ...response.headers, ...contentHeaders(request, plan) },
    body: request.method === 'HEAD' ? null : body,
  };
}

/** @throws RestError PGRST103 when the offset exceeds the total */
function rangeOf(request: ParsedRequest, { page, total }: QueryResult) {
  const lower = request.topOffset;
  const range = { 'Content-Range': contentRange(lower, lower + page - 1, total) };
  if (total === null) return { status: 200, range };
  if (lower > total) {
    throw errors.range(
      `An offset of ${lower} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return { status: page < total ? 206 : 200, range };
}

function renderRead(request: ParsedRequest, plan: RequestPlan, result: QueryResult): RestResponse {
  const { status, range } = rangeOf(request, result);
  const headers = {
    ...range,
    'Content-Location': contentLocation(plan.name, request.query.parameters),
    ...preferenceHeader(request, ['count', 'tx', 'handling', 'timezone']),
  };
  return withBody(request, plan, { status, headers }, result.body);
}

function renderCall(
  request: ParsedRequest,
  plan: RoutineCallPlan,
  result: QueryResult,
): RestResponse {
  const { status, range } = rangeOf(request, result);
  const headers = {
    ...range,
    ...preferenceHeader(request, ['count', 'tx', 'handling', 'timezone', 'maxAffected']),
  };
  if (plan.call.routine.returns === 'void') return { status: 204, headers, body: null };
  return withBody(request, plan, { status, headers }, result.body);
}

function renderDescription(
  request: ParsedRequest,
  plan: RequestPlan,
  { body }: QueryResult,
  { cache, headers }: DescriptionContext,
): RestResponse {
  const names = JSON.parse(body?.toString('utf8') ?? '{}') as Record<keyof Visible, string[]>;
  const visible = { relations: new Set(names.relations), routines: new Set(names.routines) };
  const { host = 'localhost', 'x-forwarded-proto': scheme = 'http' } = headers;
  const location = { scheme, host, basePath: BASE_PATH };
  const description = describeSchema(cache, request.schema, visible, location);
  return withBody(request, plan, { status: 200, headers: {} }, JSON.stringify(description));
}

function locationHeader(name: string, pairs: readonly string[] | null): Headers {
  if (pairs === null || pairs.length === 0) return {};
  const query = new URLSearchParams();
  for (let index = 0; index < pairs.length; index += 2) {
    query.append(pairs[index] ?? '', pairs[index + 1] ?? '');
  }
  return { Location: `/${encodeURIComponent(name)}?${query.toString()}` };
}

function renderInsert(
  request: ParsedRequest,
  plan: RelationMutationPlan,
  result: QueryResult,
): RestResponse {
  const { preferences } = request;
  const kinds = ['return', 'count', 'tx', 'missing', 'handling', 'timezone'] as const;
  const headers = {
    ...locationHeader(plan.name, result.location),
    'Content-Range': contentRange(1, 0, writtenTotal(request, result.page)),
    ...preferenceHeader(request, plan.hasConflictKey ? [...kinds, 'resolution'] : kinds),
  };
  const hasOnlyUpdates =
    preferences.resolution === 'merge-duplicates' &&
    result.inserted !== null &&
    result.inserted <= 0;
  const status = hasOnlyUpdates ? 200 : 201;
  if (!plan.withBody) return { status, headers, body: null };
  return withBody(request, plan, { status, headers }, result.body);
}

function renderChange(
  request: ParsedRequest,
  plan: RelationMutationPlan,
  result: QueryResult,
): RestResponse {
  const { action } = plan;
  const kinds = ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'] as const;
  const [lower, upper] = action === 'update' ? [0, result.page - 1] : [1, 0];
  const range = contentRange(lower, upper, writtenTotal(request, result.page));
  const headers = {
    ...(action === 'upsert' ? {} : { 'Content-Range': range }),
    ...preferenceHeader(request, action === 'update' ? [...kinds, 'missing'] : kinds),
  };
  if (!plan.withBody) return { status: 204, headers, body: null };
  const isCreated = action === 'upsert' && (result.inserted ?? 0) > 0;
  return withBody(request, plan, { status: isCreated ? 201 : 200, headers }, result.body);
}

function render(
  request: ParsedRequest,
  plan: RequestPlan,
  result: QueryResult,
  context: DescriptionContext,
): RestResponse {
  switch (plan.kind) {
    case 'description':
      return renderDescription(request, plan, result, context);
    case 'read':
      return renderRead(request, plan, result);
    case 'call':
      return renderCall(request, plan, result);
    case 'mutation':
      return plan.action === 'insert'
        ? renderInsert(request, plan, result)
        : renderChange(request, plan, result);
  }
}

/**
 * Renders the result of a request as an HTTP response.
 *
 * @throws RestError PGRST103, PGRST111, PGRST112
 */
export function renderResponse(
  request: ParsedRequest,
  plan: RequestPlan,
  result: QueryResult,
  context: DescriptionContext,
): RestResponse {
  if (plan.mediaType.kind === 'plan') {
    return { status: 200, headers: contentHeaders(request, plan), body: result.body };
  }
  return overrideResponse(render(request, plan, result, context), result);
}
