import type { DatabaseError } from '../../platform/database/wire/errors.ts';
import { errors, RestError } from './errors.ts';
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

/** Whether the error was raised inside a database function. */
const isRaisedInFunction = ({ context = '' }: DatabaseError): boolean =>
  /\bfunction\b/.test(context);

function statusOf(error: DatabaseError, authenticated: boolean): number {
  const { code, message } = error;
  // Class 54 (limit exceeded): outside functions the request's values are the cause.
  if (code.startsWith('54') && !isRaisedInFunction(error)) return 400;
  if (code === '42501') return authenticated ? 403 : 401;
  // pg-safeupdate raises 21000 for a request without a filter. Views and functions cause all others.
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') {
    return message.startsWith('role') && message.endsWith('does not exist') ? 401 : 400;
  }
  // `PTxyz`: the function chose the status. An invalid number is an error of the function.
  if (code.startsWith('PT')) return /^\d{3}$/.test(code.slice(2)) ? Number(code.slice(2)) : 500;
  return BY_STATE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = tryParseJson(text);
  return isJsonObject(value) ? value : null;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** `raise sqlstate 'PGRST'`: the function describes the whole response in JSON. */
function raisedResponse(error: DatabaseError): RestError {
  const message = parseObject(error.message);
  if (typeof message?.code !== 'string' || typeof message.message !== 'string') {
    return errors.raisedJson(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) {
    return errors.raisedJson('DETAIL is missing in the RAISE statement', detailHint);
  }
  const detail = parseObject(error.detail);
  const status = detail?.status;
  if (detail === null || !isStatus(status) || !isJsonObject(detail.headers)) {
    return errors.raisedJson(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
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

/** Whether a value is a valid status for a response with a body. */
export function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599;
}

/**
 * Maps an error of Postgres to an error response.
 *
 * @param authenticated whether the caller is not anonymous; decides between 401 and 403
 */
export function fromDatabaseError(error: DatabaseError, authenticated: boolean): RestError {
  if (error.code === 'PGRST') return raisedResponse(error);
  const status = statusOf(error, authenticated);
  return new RestError(isStatus(status) ? status : 500, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    // PostgREST uses the message of a `PTxyz` error as the reason phrase.
    statusText: error.code.startsWith('PT') ? error.message : undefined,
    cause: error,
  });
}
