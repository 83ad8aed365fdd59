/** One of the processes that serve; the first process sends what it needs, and connections. */
import type { Socket } from 'node:net';
import { loadConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { serve } from './serve.ts';
import { supervise } from './server/supervise.ts';
import type { WorkerMessage, WorkerOrder, WorkerReport } from './worker-process.ts';

// A terminal's Ctrl-C reaches every process of the group; the first process decides the order.
process.on('SIGINT', () => undefined);

let databaseCause: string | null = null;
let serveConnection: (socket: Socket) => void = (socket) => socket.destroy();
const ordered = Promise.withResolvers<WorkerOrder>();

function report(message: WorkerReport, onSent = (): void => undefined): void {
  process.send?.(message, onSent);
}

// Messages without a kind are of the library that gathers the metrics.
process.on('message', (message: WorkerMessage | { kind?: never }, socket?: Socket) => {
  if (message.kind === 'ping') report({ kind: 'pong' });
  else if (message.kind === 'order') ordered.resolve(message.order);
  else if (message.kind === 'database') databaseCause = message.cause;
  else if (message.kind === 'connection') {
    report({ kind: 'received', id: message.id });
    // A client that left on the way leaves no socket.
    if (socket !== undefined) serveConnection(socket);
  }
});

const { environment, state, port } = await ordered.promise;
try {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  // What it would do next is not known, so it does nothing more; the first process replaces it.
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'uncaught error, the worker ends');
    process.exit(1);
  });
  const accepted = {
    port,
    take: (use: (socket: Socket) => void) => {
      serveConnection = use;
    },
  };
  const surroundings = { databaseCause: () => databaseCause, accepted };
  const listener = await serve(config, state, logger, {}, surroundings);
  // Should the first process be lost, node:cluster ends this one at once.
  supervise({ parts: [], close: () => listener.close() }, { signals: ['SIGTERM'] });
  report({ kind: 'serving' });
} catch (error) {
  // The first process reports it, once for all workers that fail.
  const reason = error instanceof Error ? error.message : String(error);
  report({ kind: 'failure', reason }, () => process.exit(1));
}
