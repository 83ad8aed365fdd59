import cluster, { type Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerState } from '../server-state.ts';
import type { Environment } from '../start-server.ts';

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

/** A worker. It is killed when it does not answer for `hangTimeoutMs`. */
export class WorkerProcess {
  readonly processId: number;
  /** Resolves when it serves. Stays pending when it ends before. */
  readonly serving: Promise<void>;
  readonly ended: Promise<WorkerEnd>;
  readonly #worker: Worker;
  readonly #hangTimeoutMs: number;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #serving = Promise.withResolvers<undefined>();
  readonly #ended = Promise.withResolvers<WorkerEnd>();
  readonly #undelivered = new Map<number, Socket>();
  #given = 0;
  #reason: string | null = null;
  #isServing = false;
  #isAnswered = true;
  #silentMs = 0;

  constructor(hangTimeoutMs: number) {
    cluster.setupPrimary({ exec: WORKER_PATH });
    this.#worker = cluster.fork();
    this.#hangTimeoutMs = hangTimeoutMs;
    this.processId = this.#worker.process.pid ?? 0;
    this.serving = this.#serving.promise;
    this.ended = this.#ended.promise;
    this.#heartbeat = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    this.#listen();
  }

  send(message: WorkerMessage): void {
    // Sending fails only when the worker is gone. Then `exit` follows.
    this.#worker.send(message, undefined, undefined, () => undefined);
  }

  isResponsive(): boolean {
    return this.#silentMs < RESPONSIVE_MS;
  }

  /** Passes a connection to the worker. */
  give(socket: Socket): void {
    this.#given += 1;
    this.#undelivered.set(this.#given, socket);
    const message: WorkerMessage = { kind: 'connection', id: this.#given };
    this.#worker.send(message, socket, { keepOpen: true }, () => undefined);
  }

  /** The connections that an ended worker was given and has not received. */
  takeBack(): Socket[] {
    const sockets = [...this.#undelivered.values()];
    this.#undelivered.clear();
    return sockets;
  }

  async stop(): Promise<void> {
    if (this.#worker.isDead()) return;
    const { process: child } = this.#worker;
    child.kill('SIGTERM');
    const stopped = new AbortController();
    const force = sleep(STOP_TIMEOUT_MS, undefined, { signal: stopped.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await this.ended;
    stopped.abort();
    await force;
  }

  /** Counts in heartbeats of this process, so that a suspended machine does not kill its workers. */
  #ping(): void {
    this.#silentMs = this.#isAnswered ? 0 : this.#silentMs + PING_INTERVAL_MS;
    if (this.#isAnswered) {
      this.#isAnswered = false;
      this.send({ kind: 'ping' });
    }
    if (this.#silentMs < (this.#isServing ? this.#hangTimeoutMs : START_TIMEOUT_MS)) return;
    this.#reason ??= `It did not answer for ${String(this.#silentMs / 1000)} s.`;
    this.#worker.process.kill('SIGKILL');
  }

  #listen(): void {
    const worker = this.#worker;
    // Messages without a kind belong to prom-client.
    worker.on('message', (report: WorkerReport | { kind?: never }) => this.#receive(report));
    const disconnected = new Promise((resolve) => worker.once('disconnect', resolve));
    worker.once('exit', (code: number | null, signal: string | null) => {
      // Its last messages can be unread. Node does not always emit `disconnect`.
      void Promise.race([disconnected, sleep(LAST_REPORTS_MS)]).then(() => this.#end(code, signal));
    });
    worker.on('error', (error) => {
      this.#reason = error.message;
      if (worker.process.pid === undefined) this.#end(null, null);
    });
  }

  #receive(report: WorkerReport | { kind?: never }): void {
    if (report.kind === 'serving') {
      this.#isServing = true;
      this.#serving.resolve(undefined);
    } else if (report.kind === 'failure') this.#reason = report.reason;
    else if (report.kind === 'pong') this.#isAnswered = true;
    else if (report.kind === 'received') {
      this.#undelivered.get(report.id)?.destroy();
      this.#undelivered.delete(report.id);
    }
  }

  #end(code: number | null, signal: string | null): void {
    clearInterval(this.#heartbeat);
    const how = signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`;
    const cause = this.#reason ?? `It ${how}.`;
    this.#ended.resolve({ processId: this.processId, code, signal, cause });
  }
}
