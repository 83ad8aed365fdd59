import { errors, type RestError } from '../errors.ts';
import type { CompiledRequest } from '../compile/compiled-request.ts';
import { BASE_PATH } from '../request/incoming.ts';
import { contentTypeOf } from '../request/media-types.ts';
import { appliedPreferences } from '../request/preferences.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { QueryResult } from '../run/query-result.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { RestResponse } from './rest-response.ts';
import { contentLocation } from './content-location.ts';
import { describeSchema, type Visible } from './openapi/describe-schema.ts';
import { overrideResponse } from './override.ts';

/** What the root's description says beyond what Postgres answered. */
interface DescribedPlace {
  readonly cache: SchemaCache;
  readonly headers: Readonly<Record<string, string>>;
}

function contentRange(lower: number, upper: number, total: number | null): string {
  const rows = total !== 0 && lower <= upper ? `${lower}-${upper}` : '*';
  return `${rows}/${total ?? '*'}`;
}

function countedTotal(request: ParsedRequest, rows: number): number | null {
  const { count } = request.preferences;
  return count === 'exact' || count === 'estimated' ? rows : null;
}

function contentHeaders(request: ParsedRequest, compiled: CompiledRequest): Record<string, string> {
  const type = { 'Content-Type': contentTypeOf(compiled.answer) };
  return request.sendsProfile ? { ...type, 'Content-Profile': request.schema } : type;
}

function preferenceHeader(
  request: ParsedRequest,
  kinds: Parameters<typeof appliedPreferences>[1],
): Record<string, string> {
  const applied = appliedPreferences(request.preferences, kinds);
  return applied === null ? {} : { 'Preference-Applied': applied };
}

/** Rows read; which part of them, and of how many. */
function renderRows(
  request: ParsedRequest,
  result: QueryResult,
): { status: number; range: string } {
  const lower = request.topOffset;
  const { page, total } = result;
  const range = contentRange(lower, lower + page - 1, total);
  if (total === null) return { status: 200, range };
  if (lower > total) {
    throw errors.range(
      `An offset of ${lower} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return { status: page < total ? 206 : 200, range };
}

function renderRead(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): RestResponse {
  const { status, range } = renderRows(request, result);
  return {
    status,
    headers: {
      'Content-Range': range,
      'Content-Location': contentLocation(compiled.name, request.query.parameters),
      ...contentHeaders(request, compiled),
      ...preferenceHeader(request, ['count', 'tx', 'handling', 'timezone']),
    },
    body: request.method === 'HEAD' ? null : result.body,
  };
}

function renderCall(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): RestResponse {
  const { status, range } = renderRows(request, result);
  const headers = {
    'Content-Range': range,
    ...preferenceHeader(request, ['count', 'tx', 'handling', 'timezone', 'maxAffected']),
  };
  if (compiled.returnsVoid) return { status: 204, headers, body: null };
  return {
    status,
    headers: { ...headers, ...contentHeaders(request, compiled) },
    body: request.method === 'HEAD' ? null : result.body,
  };
}

/** The root's answer: the schema's description. */
function renderDescription(
  request: ParsedRequest,
  compiled: CompiledRequest,
  { body }: QueryResult,
  { cache, headers }: DescribedPlace,
): RestResponse {
  const names = JSON.parse(body?.toString('utf8') ?? '{}') as Record<keyof Visible, string[]>;
  const visible = { relations: new Set(names.relations), routines: new Set(names.routines) };
  const { host = 'localhost', 'x-forwarded-proto': scheme = 'http' } = headers;
  const location = { scheme, host, basePath: BASE_PATH };
  const description = describeSchema(cache, request.schema, visible, location);
  return {
    status: 200,
    headers: contentHeaders(request, compiled),
    body: request.method === 'HEAD' ? null : JSON.stringify(description),
  };
}

function locationOf(name: string, pairs: readonly string[] | null): Record<string, string> {
  if (pairs === null || pairs.length === 0) return {};
  const query = new URLSearchParams();
  for (let index = 0; index < pairs.length; index += 2) {
    query.append(pairs[index] ?? '', pairs[index + 1] ?? '');
  }
  return { Location: `/${encodeURIComponent(name)}?${query.toString()}` };
}

function renderInsert(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): RestResponse {
  const { preferences } = request;
  const kinds = ['return', 'count', 'tx', 'missing', 'handling', 'timezone'] as const;
  const headers = {
    ...locationOf(compiled.name, result.location),
    'Content-Range': contentRange(1, 0, countedTotal(request, result.page)),
    ...preferenceHeader(request, compiled.hasConflictKey ? [...kinds, 'resolution'] : kinds),
  };
  const nothingNew =
    preferences.resolution === 'merge-duplicates' &&
    result.inserted !== null &&
    result.inserted <= 0;
  const status = nothingNew ? 200 : 201;
  if (preferences.return !== 'representation') return { status, headers, body: null };
  return {
    status,
    headers: { ...headers, ...contentHeaders(request, compiled) },
    body: result.body,
  };
}

function renderChange(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): RestResponse {
  const upper = compiled.action === 'update' ? result.page - 1 : 0;
  const lower = compiled.action === 'update' ? 0 : 1;
  const kinds = ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'] as const;
  const headers = {
    ...(compiled.action === 'upsert'
      ? {}
      : { 'Content-Range': contentRange(lower, upper, countedTotal(request, result.page)) }),
    ...preferenceHeader(request, compiled.action === 'update' ? [...kinds, 'missing'] : kinds),
  };
  if (request.preferences.return !== 'representation') {
    return { status: 204, headers, body: null };
  }
  const created = compiled.action === 'upsert' && (result.inserted ?? 0) > 0;
  return {
    status: created ? 201 : 200,
    headers: { ...headers, ...contentHeaders(request, compiled) },
    body: result.body,
  };
}

type Renderer = (
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
) => RestResponse;

const RENDERERS: Readonly<Record<Exclude<CompiledRequest['action'], 'describe'>, Renderer>> = {
  read: renderRead,
  call: renderCall,
  insert: renderInsert,
  update: renderChange,
  upsert: renderChange,
  delete: renderChange,
};

/**
 * The last step: what Postgres answered, as HTTP.
 *
 * @param place what a description of the schema says beyond what Postgres answered
 */
export function renderResult(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
  place: DescribedPlace,
): RestResponse {
  if (compiled.answer.kind === 'plan') {
    return { status: 200, headers: contentHeaders(request, compiled), body: result.body };
  }
  const { action } = compiled;
  const answer =
    action === 'describe'
      ? renderDescription(request, compiled, result, place)
      : RENDERERS[action](request, compiled, result);
  return overrideResponse(answer, result);
}

export function renderError(error: RestError): RestResponse {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.body.code}`,
      ...error.headers,
    },
    body: JSON.stringify(error.body),
    statusText: error.statusText,
  };
}
