import { retry } from '../platform/runtime/retry.ts';
import type { Logger } from '../platform/logger.ts';
import type { Listener, ServerState } from '../serve.ts';
import { createDispatcher } from '../http/dispatch.ts';
import type { ServerSettings } from '../http/settings.ts';
import type { Environment, Runner } from '../start.ts';
import {
  startWorkerProcess,
  type WorkerEnd,
  type WorkerMessage,
  type WorkerOrder,
  type WorkerProcess,
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

/** Runs the services in worker processes. A worker that ends or hangs is replaced, and the port stays open. */
export function createWorkers({
  http,
  environment,
  logger,
  hangTimeoutMs = HANG_TIMEOUT_MS,
}: WorkersOptions): Runner {
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  let lastEnd = 'The server is starting.';
  const dispatcher = createDispatcher(() => lastEnd);
  const workers = new Set<WorkerProcess>();
  const fork = (): WorkerProcess => {
    const worker = startWorkerProcess(hangTimeoutMs);
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    return worker;
  };
  // The workers load their code while the database starts.
  const first = Array.from({ length: http.workers }, fork);

  /** Gives connections to a worker until it ends. */
  async function use(worker: WorkerProcess, order: WorkerOrder, cause: string | null) {
    worker.send({ kind: 'order', order });
    worker.send({ kind: 'database', cause });
    const ended = worker.ended.then((end) => ({ end }));
    const served = worker.serving.then(() => ({ end: null }));
    const { end } = await Promise.race([served, ended]);
    if (end !== null) return { hasServed: false, ended: Promise.resolve(end) };
    dispatcher.add(worker);
    void worker.ended.then(() => dispatcher.remove(worker));
    return { hasServed: true, ended: worker.ended };
  }

  function report({ processId, code, signal, cause }: WorkerEnd, delayMs: number): void {
    lastEnd = `A worker is being replaced: ${cause}`;
    const facts = { processId, code, signal, cause, delayMs };
    logger.error(facts, 'supervisor: worker ended, will be replaced');
  }

  /** Replaces a worker at once, or with increasing delays when it does not start. */
  async function keep(ended: Promise<WorkerEnd>, begin: () => ReturnType<typeof use>) {
    let end = await ended;
    const replace = async () => {
      const next = await begin();
      end = await next.ended;
      if (!next.hasServed) throw new Error(end.cause);
    };
    while (!isClosing()) {
      report(end, 0);
      await retry(replace, {
        maxDelayMs: MAX_RESTART_DELAY_MS,
        signal: closing.signal,
        onError: (_error, { delayMs }) => report(end, delayMs),
      });
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    dispatcher.close();
    await Promise.all([...workers].map((worker) => worker.stop()));
  }

  return {
    cancel: close,
    async serve(state: ServerState, databaseCause): Promise<Listener> {
      const port = await dispatcher.listen(http.host, http.port);
      const order: WorkerOrder = { environment, state, port };
      const started = await Promise.all(first.map((worker) => use(worker, order, databaseCause())));
      for (const { hasServed, ended } of started) {
        if (!hasServed) throw new Error((await ended).cause);
        void keep(ended, () => use(fork(), order, databaseCause()));
      }
      const stopSending = sendChanges(databaseCause, (message) => {
        for (const worker of workers) worker.send(message);
      });
      const metrics = await serveWorkersMetrics(http.metricsPort);
      return {
        port,
        async close() {
          metrics?.close();
          stopSending();
          await close();
        },
      };
    },
  };
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
