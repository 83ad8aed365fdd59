import { isJsonObject, tryParseJson } from '../../../platform/json.ts';
import { errors } from '../errors.ts';
import type { QueryResult } from '../run/query-result.ts';
import { isStatus } from '../sqlstate.ts';
import type { RestResponse } from './rest-response.ts';

/** RFC 9110, section 5. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const HEADER_VALUE = /^[^\0\r\n]*$/;

/** Parses `response.headers`: an array of objects with one key each. */
function databaseHeaders(text: string | null): Record<string, string[]> {
  if (text === null) return {};
  const value = tryParseJson(text);
  if (!Array.isArray(value)) throw errors.gucHeaders();
  const headers = Object.create(null) as Record<string, string[]>;
  for (const entry of value as unknown[]) {
    const [pair, another] = isJsonObject(entry) ? Object.entries(entry) : [];
    if (pair === undefined || another !== undefined) throw errors.gucHeaders();
    const [name, given] = pair;
    if (typeof given !== 'string' || !HEADER_NAME.test(name) || !HEADER_VALUE.test(given)) {
      throw errors.gucHeaders();
    }
    // Node writes headers as Latin-1. The header is sent as UTF-8.
    (headers[name] ??= []).push(Buffer.from(given, 'utf8').toString('latin1'));
  }
  return headers;
}

function databaseStatus(text: string | null): number | null {
  if (text === null) return null;
  const status = /^\d+$/.test(text) ? Number(text) : null;
  if (!isStatus(status)) throw errors.gucStatus();
  return status;
}

/**
 * Applies the status and the headers that the database set.
 *
 * @throws RestError PGRST111, PGRST112
 */
export function overrideResponse(response: RestResponse, result: QueryResult): RestResponse {
  if (result.headers === null && result.status === null) return response;
  const own = databaseHeaders(result.headers);
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(response.headers).filter(
    ([name]) => !replaced.has(name.toLowerCase()),
  );
  return {
    ...response,
    status: databaseStatus(result.status) ?? response.status,
    headers: { ...Object.fromEntries(kept), ...own },
  };
}
