import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createBackOff } from './platform/back-off.ts';
import type { Logger } from './platform/logger.ts';
import type { Listener, ServerState } from './serve.ts';
import { createWorkersMetrics, tellMetrics } from './server/metrics.ts';
import type { ServerSettings } from './server/settings.ts';

const WORKER_PATH = fileURLToPath(new URL('./worker.ts', import.meta.url));
const LONGEST_RESTART_DELAY_MS = 10_000;
/** Workers end by themselves within 8 s. */
const STOP_TIMEOUT_MS = 8_500;
const CAUSE_INTERVAL_MS = 250;

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const forced = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(forced);
}

/** What a worker is sent first. */
export interface WorkerOrder {
  /** That of the configuration, which is not always the process's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly state: ServerState;
}

/** What a worker says: where it serves, or what kept it from that. */
export type WorkerReport = { readonly port: number } | { readonly failure: string };

/** Starts server processes that share the port; one that dies is replaced, with growing pauses. */
export async function startWorkers(
  { workers: count, metricsPort }: Pick<ServerSettings, 'workers' | 'metricsPort'>,
  order: WorkerOrder,
  logger: Logger,
  databaseCause: () => string | null,
): Promise<Listener> {
  cluster.setupPrimary({ exec: WORKER_PATH });
  const workers = new Set<Worker>();
  let closing = false;
  let toldCause: string | null = null;

  /** Workers answer for the database's health, but only this process knows of the embedded one. */
  const teller = setInterval(() => {
    const cause = databaseCause();
    if (cause === toldCause) return;
    toldCause = cause;
    for (const worker of workers) if (worker.isConnected()) worker.send({ databaseCause: cause });
  }, CAUSE_INTERVAL_MS).unref();

  /** @returns the worker's port once it serves */
  function fork(onExit: (code: number, failure: string | null) => void): Promise<number> {
    let failure: string | null = null;
    const worker = cluster.fork();
    workers.add(worker);
    worker.send(order);
    if (toldCause !== null) worker.send({ databaseCause: toldCause });
    return new Promise((resolve, reject) => {
      worker.once('message', (report: WorkerReport) => {
        if ('port' in report) resolve(report.port);
        else ({ failure } = report);
      });
      worker.once('exit', (code) => {
        workers.delete(worker);
        reject(new Error(failure ?? `A worker ended with ${String(code)} instead of starting.`));
        onExit(code, failure);
      });
    });
  }

  /** Keeps one worker running from now on. */
  function keepWorker(backOff = createBackOff(LONGEST_RESTART_DELAY_MS)): Promise<number> {
    const startedAtMs = performance.now();
    return fork((code, failure) => {
      if (closing) return;
      const delayMs = backOff.next(performance.now() - startedAtMs);
      const reason = failure === null ? {} : { reason: failure };
      logger.error({ code, delayMs, ...reason }, 'a worker ended unexpectedly and is replaced');
      setTimeout(() => {
        // One that does not start is replaced by the same rule.
        if (!closing) keepWorker(backOff).catch(() => undefined);
      }, delayMs);
    });
  }

  async function close(): Promise<void> {
    closing = true;
    clearInterval(teller);
    await Promise.all([...workers].map(stopWorker));
  }

  try {
    const ports = await Promise.all(Array.from({ length: count }, () => keepWorker()));
    const metrics = createWorkersMetrics();
    const told = metricsPort === null ? null : await tellMetrics(metricsPort, metrics.text);
    return {
      port: ports[0] ?? 0,
      async close() {
        told?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
