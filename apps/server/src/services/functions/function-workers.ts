import { functionErrors } from './errors.ts';
import type { DenoProcess } from './deno-process.ts';
import type { FunctionLimits } from './settings.ts';

interface Lease {
  readonly process: DenoProcess;
  /** Releases the process. Idempotent. */
  readonly release: () => void;
}

interface Worker {
  readonly started: Promise<DenoProcess | null>;
  requests: number;
  isRetired: boolean;
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** The processes of one function: one for new requests, and retired ones that finish their requests. */
export class FunctionWorkers {
  readonly #start: () => Promise<DenoProcess | null>;
  readonly #limits: FunctionLimits;
  readonly #workers = new Set<Worker>();
  #current: Worker | null = null;

  /** @param start null when the function does not exist */
  constructor(start: () => Promise<DenoProcess | null>, limits: FunctionLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * A process that accepts one more request. Starts one when there is none.
   *
   * @throws FunctionError BOOT_ERROR
   */
  async lease(): Promise<Lease> {
    this.#current ??= this.#startWorker();
    const worker = this.#current;
    worker.requests += 1;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#endRequest(worker);
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
  }

  /** Starts a new process for new requests. The current one ends after its last request. */
  retire(): void {
    if (this.#current !== null) this.#retire(this.#current);
  }

  async close(): Promise<void> {
    this.#current = null;
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }

  #retire(worker: Worker): void {
    worker.isRetired = true;
    if (this.#current === worker) this.#current = null;
    if (worker.requests === 0) void worker.stop();
  }

  #endRequest(worker: Worker): void {
    worker.requests -= 1;
    if (worker.requests > 0) return;
    if (worker.isRetired) {
      void worker.stop();
      return;
    }
    setTimeout(() => {
      if (worker.requests === 0) this.#retire(worker);
    }, this.#limits.idleTimeoutMs).unref();
  }

  #startWorker(): Worker {
    const started = this.#start();
    const worker: Worker = {
      started,
      requests: 0,
      isRetired: false,
      stop: async () => {
        await (await started)?.stop();
      },
    };
    this.#workers.add(worker);
    started.then(
      (process) => {
        if (process === null) this.#remove(worker);
        else this.#limitLifetime(worker, process);
      },
      () => this.#remove(worker),
    );
    return worker;
  }

  #limitLifetime(worker: Worker, process: DenoProcess): void {
    const { idleTimeoutMs, lifetimeMs } = this.#limits;
    // The process retires before its lifetime ends, so that late requests have enough time.
    const acceptsRequestsMs = Math.max(lifetimeMs / 2, lifetimeMs - idleTimeoutMs);
    const timers = [
      setTimeout(() => this.#retire(worker), acceptsRequestsMs).unref(),
      setTimeout(() => void worker.stop(), lifetimeMs).unref(),
    ];
    void process.ended.then(() => {
      for (const timer of timers) clearTimeout(timer);
      this.#remove(worker);
    });
  }

  #remove(worker: Worker): void {
    this.#workers.delete(worker);
    if (this.#current === worker) this.#current = null;
  }
}
