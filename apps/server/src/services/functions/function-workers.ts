import { functionErrors } from './errors.ts';
import type { DenoProcess } from './deno-process.ts';
import type { FunctionLimits } from './settings.ts';

interface Lease {
  readonly process: DenoProcess;
  /** Releases the process. Idempotent. */
  readonly release: () => void;
}

export interface FunctionWorkers {
  /**
   * A process that accepts one more request. Starts one when there is none.
   *
   * @throws FunctionError BOOT_ERROR
   */
  lease(): Promise<Lease>;
  /** Starts a new process for new requests. The current one ends after its last request. */
  retire(): void;
  close(): Promise<void>;
}

interface Worker {
  readonly started: Promise<DenoProcess | null>;
  requests: number;
  isRetired: boolean;
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** The processes of one function: one for new requests, and retired ones that finish their requests. */
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
    const remove = (): void => {
      for (const timer of timers) clearTimeout(timer);
      workers.delete(worker);
      if (current === worker) current = null;
    };
    workers.add(worker);
    started.then((process) => {
      if (process === null) {
        remove();
        return;
      }
      void process.ended.then(remove);
      // The process retires before its lifetime ends, so that late requests have enough time.
      const takesRequestsMs = Math.max(lifetimeMs / 2, lifetimeMs - idleTimeoutMs);
      timers.push(setTimeout(() => retire(worker), takesRequestsMs).unref());
      timers.push(setTimeout(() => void worker.stop(), lifetimeMs).unref());
    }, remove);
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
        throw functionErrors.bootError();
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
