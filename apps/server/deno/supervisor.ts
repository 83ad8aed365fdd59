/**
 * The main thread of a function's process. The function runs in a worker, so that the function cannot
 * block this thread. It ends the process when the server is gone or a limit is exceeded.
 */
import process from 'node:process';
import { IN_FLIGHT, BEGUN, COUNTERS, EXIT, type Order, TURNS } from './protocol.ts';

const SAMPLE_MS = 100;
/** An idle process uses less CPU time in one sample. */
const IDLE_CPU_MS = 20;

const order: Order = JSON.parse(Deno.args[0] ?? '');
const shared = new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);
const counters = new Int32Array(shared);
let isReady = false;

function report(message: Record<string, unknown>): void {
  console.log(`${order.mark}${JSON.stringify(message)}`);
}

/** Node returns microseconds. */
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
    if (inFlight === 0 && nowMs - lastMs < IDLE_CPU_MS) {
      busySinceMs = nowMs;
      begunBefore = begun;
    }
    if (turnsNow !== turns || inFlight === 0) turnSinceMs = nowMs;
    turns = turnsNow;
    lastMs = nowMs;

    // Requests share a thread, so their CPU time is measured together since the process was last idle.
    // One turn of the event loop belongs to one request.
    const allowedMs = order.cpuMs * Math.max(1, begun - begunBefore);
    const usesCpu = nowMs - busySinceMs > allowedMs || nowMs - turnSinceMs > order.cpuMs;
    const usesMemory = Deno.memoryUsage().rss - restingBytes > order.memoryBytes;
    if (usesCpu || usesMemory) {
      report({ level: 'error', text: usesMemory ? 'memory limit exceeded' : 'CPU limit exceeded' });
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
      // The prelude revokes these once it listens, before the function is loaded.
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

// The server keeps the other end open. It closes when the server ends.
for await (const _ of Deno.stdin.readable) {
  // The server writes nothing to it.
}
Deno.exit(0);
