import { SourceError } from '../_shared/statement-source.ts';
import { MAX_ROWS, type ReadWindow } from './read-window.ts';

export interface PayApiOptions {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

export interface PayHistory {
  readonly rows: readonly unknown[];
  /** The clock of the API minus the clock of this machine. */
  readonly clockOffsetMs: number;
}

interface Answer {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

const HISTORY_PATH = '/sapi/v1/pay/transactions';
const TIME_PATH = '/api/v3/time';
const TIMEOUT_MS = 15_000;
/** How long the API accepts a signed request. Its limit is 60,000. */
const RECEIVE_WINDOW_MS = 10_000;

/** Codes of the API. */
const SUCCESS = '000000';
const CODE_CLOCK = -1021;
/** Signature, format of the key, permission or network of the key. */
const CODES_KEY: ReadonlySet<unknown> = new Set([-1022, -2014, -2015]);

const STATUS_BANNED = 418;
const STATUS_TOO_MANY = 429;
const STATUS_UNAUTHORIZED = 401;
/** The firewall of the API, and a location that the API does not serve. */
const STATUSES_NETWORK: ReadonlySet<number> = new Set([403, 451]);

/** The pause after an error that the operator has to correct. */
const REFUSAL_PAUSE_S = 15 * 60;
const RATE_PAUSE_S = 2 * 60;
/** The longest ban of the API. */
const MAX_PAUSE_S = 3 * 24 * 60 * 60;

async function sign(query: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ]);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(query)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers,
      // A redirect would send the key to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => null);
    return {
      status: response.status,
      retryAfterS: readSeconds(response.headers.get('Retry-After')),
      body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    throw new SourceError(
      name === 'NotCapable' ? 'the host of BINANCE_API_URL is not allowed' : `no answer: ${name}`,
    );
  }
}

async function readHistory(
  { url, key, secret }: PayApiOptions,
  { fromMs, toMs }: ReadWindow,
  clockOffsetMs: number,
): Promise<Answer> {
  const query = new URLSearchParams({
    startTime: String(fromMs),
    endTime: String(toMs),
    limit: String(MAX_ROWS),
    recvWindow: String(RECEIVE_WINDOW_MS),
    timestamp: String(Date.now() + clockOffsetMs),
  }).toString();
  const signature = await sign(query, secret);
  return get(`${url}${HISTORY_PATH}?${query}&signature=${signature}`, { 'X-MBX-APIKEY': key });
}

/** The clock of the API minus the clock of this machine. */
async function readClockOffset({ url }: PayApiOptions): Promise<number> {
  const startMs = Date.now();
  const answer = await get(`${url}${TIME_PATH}`, {});
  const { serverTime } = answer.body;
  if (typeof serverTime !== 'number') throw errorOf(answer);
  // The request and its answer take about the same time.
  return Math.round(serverTime - (startMs + Date.now()) / 2);
}

function errorOf({ status, retryAfterS, body }: Answer): SourceError {
  const code = typeof body.code === 'number' || typeof body.code === 'string' ? body.code : 'none';
  if (status === STATUS_TOO_MANY || status === STATUS_BANNED) {
    const pauseS = Math.min(Math.max(retryAfterS ?? RATE_PAUSE_S, 1), MAX_PAUSE_S);
    const what = status === STATUS_BANNED ? 'the address is banned' : 'too many requests';
    return new SourceError(`${what}, next read in ${String(pauseS)} s`, pauseS);
  }
  if (status === STATUS_UNAUTHORIZED || CODES_KEY.has(body.code)) {
    return new SourceError(
      `the API key or its secret is refused, code ${String(code)}`,
      REFUSAL_PAUSE_S,
    );
  }
  if (STATUSES_NETWORK.has(status)) {
    return new SourceError(
      `the network of this server is refused, status ${String(status)}`,
      REFUSAL_PAUSE_S,
    );
  }
  if (body.code === CODE_CLOCK) return new SourceError('the clocks differ, code -1021');
  return new SourceError(`status ${String(status)}, code ${String(code)}`);
}

/**
 * The payments of a time span, at most `MAX_ROWS`, in any order. If the API refuses the time of the request, its
 * clock is read and the request is sent once more.
 *
 * @throws SourceError
 */
export async function readPayHistory(
  options: PayApiOptions,
  span: ReadWindow,
  knownOffsetMs: number,
): Promise<PayHistory> {
  let clockOffsetMs = knownOffsetMs;
  let answer = await readHistory(options, span, clockOffsetMs);
  if (answer.body.code === CODE_CLOCK) {
    clockOffsetMs = await readClockOffset(options);
    answer = await readHistory(options, span, clockOffsetMs);
  }
  const { code, data } = answer.body;
  if (answer.status !== 200 || code !== SUCCESS || !Array.isArray(data)) throw errorOf(answer);
  return { rows: data, clockOffsetMs };
}
