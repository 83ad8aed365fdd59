import { retry } from '../platform/runtime/retry.ts';
import type { Logger } from '../platform/logger.ts';
import type { Listener } from '../serve.ts';
import type { ServerState } from '../server-state.ts';
import { createDispatcher } from '../http/dispatch.ts';
import type { ServerSettings } from '../http/settings.ts';
import type { Environment, Runner } from '../start-server.ts';
import {
  WorkerProcess,
  type WorkerEnd,
  type WorkerMessage,
  type WorkerOrder,
} from './worker-process.ts';

const MAX_RESTART_DELAY_MS = 10_000;
const CAUSE_INTERVAL_MS = 250;
const HANG_TIMEOUT_MS = 10_000;

interface WorkersOptions {
  readonly http: Pick<ServerSettings, 'host' | 'port' | 'workers' | 'metricsPort'>;
  readonly environment: Environment;
  readonly logger: Logger;
  /** The time without an answer after which a worker is killed. */
  readonly hangTimeoutMs?: number | undefined;
}

/** A worker that was given its order. */
interface UsedWorker {
  readonly hasServed: boolean;
  readonly ended: Promise<WorkerEnd>;
}

/** Runs the services in worker processes. A worker that ends or hangs is replaced, and the port stays open. */
export class WorkerSupervisor implements Runner {
  readonly #options: WorkersOptions;
  readonly #closing = new AbortController();
  readonly #workers = new Set<WorkerProcess>();
  readonly #first: readonly WorkerProcess[];
  readonly #dispatcher = createDispatcher(() => this.#lastEnd);
  #lastEnd = 'The server is starting.';

  constructor(options: WorkersOptions) {
    this.#options = options;
    // The workers load their code while the database starts.
    this.#first = Array.from({ length: options.http.workers }, () => this.#fork());
  }

  async serve(state: ServerState, databaseCause: () => string | null): Promise<Listener> {
    const { http, environment } = this.#options;
    const port = await this.#dispatcher.listen(http.host, http.port);
    const order: WorkerOrder = { environment, state, port };
    const use = (worker: WorkerProcess) => this.#use(worker, order, databaseCause());
    for (const { hasServed, ended } of await Promise.all(this.#first.map(use))) {
      if (!hasServed) throw new Error((await ended).cause);
      void this.#keep(ended, () => use(this.#fork()));
    }
    const stopSending = sendChanges(databaseCause, (message) => {
      for (const worker of this.#workers) worker.send(message);
    });
    const metrics = await serveWorkersMetrics(http.metricsPort);
    return {
      port,
      close: async () => {
        metrics?.close();
        stopSending();
        await this.cancel();
      },
    };
  }

  async cancel(): Promise<void> {
    this.#closing.abort();
    this.#dispatcher.close();
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.#options.hangTimeoutMs ?? HANG_TIMEOUT_MS);
    this.#workers.add(worker);
    void worker.ended.then(() => this.#workers.delete(worker));
    return worker;
  }

  /** Gives connections to a worker until it ends. */
  async #use(worker: WorkerProcess, order: WorkerOrder, cause: string | null): Promise<UsedWorker> {
    worker.send({ kind: 'order', order });
    worker.send({ kind: 'database', cause });
    const ended = worker.ended.then((end) => ({ end }));
    const served = worker.serving.then(() => ({ end: null }));
    const { end } = await Promise.race([served, ended]);
    if (end !== null) return { hasServed: false, ended: Promise.resolve(end) };
    this.#dispatcher.add(worker);
    void worker.ended.then(() => this.#dispatcher.remove(worker));
    return { hasServed: true, ended: worker.ended };
  }

  /** Replaces a worker at once, or with increasing delays when it does not start. */
  async #keep(ended: Promise<WorkerEnd>, begin: () => Promise<UsedWorker>): Promise<void> {
    const { signal } = this.#closing;
    let end = await ended;
    const replace = async (): Promise<void> => {
      const next = await begin();
      end = await next.ended;
      if (!next.hasServed) throw new Error(end.cause);
    };
    while (!signal.aborted) {
      this.#report(end, 0);
      await retry(replace, {
        maxDelayMs: MAX_RESTART_DELAY_MS,
        signal,
        onError: (_error, { delayMs }) => this.#report(end, delayMs),
      });
    }
  }

  #report({ processId, code, signal, cause }: WorkerEnd, delayMs: number): void {
    this.#lastEnd = `A worker is being replaced: ${cause}`;
    const facts = { processId, code, signal, cause, delayMs };
    this.#options.logger.error(facts, 'supervisor: worker ended, will be replaced');
  }
}

/** Workers serve the health checks, but only the supervisor knows the state of the embedded Postgres. */
function sendChanges(
  databaseCause: () => string | null,
  send: (message: WorkerMessage) => void,
): () => void {
  let sent: string | null = null;
  const timer = setInterval(() => {
    const cause = databaseCause();
    if (cause === sent) return;
    sent = cause;
    send({ kind: 'database', cause });
  }, CAUSE_INTERVAL_MS);
  return () => clearInterval(timer);
}

async function serveWorkersMetrics(port: number | null) {
  if (port === null) return null;
  // Loaded on demand, which keeps the supervisor small.
  const { createWorkersMetrics, serveMetrics } = await import('../http/server-metrics.ts');
  return serveMetrics(port, createWorkersMetrics().text);
}
