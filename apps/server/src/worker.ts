/** One of several server processes; the first process sends what it needs to serve. */
import { once } from 'node:events';
import type { WorkerOrder, WorkerReport } from './cluster.ts';
import { loadConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { serve } from './serve.ts';
import { supervise } from './server/supervise.ts';

// A terminal's Ctrl-C reaches every process of the group; the first process decides the order.
process.on('SIGINT', () => undefined);

const [{ environment, state }] = (await once(process, 'message')) as [WorkerOrder];
const config = loadConfig(environment);
let databaseCause: string | null = null;
process.on('message', (message: { databaseCause?: string | null }) => {
  // Whoever gathers the metrics sends messages, too.
  if (message.databaseCause !== undefined) ({ databaseCause } = message);
});
const logger = createLogger(config.logLevel);

const tell = (report: WorkerReport, whenTold = (): void => undefined): void =>
  void process.send?.(report, whenTold);
try {
  const listener = await serve(config, state, logger, {}, () => databaseCause);
  // Should the first process be lost, node:cluster ends this one at once.
  supervise({ parts: [], close: () => listener.close() }, { signals: ['SIGTERM'] });
  tell({ port: listener.port });
} catch (error) {
  // The first process says it, once for all that fail.
  tell({ failure: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
}
