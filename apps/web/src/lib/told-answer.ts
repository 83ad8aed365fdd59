/** Said where the answer is not the backend's own, but a page of a proxy before it. */
const WORDS_BY_STATUS: Partial<Record<number, string>> = {
  413: 'This is too large to send.',
  429: 'Too many requests.',
};
const UNAVAILABLE = "BeaconPay isn't available right now.";
const LONGEST_IN_SECONDS = 90;

/**
 * A refusal that says in words what is wrong and when to try again, by whichever client of the
 * backend it is read: none of them knows Retry-After, each shows a proxy's page as it is, and the one
 * for authentication reads no body of an overloaded service, only `msg` of the answer itself.
 */
export function toldAnswer(answer: Response, body: ArrayBuffer | null): Response {
  const text = answer.ok || body === null ? '' : new TextDecoder().decode(body);
  if (text === '') return new Response(body, answer);
  const told = parseObject(text);
  const wait = waitWords(answer.headers.get('Retry-After'));
  const own = told === null ? pageWords(answer.status, wait) : ownWords(told);
  const isWaitTold = wait === null || /again|second|minute/i.test(own);
  const message = isWaitTold ? own : `${withStop(own)} ${wait}`;
  const key = told !== null && 'msg' in told ? 'msg' : 'message';
  const readable =
    told !== null && message === own ? body : JSON.stringify({ ...told, [key]: message });
  const response = new Response(readable, answer);
  return answer.status > 500 ? Object.assign(response, { msg: message }) : response;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function ownWords({ msg, message }: Record<string, unknown>): string {
  return [msg, message].find((words) => typeof words === 'string') ?? '';
}

function pageWords(status: number, wait: string | null): string {
  const words = WORDS_BY_STATUS[status] ?? (status >= 500 ? UNAVAILABLE : '');
  const isPassing = status === 429 || status >= 500;
  return isPassing && wait === null ? `${words} Please try again in a moment.` : words;
}

function waitWords(retryAfter: string | null): string | null {
  const seconds = Math.ceil(Number(retryAfter));
  // It may also be a date.
  if (!(seconds > 0)) return null;
  const [count, unit] =
    seconds <= LONGEST_IN_SECONDS ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

function withStop(words: string): string {
  return words === '' || words.endsWith('.') ? words : `${words}.`;
}
