import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { clientGone } from './client-gone.ts';

/** Smaller chunks are joined with other chunks of the same read. */
const SMALL_BYTES = 16 * 1024;
/** The first chunks may have any size. Further chunks need this many bytes on average. */
const MAX_SMALL_CHUNKS = 10_000;
const MIN_CHUNK_BYTES = 16;
/** The time until a body begins. After that, it needs at least 500 bytes per second. */
const GRACE_MS = 20_000;
const MS_PER_BYTE = 2;
/** The longest pause within a body, however fast it was before. */
const MAX_SILENCE_MS = 60_000;
const CHECK_INTERVAL_MS = 1_000;

const TOO_SLOW = {
  status: '408 Request Timeout',
  code: 'request_timeout',
  message: 'The request body arrived too slowly. Send the request again.',
};
const TOO_MANY_CHUNKS = {
  status: '400 Bad Request',
  code: 'bad_request',
  message: 'The request body was sent in too many small chunks. Send larger ones.',
};

/** Written to the socket directly, because the handler can be about to start its own response. */
function render({ status, code, message }: typeof TOO_SLOW): string {
  const body = JSON.stringify({ code, message, details: null, hint: null });
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * A request that joins the chunks of one socket read. Each chunk costs its reader the same, however
 * small it is.
 */
export class GuardedRequest extends IncomingMessage {
  /** Bytes and chunks of the body, as the client sent them. */
  bodyBytes = 0;
  /** Whether the reader applies back pressure, so that the client waits for the server. */
  isFull = false;
  /** Set when a response can be sent. */
  response: ServerResponse | null = null;
  #chunks = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #flushing: NodeJS.Immediate | null = null;

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#flush();
      return super.push(null);
    }
    if (this.destroyed) return false;
    this.#chunks += 1;
    this.bodyBytes += chunk.length;
    if (this.#chunks > MAX_SMALL_CHUNKS + this.bodyBytes / MIN_CHUNK_BYTES) {
      this.refuse(TOO_MANY_CHUNKS);
      return false;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= SMALL_BYTES) this.#flush();
    else this.#flushing ??= setImmediate(() => this.#flush());
    return !this.isFull;
  }

  override _read(size: number): void {
    this.isFull = false;
    super._read(size);
  }

  /** Sends an error and closes the connection. A reader of the body receives `clientGone`. */
  refuse(error: typeof TOO_SLOW): void {
    const { socket, response } = this;
    if (response?.headersSent === false && socket.writable) socket.write(render(error));
    this.destroy(clientGone());
  }

  #flush(): void {
    if (this.#flushing !== null) clearImmediate(this.#flushing);
    this.#flushing = null;
    if (this.#waitingBytes === 0 || this.destroyed) return;
    const [first] = this.#waiting;
    const chunk = this.#waiting.length === 1 ? first : Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.isFull = !super.push(chunk);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

interface BodyGuard {
  /** Ends the requests with too slow bodies. */
  check(): void;
  stop(): void;
}

/** Ends request bodies that arrive below a minimum rate. The server's requests are `GuardedRequest`s. */
export function guardBodies(server: Server, nowMs = () => performance.now()): BodyGuard {
  /** The deadline of each incomplete body, and the number of bytes it was computed for. */
  const underWay = new Map<GuardedRequest, { deadlineMs: number; countedBytes: number }>();
  let checkedAtMs = nowMs();

  server.prependListener('request', (incoming: GuardedRequest, response: ServerResponse) => {
    if (!hasBody(incoming)) return;
    incoming.response = response;
    underWay.set(incoming, { deadlineMs: nowMs() + GRACE_MS, countedBytes: 0 });
    incoming.once('close', () => underWay.delete(incoming));
  });

  function check(): void {
    const atMs = nowMs();
    for (const [incoming, progress] of underWay) {
      if (incoming.complete) {
        underWay.delete(incoming);
        continue;
      }
      const newBytes = incoming.bodyBytes - progress.countedBytes;
      const earnedMs = incoming.isFull ? atMs - checkedAtMs : newBytes * MS_PER_BYTE;
      progress.countedBytes = incoming.bodyBytes;
      progress.deadlineMs = Math.min(progress.deadlineMs + earnedMs, atMs + MAX_SILENCE_MS);
      if (atMs > progress.deadlineMs) incoming.refuse(TOO_SLOW);
    }
    checkedAtMs = atMs;
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}
