import { isJsonObject, tryParseJson } from '../../../platform/json.ts';
import { failures } from '../errors.ts';
import type { QueryResult } from '../run/query-result.ts';
import { isStatus } from '../sqlstate.ts';
import type { Answer } from './answer.ts';

/** RFC 9110, section 5. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const HEADER_VALUE = /^[^\0\r\n]*$/;

/** Headers that the database set, as a list of objects with one key each. */
function databaseHeaders(text: string | null): Record<string, string[]> {
  if (text === null) return {};
  const value = tryParseJson(text);
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
export function override(answer: Answer, result: QueryResult): Answer {
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
