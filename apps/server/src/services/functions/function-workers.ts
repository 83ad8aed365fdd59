import { failures } from './errors.ts';
import type { DenoProcess } from './deno-process.ts';
import type { FunctionLimits } from './settings.ts';

interface Lease {
  readonly process: DenoProcess;
  /** Gives the process back; more than once does nothing. */
  readonly release: () => void;
}

export interface FunctionWorkers {
  /**
   * A process that takes one more request; started when there is none.
   *
   * @throws FunctionError BOOT_ERROR
   */
  lease(): Promise<Lease>;
  /** New requests get a new process; the present one ends with its last request. */
  retire(): void;
  close(): Promise<void>;
}

interface Worker {
  readonly started: Promise<DenoProcess | null>;
  requests: number;
  isRetired: boolean;
  /** Settles when its process is gone. */
  stop(): Promise<void>;
}

/** The processes of one function: one that takes requests, and those that finish theirs. */
export function createFunctionWorkers(
  start: () => Promise<DenoProcess | null>,
  { idleTimeoutMs, lifetimeMs }: FunctionLimits,
): FunctionWorkers {
  const workers = new Set<Worker>();
  let current: Worker | null = null;

  function retire(worker: Worker): void {
    worker.isRetired = true;
    if (current === worker) current = null;
    if (worker.requests === 0) void worker.stop();
  }

  function startWorker(): Worker {
    const started = start();
    const timers: NodeJS.Timeout[] = [];
    const worker: Worker = {
      started,
      requests: 0,
      isRetired: false,
      stop: async () => {
        await (await started)?.stop();
      },
    };
    const forget = (): void => {
      for (const timer of timers) clearTimeout(timer);
      workers.delete(worker);
      if (current === worker) current = null;
    };
    workers.add(worker);
    started.then((process) => {
      if (process === null) {
        forget();
        return;
      }
      void process.ended.then(forget);
      // A request that comes late still has its time before the process ends.
      const takesRequestsMs = Math.max(lifetimeMs / 2, lifetimeMs - idleTimeoutMs);
      timers.push(setTimeout(() => retire(worker), takesRequestsMs).unref());
      timers.push(setTimeout(() => void worker.stop(), lifetimeMs).unref());
    }, forget);
    return worker;
  }

  return {
    async lease() {
      current ??= startWorker();
      const worker = current;
      worker.requests += 1;
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        worker.requests -= 1;
        if (worker.requests > 0) return;
        if (worker.isRetired) void worker.stop();
        else stopWhenIdle(worker);
      };
      const process = await worker.started.catch((error: unknown) => {
        release();
        throw error;
      });
      if (process === null) {
        release();
        throw failures.bootError();
      }
      return { process, release };
    },
    retire() {
      if (current !== null) retire(current);
    },
    async close() {
      current = null;
      await Promise.all([...workers].map((worker) => worker.stop()));
    },
  };

  function stopWhenIdle(worker: Worker): void {
    setTimeout(() => {
      if (worker.requests === 0) retire(worker);
    }, idleTimeoutMs).unref();
  }
}
