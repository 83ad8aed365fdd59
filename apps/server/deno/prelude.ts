/**
 * Runs in the worker before the function. Starts to listen, revokes the permissions it needed for that,
 * and registers the handler that the function passes to `Deno.serve` or exports as default.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';
import { BEGUN, COUNTERS, IN_FLIGHT, TURNS } from './protocol.ts';

/** The worker's `self`. The type checker assumes a window. */
declare const self: {
  addEventListener(
    type: 'message',
    listen: (event: { data: SharedArrayBuffer }) => void,
    options: { once: true },
  ): void;
  postMessage(message: unknown): void;
};

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

const TURN_MS = 100;
const LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const;

// A top-level await would run the function's module first, so the parameters are in the URL.
const parameters = new URL(import.meta.url).searchParams;
const socketPath = parameters.get('socket') ?? '';
const mark = parameters.get('mark') ?? '';
// Deno has read its own variables by now.
const variables = new Set(parameters.get('variables')?.split(','));
for (const name of Object.keys(Deno.env.toObject())) {
  if (!variables.has(name)) Deno.env.delete(name);
}
const counting = new Promise<Int32Array>((resolve) => {
  self.addEventListener('message', ({ data }) => resolve(new Int32Array(data)), { once: true });
});
let counters: Int32Array = new Int32Array(COUNTERS);
const requestIds = new AsyncLocalStorage<string>();
let handler: Handler | null = null;

const write = console.log.bind(console);
function log(level: string, values: readonly unknown[]): void {
  const requestId = requestIds.getStore();
  write(`${mark}${JSON.stringify({ level, text: format(...values), requestId })}`);
}
for (const level of LEVELS) console[level] = (...values: unknown[]) => log(level, values);

function workerError(): Response {
  return Response.json(
    { code: 'WORKER_ERROR' },
    { status: 500, headers: { 'sb-error-code': 'WORKER_ERROR' } },
  );
}

/** The request with the URL that the client used. */
function withPublicUrl(request: Request): Request {
  const { pathname, search } = new URL(request.url);
  const protocol = request.headers.get('x-forwarded-proto') ?? 'http';
  const host = request.headers.get('host') ?? 'localhost';
  return new Request(`${protocol}://${host}${pathname}${search}`, request);
}

/**
 * Reads a body that the handler has not read. Deno closes the connection after a response to an
 * incomplete request, and the server would lose the response.
 */
async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  await body.pipeTo(new WritableStream()).catch(() => undefined);
}

async function answer(request: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
  try {
    if (handler === null) throw new Error('The function has no handler.');
    const hostname = request.headers.get('x-forwarded-for') ?? 'unknown';
    const remoteAddr = { transport: 'tcp', hostname, port: 0 } as const;
    const received = withPublicUrl(request);
    const response = await handler(received, { remoteAddr, completed: info.completed });
    await discardBody(received);
    if (!(response instanceof Response)) throw new TypeError('The handler returned no Response.');
    return response;
  } catch (error) {
    log('error', [error]);
    return workerError();
  }
}

const listener = Deno.serve({ path: socketPath, onListen() {} }, (request, info) => {
  Atomics.add(counters, BEGUN, 1);
  Atomics.add(counters, IN_FLIGHT, 1);
  const end = () => void Atomics.sub(counters, IN_FLIGHT, 1);
  info.completed.then(end, end);
  const requestId = request.headers.get('x-request-id') ?? '';
  return requestIds.run(requestId, () => answer(request, info as never));
});
for (const name of ['read', 'write'] as const) {
  Deno.permissions.revokeSync({ name, path: socketPath });
}
setInterval(() => Atomics.add(counters, TURNS, 1), TURN_MS);

Object.defineProperty(Deno, 'serve', {
  value(...given: (Handler | { handler?: Handler })[]) {
    for (const part of given) {
      const offered = typeof part === 'function' ? part : part.handler;
      if (offered !== undefined) handler = offered;
    }
    return listener;
  },
});

/** Called when the function's module has been loaded. */
export async function begin(module: {
  readonly default?: { readonly fetch?: Handler };
}): Promise<void> {
  const { default: offered } = module;
  if (typeof offered?.fetch === 'function') {
    handler ??= (request, info) => (offered.fetch as Handler)(request, info);
  }
  counters = await counting;
  self.postMessage({ ready: true });
}
