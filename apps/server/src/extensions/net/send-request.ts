import { request as requestPlainly, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { lookUpPublicly, requirePublicAddress } from '../../platform/outgoing/public-host.ts';

const MAX_RESPONSE_BYTES = 1_048_576;
const MAX_TIMEOUT_MS = 600_000;
/** Headers of the connection, which this server sets. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A row of the queue. */
export interface QueuedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>> | null;
  readonly body: Buffer | null;
  readonly timeout_milliseconds: number;
  readonly origin: string;
}

/** A row of the results, without its id and time. */
export interface Result {
  readonly status_code: number | null;
  readonly content_type: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly content: string | null;
  readonly timed_out: boolean;
  readonly error_msg: string | null;
}

export interface Network {
  /** The address of this server for a URL of its functions; null for another URL. */
  readonly toOwnFunction: (target: URL) => URL | null;
  /** `host` or `host:port`, also private ones. */
  readonly allowHosts: readonly string[];
}

/** The destination of a request. */
interface Target {
  readonly url: URL;
  readonly host: string;
  readonly isTrusted: boolean;
}

/** @throws Error when the network rules refuse the URL */
function findTarget(text: string, { toOwnFunction, allowHosts }: Network): Target {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error('The URL does not begin with https:// or http://');
  }
  const own = toOwnFunction(url);
  if (own !== null) return { url: own, host: url.host, isTrusted: true };
  const isTrusted = allowHosts.includes(url.hostname) || allowHosts.includes(url.host);
  if (!isTrusted) requirePublicAddress(url);
  return { url, host: url.host, isTrusted };
}

function headersOf({ headers, body }: QueuedRequest, host: string): Record<string, string> {
  const given = Object.entries(headers ?? {}).filter(
    ([name, value]) => value !== null && !OWN_HEADERS.has(name.toLowerCase()),
  );
  const hasHost = given.some(([name]) => name.toLowerCase() === 'host');
  return {
    'User-Agent': 'BeaconPay',
    ...(hasHost ? {} : { Host: host }),
    ...Object.fromEntries(
      given.map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    ...(body === null ? {} : { 'Content-Length': String(body.length) }),
  };
}

async function readContent(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) {
      throw new Error(`The response is larger than ${String(MAX_RESPONSE_BYTES)} bytes.`);
    }
    chunks.push(chunk);
  }
  // Postgres stores no NUL in a text.
  return new TextDecoder().decode(Buffer.concat(chunks)).replaceAll('\0', '');
}

/** The headers with the names that the server sent. */
function receivedHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers[rawHeaders[index] ?? ''] = (rawHeaders[index + 1] ?? '').replaceAll('\0', '');
  }
  return headers;
}

async function exchange(
  queued: QueuedRequest,
  network: Network,
  signal: AbortSignal,
): Promise<Result> {
  const { url, host, isTrusted } = findTarget(queued.url, network);
  const request = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {
      method: queued.method,
      headers: headersOf(queued, host),
      signal,
      agent: false,
      ...(isTrusted ? {} : { lookup: lookUpPublicly }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end(queued.body ?? undefined);
  });
  try {
    const content = await readContent(response);
    return {
      status_code: response.statusCode ?? null,
      content_type: response.headers['content-type'] ?? null,
      headers: receivedHeaders(response),
      content,
      timed_out: false,
      error_msg: null,
    };
  } finally {
    response.destroy();
  }
}

const failed = (error_msg: string, timed_out = false): Result => ({
  status_code: null,
  content_type: null,
  headers: null,
  content: null,
  timed_out,
  error_msg: error_msg.replaceAll('\0', ''),
});

/**
 * Sends a request and reads its response. Redirects are not followed, and nothing is repeated.
 *
 * @param stopped aborts when the server stops
 * @returns the response, or the reason why there is none
 */
export async function sendRequest(
  queued: QueuedRequest,
  network: Network,
  stopped: AbortSignal,
): Promise<Result> {
  const timeoutMs = Math.min(Math.max(1, queued.timeout_milliseconds), MAX_TIMEOUT_MS);
  const timeout = AbortSignal.timeout(timeoutMs);
  const startedAtMs = performance.now();
  try {
    return await exchange(queued, network, AbortSignal.any([timeout, stopped]));
  } catch (error) {
    if (timeout.aborted) {
      const totalMs = (performance.now() - startedAtMs).toFixed(3);
      return failed(`Timeout of ${String(timeoutMs)} ms reached. Total time: ${totalMs} ms`, true);
    }
    if (stopped.aborted) return failed('The server stopped before the response was complete.');
    return failed(error instanceof Error ? error.message : String(error));
  }
}
