import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerState } from '../serve.ts';
import type { Environment } from '../start.ts';

const WORKER_PATH = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A worker closes within 8 s. */
const STOP_TIMEOUT_MS = 8_500;
const PING_INTERVAL_MS = 1_000;
/** A worker without an answer for so long is busy, or hangs. */
const RESPONSIVE_MS = 2_000;
const LAST_REPORTS_MS = 100;
/** Loading the code of the services blocks a worker. */
const START_TIMEOUT_MS = 60_000;

/** What a worker needs to serve. */
export interface WorkerOrder {
  /** The environment of the configuration, which can differ from the process's own. */
  readonly environment: Environment;
  readonly state: ServerState;
  /** The port on which the supervisor accepts connections. */
  readonly port: number;
}

/** A message to a worker. A connection comes with its socket. */
export type WorkerMessage =
  | { readonly kind: 'order'; readonly order: WorkerOrder }
  | { readonly kind: 'database'; readonly cause: string | null }
  | { readonly kind: 'ping' }
  | { readonly kind: 'connection'; readonly id: number };

export type WorkerReport =
  | { readonly kind: 'serving' }
  | { readonly kind: 'failure'; readonly reason: string }
  | { readonly kind: 'pong' }
  /** Sent before the worker reads from the connection. */
  | { readonly kind: 'received'; readonly id: number };

export interface WorkerEnd {
  readonly processId: number;
  readonly code: number | null;
  readonly signal: string | null;
  /** For an operator. */
  readonly cause: string;
}

export interface WorkerProcess {
  readonly processId: number;
  /** Resolves when it serves. Stays pending when it ends before. */
  readonly serving: Promise<void>;
  readonly ended: Promise<WorkerEnd>;
  send(message: WorkerMessage): void;
  isResponsive(): boolean;
  give(socket: Socket): void;
  /** The connections that an ended worker was given and has not received. */
  takeBack(): Socket[];
  stop(): Promise<void>;
}

/** Starts a worker. A worker that does not answer for `hangTimeoutMs` is killed. */
export function startWorkerProcess(hangTimeoutMs: number): WorkerProcess {
  cluster.setupPrimary({ exec: WORKER_PATH });
  const worker = cluster.fork();
  const { process: child } = worker;
  const processId = child.pid ?? 0;
  const serving = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<WorkerEnd>();
  const undelivered = new Map<number, Socket>();
  let given = 0;
  let reason: string | null = null;
  let isServing = false;
  let isAnswered = true;
  let silentMs = 0;

  // Counted in heartbeats of this process, so that a suspended machine does not kill its workers.
  const heartbeat = setInterval(() => {
    silentMs = isAnswered ? 0 : silentMs + PING_INTERVAL_MS;
    if (isAnswered) {
      isAnswered = false;
      send({ kind: 'ping' });
    }
    if (silentMs < (isServing ? hangTimeoutMs : START_TIMEOUT_MS)) return;
    reason ??= `It did not answer for ${String(silentMs / 1000)} s.`;
    child.kill('SIGKILL');
  }, PING_INTERVAL_MS);

  function send(message: WorkerMessage): void {
    // Sending fails only when the worker is gone. Then `exit` follows.
    worker.send(message, undefined, undefined, () => undefined);
  }

  function end(code: number | null, signal: string | null): void {
    clearInterval(heartbeat);
    const how = signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`;
    ended.resolve({ processId, code, signal, cause: reason ?? `It ${how}.` });
  }

  // Messages without a kind belong to prom-client.
  worker.on('message', (report: WorkerReport | { kind?: never }) => {
    if (report.kind === 'serving') {
      isServing = true;
      serving.resolve(undefined);
    } else if (report.kind === 'failure') ({ reason } = report);
    else if (report.kind === 'pong') isAnswered = true;
    else if (report.kind === 'received') {
      undelivered.get(report.id)?.destroy();
      undelivered.delete(report.id);
    }
  });
  const disconnected = new Promise((resolve) => worker.once('disconnect', resolve));
  worker.once('exit', (code: number | null, signal: string | null) => {
    // Its last messages can be unread. Node does not always emit `disconnect`.
    void Promise.race([disconnected, sleep(LAST_REPORTS_MS)]).then(() => end(code, signal));
  });
  worker.on('error', (error) => {
    reason = error.message;
    if (child.pid === undefined) end(null, null);
  });

  return {
    processId,
    serving: serving.promise,
    ended: ended.promise,
    send,
    isResponsive: () => silentMs < RESPONSIVE_MS,
    give(socket) {
      given += 1;
      undelivered.set(given, socket);
      worker.send({ kind: 'connection', id: given }, socket, { keepOpen: true }, () => undefined);
    },
    takeBack() {
      const sockets = [...undelivered.values()];
      undelivered.clear();
      return sockets;
    },
    async stop() {
      if (worker.isDead()) return;
      child.kill('SIGTERM');
      const stopped = new AbortController();
      const force = sleep(STOP_TIMEOUT_MS, undefined, { signal: stopped.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
      await ended.promise;
      stopped.abort();
      await force;
    },
  };
}
