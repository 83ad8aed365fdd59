/** A worker process. The supervisor sends it its settings and connections. */
import type { Socket } from 'node:net';
import { loadConfig } from '../config/config.ts';
import { createLogger } from '../platform/logger.ts';
import { serve } from '../serve.ts';
import { supervise } from '../http/supervise.ts';
import type { WorkerMessage, WorkerOrder, WorkerReport } from './worker-process.ts';

// Ctrl-C in a terminal reaches every process of the group. The supervisor stops its workers itself.
process.on('SIGINT', () => undefined);

let databaseCause: string | null = null;
let serveConnection: (socket: Socket) => void = (socket) => socket.destroy();
const received = Promise.withResolvers<WorkerOrder>();

function report(message: WorkerReport, onSent = (): void => undefined): void {
  process.send?.(message, onSent);
}

// Messages without a kind belong to prom-client.
process.on('message', (message: WorkerMessage | { kind?: never }, socket?: Socket) => {
  if (message.kind === 'ping') report({ kind: 'pong' });
  else if (message.kind === 'order') received.resolve(message.order);
  else if (message.kind === 'database') databaseCause = message.cause;
  else if (message.kind === 'connection') {
    report({ kind: 'received', id: message.id });
    // The socket is missing when the client has disconnected meanwhile.
    if (socket !== undefined) serveConnection(socket);
  }
});

const { environment, state, port } = await received.promise;
try {
  const config = loadConfig(environment);
  const logger = createLogger(config.logLevel);
  // The state after an uncaught error is unknown, so the worker ends. The supervisor replaces it.
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'worker: uncaught error, will exit');
    process.exit(1);
  });
  const accepted = {
    port,
    take: (use: (socket: Socket) => void) => {
      serveConnection = use;
    },
  };
  const context = { databaseCause: () => databaseCause, accepted };
  const listener = await serve(config, state, logger, {}, context);
  // node:cluster ends this process when the supervisor is gone.
  supervise({ parts: [], close: () => listener.close() }, { signals: ['SIGTERM'] });
  report({ kind: 'serving' });
} catch (error) {
  // The supervisor reports it once for all workers.
  const reason = error instanceof Error ? error.message : String(error);
  report({ kind: 'failure', reason }, () => process.exit(1));
}
