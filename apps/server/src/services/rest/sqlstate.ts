import type { DatabaseError } from '../../platform/database/wire/errors.ts';
import { failures, RestError } from './errors.ts';
import { isJsonObject, tryParseJson } from '../../platform/json.ts';

const BY_STATE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42883': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};

const BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Whether a function of the database ran into the error, and no value of the request. */
const isOfFunction = ({ context = '' }: DatabaseError): boolean => /\bfunction\b/.test(context);

function statusOf(error: DatabaseError, authenticated: boolean): number {
  const { code, message } = error;
  // A value nested or repeated too deeply is the request's fault, an endless recursion the function's.
  if (code.startsWith('54') && !isOfFunction(error)) return 400;
  if (code === '42501') return authenticated ? 403 : 401;
  // The extension pg-safeupdate speaks to the client; any other such error is a view's or function's fault.
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') {
    return message.startsWith('role') && message.endsWith('does not exist') ? 401 : 400;
  }
  // A function chose the status; what is no number is the function's own fault.
  if (code.startsWith('PT')) return /^\d{3}$/.test(code.slice(2)) ? Number(code.slice(2)) : 500;
  return BY_STATE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = tryParseJson(text);
  return isJsonObject(value) ? value : null;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** `raise sqlstate 'PGRST'`: the database decides the whole answer, in JSON. */
function raisedAnswer(error: DatabaseError): RestError {
  const message = parseObject(error.message);
  if (typeof message?.code !== 'string' || typeof message.message !== 'string') {
    return failures.raisedJson(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) {
    return failures.raisedJson('DETAIL is missing in the RAISE statement', detailHint);
  }
  const detail = parseObject(error.detail);
  const status = detail?.status;
  if (detail === null || !isStatus(status) || !isJsonObject(detail.headers)) {
    return failures.raisedJson(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
  }
  const headers = Object.entries(detail.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new RestError(status, message.code, message.message, {
    statusText: textOrNull(detail.status_text) ?? undefined,
    details: textOrNull(message.details),
    hint: textOrNull(message.hint),
    headers: Object.fromEntries(headers),
  });
}

/** A status that an HTTP answer with a body can have. */
export function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599;
}

/**
 * Maps what Postgres refused to the one answer it has.
 *
 * @param authenticated whether the caller brought a token of their own
 */
export function fromDatabaseError(error: DatabaseError, authenticated: boolean): RestError {
  if (error.code === 'PGRST') return raisedAnswer(error);
  const status = statusOf(error, authenticated);
  return new RestError(isStatus(status) ? status : 500, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    // The status of a raised PT code is called by the message.
    statusText: error.code.startsWith('PT') ? error.message : undefined,
    cause: error,
  });
}
