import { isJsonObject } from '../../../platform/json.ts';
import { failures, type RestError } from '../errors.ts';
import type { CompiledRequest } from '../plan/compiled-request.ts';
import { contentTypeOf } from '../request/media-types.ts';
import { appliedPreferences } from '../request/preferences.ts';
import type { ParsedRequest } from '../request/request.ts';
import type { QueryResult } from '../run.ts';
import { isStatus } from '../sqlstate.ts';
import { contentLocation } from './content-location.ts';

export interface Answer {
  readonly status: number;
  /** A list stands for a header that comes several times. */
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | string | null;
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
  return request.saysSchema ? { ...type, 'Content-Profile': request.schema } : type;
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
    throw failures.range(
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
): Answer {
  const { status, range } = renderRows(request, result);
  return {
    status,
    headers: {
      'Content-Range': range,
      'Content-Location': contentLocation(compiled.name, request.query.parameters),
      ...contentHeaders(request, compiled),
      ...preferenceHeader(request, ['count', 'transaction', 'handling', 'timezone']),
    },
    body: request.method === 'HEAD' ? null : result.body,
  };
}

function renderCall(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): Answer {
  const { status, range } = renderRows(request, result);
  const headers = {
    'Content-Range': range,
    ...preferenceHeader(request, ['count', 'transaction', 'handling', 'timezone', 'maxAffected']),
  };
  if (compiled.returnsVoid) return { status: 204, headers, body: null };
  return {
    status,
    headers: { ...headers, ...contentHeaders(request, compiled) },
    body: request.method === 'HEAD' ? null : result.body,
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
): Answer {
  const { preferences } = request;
  const kinds = ['return', 'count', 'transaction', 'missing', 'handling', 'timezone'] as const;
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
): Answer {
  const upper = compiled.action === 'update' ? result.page - 1 : 0;
  const lower = compiled.action === 'update' ? 0 : 1;
  const kinds = ['return', 'count', 'transaction', 'handling', 'timezone', 'maxAffected'] as const;
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

/** RFC 9110, section 5. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const HEADER_VALUE = /^[^\0\r\n]*$/;

/** Headers that the database set, as a list of objects with one key each. */
function databaseHeaders(text: string | null): Record<string, string[]> {
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw failures.gucHeaders();
  }
  if (!Array.isArray(value)) throw failures.gucHeaders();
  const headers = Object.create(null) as Record<string, string[]>;
  for (const entry of value as unknown[]) {
    const [pair, another] = isJsonObject(entry) ? Object.entries(entry) : [];
    if (pair === undefined || another !== undefined) throw failures.gucHeaders();
    const [name, given] = pair;
    if (typeof given !== 'string' || !HEADER_NAME.test(name) || !HEADER_VALUE.test(given)) {
      throw failures.gucHeaders();
    }
    // Node writes one byte a character; what is sent is UTF-8.
    (headers[name] ??= []).push(Buffer.from(given, 'utf8').toString('latin1'));
  }
  return headers;
}

function databaseStatus(text: string | null): number | null {
  if (text === null) return null;
  const status = /^\d+$/.test(text) ? Number(text) : null;
  if (!isStatus(status)) throw failures.gucStatus();
  return status;
}

/** The database's own status and headers win over ours. */
function override(answer: Answer, result: QueryResult): Answer {
  if (result.headers === null && result.status === null) return answer;
  const own = databaseHeaders(result.headers);
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(answer.headers).filter(([name]) => !replaced.has(name.toLowerCase()));
  return {
    ...answer,
    status: databaseStatus(result.status) ?? answer.status,
    headers: { ...Object.fromEntries(kept), ...own },
  };
}

const RENDERERS = {
  read: renderRead,
  call: renderCall,
  insert: renderInsert,
  update: renderChange,
  upsert: renderChange,
  delete: renderChange,
} as const;

/** The last step: what Postgres answered, as HTTP. */
export function renderResult(
  request: ParsedRequest,
  compiled: CompiledRequest,
  result: QueryResult,
): Answer {
  if (compiled.answer.kind === 'plan') {
    return { status: 200, headers: contentHeaders(request, compiled), body: result.body };
  }
  return override(RENDERERS[compiled.action](request, compiled, result), result);
}

export function renderError(error: RestError): Answer {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.body.code}`,
      ...error.headers,
    },
    body: JSON.stringify(error.body),
  };
}
