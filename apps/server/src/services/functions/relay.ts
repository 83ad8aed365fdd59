import { request as sendRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createByteCounter } from '../../platform/byte-counter.ts';
import { isClientGone } from '../../platform/http/client-gone.ts';
import { bodyOf } from '../../platform/http/request-body.ts';
import type { DenoProcess } from './deno-process.ts';
import { failures, FunctionError } from './errors.ts';

/** They concern one connection and not the message (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = new Set([
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
/** How long a process that broke a connection may take to be seen gone. */
const END_TIMEOUT_MS = 2_000;

interface RelayedRequest {
  readonly incoming: IncomingMessage;
  /** Below the service's mount point, with the query. */
  readonly path: string;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly protocol: string;
  readonly bodyLimitBytes: number;
  readonly answerTimeoutMs: number;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

function outgoingHeaders(headers: IncomingHttpHeaders, request: RelayedRequest) {
  const own = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const kept = Object.entries(headers).filter(
    ([name]) => !OF_THE_CONNECTION.has(name) && !own.includes(name) && name !== 'expect',
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
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) {
      headers.append(name, answer.rawHeaders[index + 1] ?? '');
    }
  }
  return headers;
}

/** Why a process gave no answer. */
async function explainSilence(process: DenoProcess): Promise<FunctionError> {
  const reason = await Promise.race([process.ended, sleep(END_TIMEOUT_MS, 'silent' as const)]);
  if (reason === 'resource-limit' || reason === 'stopped') return failures.resourceLimit();
  // It lives and takes no requests: another one is started for the next.
  if (reason === 'silent') await process.stop();
  return failures.workerError();
}

/**
 * Sends a request on to a function's process and gives its answer, both bodies
 * as they come.
 *
 * @param onDone called once when nothing of the answer is left to send
 * @throws FunctionError
 */
export function relay(
  process: DenoProcess,
  request: RelayedRequest,
  onDone: () => void,
): Promise<Response> {
  const { incoming, bodyLimitBytes, gone } = request;
  return new Promise<Response>((resolve, reject) => {
    const outgoing = sendRequest({
      socketPath: process.socketPath,
      agent: process.agent,
      method: incoming.method,
      path: request.path,
      headers: outgoingHeaders(incoming.headers, request),
    });
    let isDone = false;
    const fail = (failure: FunctionError): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timeout);
      outgoing.destroy();
      onDone();
      reject(failure);
    };
    const timeout = setTimeout(() => fail(failures.idleTimeout()), request.answerTimeoutMs);
    const onGone = () => {
      outgoing.destroy();
      fail(failures.clientGone());
    };
    gone.addEventListener('abort', onGone, { once: true });

    outgoing.on('error', (error) => {
      if (isDone || gone.aborted || isClientGone(error)) return;
      clearTimeout(timeout);
      if (error instanceof FunctionError) fail(error);
      else void explainSilence(process).then(fail);
    });
    outgoing.once('response', (answer) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timeout);
      answer.once('close', () => {
        gone.removeEventListener('abort', onGone);
        onDone();
      });
      // A break after the answer began breaks the answer, too; there is nobody else to tell.
      answer.on('error', () => undefined);
      const status = answer.statusCode ?? 502;
      const isEmpty = WITHOUT_BODY.has(status);
      if (isEmpty) answer.resume();
      resolve(
        new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream), {
          status,
          headers: answeredHeaders(answer),
        }),
      );
    });

    const counter = createByteCounter(bodyLimitBytes, () => failures.bodyTooLarge(bodyLimitBytes));
    pipeline(bodyOf(incoming), counter, outgoing).catch((error: unknown) => {
      if (error instanceof FunctionError) fail(error);
    });
  });
}
