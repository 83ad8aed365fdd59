import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from './platform/logger.ts';
import type { Listener, ServerState } from './serve.ts';

const WORKER_PATH = fileURLToPath(new URL('./worker.ts', import.meta.url));
const RESTART_DELAY_MS = 500;

/** Starts server processes that share the port; one that dies is replaced. */
export async function startWorkers(
  count: number,
  state: ServerState,
  logger: Logger,
): Promise<Listener> {
  cluster.setupPrimary({ exec: WORKER_PATH });
  let closing = false;

  const startWorker = async (): Promise<number> => {
    const worker = cluster.fork();
    worker.send(state);
    worker.once('exit', (code) => {
      if (closing) return;
      logger.error({ code }, 'a worker ended unexpectedly and is replaced');
      setTimeout(() => {
        if (!closing) startWorker().catch(() => undefined);
      }, RESTART_DELAY_MS);
    });
    const failed = once(worker, 'exit').then(() => {
      throw new Error('A worker did not start.');
    });
    const started = once(worker, 'message') as Promise<[{ port: number }]>;
    const [{ port }] = await Promise.race([started, failed]);
    return port;
  };

  const stopWorker = async (worker: Worker | undefined): Promise<void> => {
    if (worker === undefined) return;
    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    await exited;
  };

  const ports = await Promise.all(Array.from({ length: count }, startWorker));
  return {
    port: ports[0] ?? 0,
    async close() {
      closing = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker));
    },
  };
}
