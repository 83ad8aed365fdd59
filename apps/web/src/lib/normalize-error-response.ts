import { readBackendError } from './backend-error.ts';
import { errorSentence } from './error-sentences.ts';

/** Messages for an error page of a proxy in front of the backend. */
const MESSAGES_BY_STATUS: Partial<Record<number, string>> = {
  413: 'This is too large to send.',
  429: 'Too many requests.',
};
const UNAVAILABLE = "BeaconPay isn't available right now.";
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
  if (wait !== null) return `${message} Please try again in ${wait}.`.trimStart();
  const isTemporary = status === 429 || status >= 500;
  return isTemporary ? `${message} Please try again in a moment.` : message;
}

/** "54 seconds" for a number of seconds; null for a missing header and for a date. */
function waitText(retryAfter: string | null): string | null {
  const seconds = Math.ceil(Number(retryAfter));
  if (!(seconds > 0)) return null;
  const [count, unit] =
    seconds <= MAX_SECONDS_SHOWN ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
