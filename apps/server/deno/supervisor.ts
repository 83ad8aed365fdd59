/**
 * The main thread of a function's process. The function itself runs in a
 * worker, so that this thread answers to the server whatever the function does:
 * it ends the process when the server is gone and when a limit is passed.
 */
import process from 'node:process';
import { IN_FLIGHT, BEGUN, COUNTERS, EXIT, type Order, TURNS } from './protocol.ts';

const SAMPLE_MS = 100;
/** What a process at rest may use in one sample. */
const AT_REST_MS = 20;

const order: Order = JSON.parse(Deno.args[0] ?? '');
const shared = new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);
const counters = new Int32Array(shared);
let isReady = false;

function report(message: Record<string, unknown>): void {
  console.log(`${order.mark}${JSON.stringify(message)}`);
}

/** Node's figures are in µs. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function watchLimits(): void {
  const restingBytes = Deno.memoryUsage().rss;
  let lastMs = cpuMs();
  let busySinceMs = lastMs;
  let begunBefore = 0;
  let turnSinceMs = lastMs;
  let turns = 0;

  setInterval(() => {
    const nowMs = cpuMs();
    const inFlight = Atomics.load(counters, IN_FLIGHT);
    const begun = Atomics.load(counters, BEGUN);
    const turnsNow = Atomics.load(counters, TURNS);
    if (inFlight === 0 && nowMs - lastMs < AT_REST_MS) {
      busySinceMs = nowMs;
      begunBefore = begun;
    }
    if (turnsNow !== turns || inFlight === 0) turnSinceMs = nowMs;
    turns = turnsNow;
    lastMs = nowMs;

    // Requests share a thread, so what they use is measured together: by all since it was last at
    // rest, and in one turn of the event loop, which is one request's alone.
    const allowedMs = order.cpuMs * Math.max(1, begun - begunBefore);
    const usesCpu = nowMs - busySinceMs > allowedMs || nowMs - turnSinceMs > order.cpuMs;
    const usesMemory = Deno.memoryUsage().rss - restingBytes > order.memoryBytes;
    if (usesCpu || usesMemory) {
      report({ level: 'error', text: usesMemory ? 'memory limit passed' : 'CPU limit passed' });
      Deno.exit(EXIT.limit);
    }
  }, SAMPLE_MS);
}

const preludeUrl = new URL('./prelude.ts', import.meta.url);
preludeUrl.searchParams.set('socket', order.socketPath);
preludeUrl.searchParams.set('mark', order.mark);
preludeUrl.searchParams.set('variables', order.variables.join(','));
const entry = `
  import { begin } from ${JSON.stringify(preludeUrl.href)};
  import * as handler from ${JSON.stringify(order.entryUrl)};
  begin(handler);`;
const worker = new Worker(`data:text/javascript,${encodeURIComponent(entry)}`, {
  type: 'module',
  deno: {
    permissions: {
      net: 'inherit',
      env: 'inherit',
      // Given up by the prelude once it listens, before the function's first line.
      read: [order.socketPath],
      write: [order.socketPath],
      run: false,
      ffi: false,
      sys: false,
      import: false,
    },
  },
});
worker.addEventListener('message', () => {
  if (isReady) return;
  isReady = true;
  watchLimits();
  report({ ready: true });
});
worker.addEventListener('error', (event) => {
  event.preventDefault();
  report({ level: 'error', text: event.message });
  Deno.exit(isReady ? EXIT.crashed : EXIT.notStarted);
});
worker.postMessage(shared);

// The server holds the other end, which closes with it, however it ends.
for await (const _ of Deno.stdin.readable) {
  // Nothing is said on it.
}
Deno.exit(0);
