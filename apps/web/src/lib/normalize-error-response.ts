import { readBackendError } from './backend-error.ts';
import { errorSentence } from './error-sentences.ts';
import { m } from '../paraglide/messages.js';

/** Messages for an error page of a proxy in front of the backend. */
const MESSAGES_BY_STATUS: Partial<Record<number, string>> = {
  413: m.error_this_is_too_large_to_send(),
  429: m.error_too_many_requests(),
};
const UNAVAILABLE = m.error_beaconpay_isnt_available_right_now();
const MAX_SECONDS_SHOWN = 90;

/**
 * Replaces the message of an error response with the sentence that screens show. No client of the backend reads
 * headers of an error: Retry-After becomes part of the sentence, and the total of Content-Range becomes a value.
 */
export function normalizeErrorResponse(response: Response, body: ArrayBuffer | null): Response {
  const text = response.ok || body === null ? '' : new TextDecoder().decode(body);
  if (text === '') return new Response(body, response);
  const parsed = parseObject(text);
  const sentence = sentenceFor(response, parsed);
  const changes = {
    ...(sentence !== null && {
      [parsed !== null && 'msg' in parsed ? 'msg' : 'message']: sentence,
    }),
    ...totalOf(response),
  };
  const isChanged = Object.keys(changes).length > 0;
  const normalized = new Response(
    isChanged ? JSON.stringify({ ...parsed, ...changes }) : body,
    response,
  );
  if (response.status <= 500) return normalized;
  // The auth client does not read the body of these responses, only `msg` of the response itself.
  return Object.assign(normalized, { msg: sentence ?? readBackendError(parsed).message });
}

/** Null if screens show the message of the backend. */
function sentenceFor(response: Response, parsed: Record<string, unknown> | null): string | null {
  const wait = waitText(response.headers.get('Retry-After'));
  if (parsed === null) return pageMessage(response.status, wait);
  const { key, values } = readBackendError(parsed);
  return errorSentence(key, { values, wait });
}

/** The total of a list that is shorter than the requested offset, as the values of the error. */
function totalOf({ status, headers }: Response): { details?: string } {
  const total = status === 416 ? /^\*\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1] : null;
  return total ? { details: JSON.stringify({ total: Number(total) }) } : {};
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function pageMessage(status: number, wait: string | null): string {
  const message = MESSAGES_BY_STATUS[status] ?? (status >= 500 ? UNAVAILABLE : '');
  const isTemporary = status === 429 || status >= 500;
  if (wait === null && !isTemporary) return message;
  const advice = m.error_try_again_in({ wait: wait ?? m.error_a_moment() });
  return message === '' ? advice : `${message} ${advice}`;
}

/** "54 seconds" for a number of seconds; null for a missing header and for a date. */
function waitText(retryAfter: string | null): string | null {
  const seconds = Math.ceil(Number(retryAfter));
  if (!(seconds > 0)) return null;
  return seconds <= MAX_SECONDS_SHOWN
    ? m.error_count_seconds({ count: seconds })
    : m.error_count_minutes({ count: Math.ceil(seconds / 60) });
}
