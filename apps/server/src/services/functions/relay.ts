import { request as sendRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createByteCounter } from '../../platform/byte-counter.ts';
import { isClientGone } from '../../platform/http/client-gone.ts';
import { bodyOf } from '../../platform/http/incoming-body.ts';
import type { DenoProcess } from './deno-process.ts';
import { functionErrors, FunctionError } from './errors.ts';

/** Hop-by-hop headers (RFC 9110, section 7.6.1). */
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const WITHOUT_BODY = new Set([204, 205, 304]);
/** The maximum time until the end of a process is known after it has closed a connection. */
const END_TIMEOUT_MS = 2_000;

interface RelayedRequest {
  readonly incoming: IncomingMessage;
  /** Without the prefix of the service, with the query. */
  readonly path: string;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly protocol: string;
  readonly bodyLimitBytes: number;
  readonly answerTimeoutMs: number;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
}

/** Longer bodies are streamed. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** A `Request` of the Fetch standard has no body with these methods, so no function can read it. */
const canHaveBody = ({ method }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * The whole body if it is short and its length is known, else null. Deno closes a connection when it
 * responds before the end of the body, and the response would be lost. A short body is sent at once.
 */
async function readShortBody(incoming: IncomingMessage): Promise<Buffer | null> {
  if (!canHaveBody(incoming)) {
    incoming.resume();
    return Buffer.alloc(0);
  }
  const length = Number(incoming.headers['content-length']);
  return length <= MAX_BUFFERED_BYTES ? buffer(bodyOf(incoming)) : null;
}

function outgoingHeaders(headers: IncomingHttpHeaders, request: RelayedRequest) {
  const own = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !HOP_BY_HOP_HEADERS.has(name) &&
      !own.includes(name) &&
      name !== 'expect' &&
      (name !== 'content-length' || canHaveBody(request.incoming)),
  );
  return {
    ...Object.fromEntries(kept),
    'x-request-id': request.requestId,
    'x-forwarded-for': request.clientAddress,
    'x-forwarded-proto': request.protocol,
  };
}

function answeredHeaders(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? '';
    if (!HOP_BY_HOP_HEADERS.has(name.toLowerCase())) {
      headers.append(name, answer.rawHeaders[index + 1] ?? '');
    }
  }
  return headers;
}

/**
 * The response of a function. A body of known length that has arrived together with its headers is one
 * buffer. Any other body is streamed, so that its headers are not delayed.
 *
 * @throws FunctionError when the connection closes right after the headers
 */
async function toResponse(answer: IncomingMessage): Promise<Response> {
  const init = { status: answer.statusCode ?? 502, headers: answeredHeaders(answer) };
  if (WITHOUT_BODY.has(init.status)) {
    answer.resume();
    return new Response(null, init);
  }
  if (answer.headers['content-length'] !== undefined) {
    // The parser emits the headers before it has read the rest of the same packet.
    await nextTurn();
    if (answer.complete) {
      const body = answer.read() as Buffer<ArrayBuffer> | null;
      return new Response(body ?? new Uint8Array(), init);
    }
    if (answer.destroyed) throw functionErrors.workerError();
  }
  return new Response(Readable.toWeb(answer) as ReadableStream, init);
}

/** The error for a process that closed the connection without a response. */
async function findConnectionError(process: DenoProcess): Promise<FunctionError> {
  const reason = await Promise.race([process.ended, sleep(END_TIMEOUT_MS, 'silent' as const)]);
  if (reason === 'resource-limit' || reason === 'stopped') return functionErrors.resourceLimit();
  // The process runs, but accepts no requests. The next request starts another one.
  if (reason === 'silent') await process.stop();
  return functionErrors.workerError();
}

/**
 * Forwards a request to a function's process and returns its response. Both bodies are streamed.
 *
 * @param onDone called once when the response is complete or has failed
 * @throws FunctionError
 */
export async function relay(
  process: DenoProcess,
  request: RelayedRequest,
  onDone: () => void,
): Promise<Response> {
  const { incoming, bodyLimitBytes, gone } = request;
  const body = await readShortBody(incoming).catch((error: unknown) => {
    onDone();
    throw isClientGone(error) ? functionErrors.clientGone() : error;
  });
  return new Promise<Response>((resolve, reject) => {
    const outgoing = sendRequest({
      socketPath: process.socketPath,
      agent: process.agent,
      method: incoming.method,
      path: request.path,
      headers: outgoingHeaders(incoming.headers, request),
    });
    let isDone = false;
    const fail = (error: FunctionError): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timeout);
      outgoing.destroy();
      onDone();
      reject(error);
    };
    const timeout = setTimeout(() => fail(functionErrors.idleTimeout()), request.answerTimeoutMs);
    const onGone = () => {
      outgoing.destroy();
      fail(functionErrors.clientGone());
    };
    gone.addEventListener('abort', onGone, { once: true });

    outgoing.on('error', (error) => {
      if (isDone || gone.aborted || isClientGone(error)) return;
      clearTimeout(timeout);
      if (error instanceof FunctionError) fail(error);
      else void findConnectionError(process).then(fail);
    });
    outgoing.once('response', (answer) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timeout);
      answer.once('close', () => {
        gone.removeEventListener('abort', onGone);
        onDone();
      });
      // An error after the start of the response ends the response. No other part needs the error.
      answer.on('error', () => undefined);
      toResponse(answer).then(resolve, reject);
    });

    if (body !== null) {
      outgoing.end(body);
      return;
    }
    // The caller has checked a stated length, and Node's parser enforces it.
    const isLengthKnown = incoming.headers['content-length'] !== undefined;
    const counters = isLengthKnown
      ? []
      : [createByteCounter(bodyLimitBytes, () => functionErrors.bodyTooLarge(bodyLimitBytes))];
    pipeline([bodyOf(incoming), ...counters, outgoing]).catch((error: unknown) => {
      if (error instanceof FunctionError) fail(error);
    });
  });
}
