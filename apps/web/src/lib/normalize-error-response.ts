import { errorSentence } from './error-sentences.ts';

/** Messages for a response that is not the backend's own, but a page of a proxy before it. */
const MESSAGES_BY_STATUS: Partial<Record<number, string>> = {
  413: 'This is too large to send.',
  429: 'Too many requests.',
};
const UNAVAILABLE = "BeaconPay isn't available right now.";
const MAX_SECONDS_SHOWN = 90;

/**
 * An error response whose message is a sentence for people, with the wait before the next attempt,
 * for every client of the backend: none of them reads Retry-After, each shows the page of a proxy as
 * its message, and the auth client reads no body of an overloaded service, only `msg` of the response.
 */
export function normalizeErrorResponse(answer: Response, body: ArrayBuffer | null): Response {
  const text = answer.ok || body === null ? '' : new TextDecoder().decode(body);
  if (text === '') return new Response(body, answer);
  const parsed = parseObject(text);
  const retryAfter = waitText(answer.headers.get('Retry-After'));
  const message =
    parsed === null
      ? pageMessage(answer.status, retryAfter)
      : (sentenceOf(parsed, retryAfter) ?? withWait(ownMessage(parsed), retryAfter));
  const key = parsed !== null && 'msg' in parsed ? 'msg' : 'message';
  const readable =
    parsed !== null && message === ownMessage(parsed)
      ? body
      : JSON.stringify({ ...parsed, [key]: message });
  const response = new Response(readable, answer);
  return answer.status > 500 ? Object.assign(response, { msg: message }) : response;
}

/** The sentence for the code of a body: PostgREST's `code`, GoTrue's `code` or older `error_code`. */
function sentenceOf(parsed: Record<string, unknown>, retryAfter: string | null): string | null {
  const code = [parsed.code, parsed.error_code].find((value) => typeof value === 'string');
  if (code === undefined) return null;
  const [inMessage = null] = /\d+ (?:second|minute)s?/.exec(ownMessage(parsed)) ?? [];
  return errorSentence(code, retryAfter ?? inMessage);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function ownMessage({ msg, message }: Record<string, unknown>): string {
  return [msg, message].find((value) => typeof value === 'string') ?? '';
}

function pageMessage(status: number, wait: string | null): string {
  const message = MESSAGES_BY_STATUS[status] ?? (status >= 500 ? UNAVAILABLE : '');
  const isPassing = status === 429 || status >= 500;
  if (isPassing && wait === null) return `${message} Please try again in a moment.`;
  return withWait(message, wait);
}

/** Adds the wait, unless the message already says when to try again. */
function withWait(message: string, wait: string | null): string {
  if (wait === null || /again|second|minute/i.test(message)) return message;
  const sentence = message === '' || message.endsWith('.') ? message : `${message}.`;
  return `${sentence} Please try again in ${wait}.`;
}

function waitText(retryAfter: string | null): string | null {
  const seconds = Math.ceil(Number(retryAfter));
  // It may also be a date.
  if (!(seconds > 0)) return null;
  const [count, unit] =
    seconds <= MAX_SECONDS_SHOWN ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
