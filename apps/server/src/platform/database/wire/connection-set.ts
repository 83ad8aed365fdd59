import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from './connect.ts';
import { WireConnection } from './wire-connection.ts';

const ANSWER_TIMEOUT_MS = 120_000;
const IDLE_TIMEOUT_MS = 5 * 60_000;
/** A session of Postgres keeps all catalog entries that it has read, so its memory grows with its age. */
const LIFE_TIME_MS = 30 * 60_000;
const MAX_SWEEP_INTERVAL_MS = 60_000;

export interface ConnectionSetOptions {
  readonly maxConnections: number;
  readonly applicationName: string;
  /** How long to wait for the answer to a batch before its connection counts as lost. */
  readonly answerTimeoutMs?: number;
  /** How long an unused connection is kept. */
  readonly idleTimeoutMs?: number;
  /** The maximum age of a connection. The ages are spread, so that connections do not end together. */
  readonly lifeTimeMs?: number;
  /** Settings of the sessions, such as `statement_timeout`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The idle time after which TCP checks that a connection is alive. By default, it is not checked. */
  readonly keepAliveMs?: number;
}

type TimeLimits = Pick<ConnectionSetOptions, 'answerTimeoutMs' | 'idleTimeoutMs' | 'lifeTimeMs'>;

interface ConnectionEvents {
  /** A connection is idle. */
  readonly onIdle: () => void;
  /** A connection has ended, so another one can be opened. */
  readonly onClosed: (connection: WireConnection) => void;
  readonly onRefused: (error: Error) => void;
}

/** The connections of a pool: opens them, keeps idle ones, and closes old and unused ones. */
export class ConnectionSet {
  readonly #settings: ConnectionSettings;
  readonly #options: ConnectionSetOptions & Required<TimeLimits>;
  readonly #events: ConnectionEvents;
  /** The most recently used one is last and used next, so that the others can time out. */
  readonly #idle: WireConnection[] = [];
  readonly #endsAtMs = new Map<WireConnection, number>();
  readonly #sweeper: NodeJS.Timeout;
  #opening = 0;
  #closed = false;

  constructor(
    settings: ConnectionSettings,
    options: ConnectionSetOptions,
    events: ConnectionEvents,
  ) {
    this.#settings = settings;
    this.#options = {
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      lifeTimeMs: LIFE_TIME_MS,
      ...options,
    };
    this.#events = events;
    const { answerTimeoutMs, idleTimeoutMs, lifeTimeMs } = this.#options;
    const shortestMs = Math.min(answerTimeoutMs, idleTimeoutMs, lifeTimeMs, MAX_SWEEP_INTERVAL_MS);
    this.#sweeper = setInterval(() => this.#sweep(), shortestMs / 4).unref();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  takeIdle(): WireConnection | undefined {
    return this.#idle.pop();
  }

  /** Takes a connection back, or closes it when it is old. */
  giveBack(connection: WireConnection): void {
    if (connection.isClosed) return;
    if (this.#closed || this.#isOld(connection)) {
      connection.close();
      return;
    }
    this.#idle.push(connection);
    this.#events.onIdle();
  }

  /** Opens another connection, unless the set has as many as it may. */
  open(): void {
    const { maxConnections, applicationName, lifeTimeMs, parameters, keepAliveMs } = this.#options;
    if (this.#closed || this.#endsAtMs.size + this.#opening >= maxConnections) return;
    this.#opening += 1;
    openConnection(this.#settings, { application_name: applicationName, ...parameters }).then(
      (opened) => {
        this.#opening -= 1;
        if (keepAliveMs !== undefined) opened.socket.setKeepAlive(true, keepAliveMs);
        const connection = new WireConnection(opened, { onClose: (ended) => this.#forget(ended) });
        this.#endsAtMs.set(connection, Date.now() + lifeTimeMs * (1 - Math.random() / 10));
        this.giveBack(connection);
      },
      (error: unknown) => {
        this.#opening -= 1;
        this.#events.onRefused(error as Error);
      },
    );
  }

  /** Drops idle connections. When one connection is lost, the idle ones most likely are too. */
  dropIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  forgetPrepared(): void {
    for (const connection of this.#endsAtMs.keys()) connection.forgetPrepared();
  }

  /** Closes the connections that are still in use. */
  destroyAll(): void {
    for (const connection of [...this.#endsAtMs.keys()]) connection.destroy();
  }

  /** Connections in use close when they are given back. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#sweeper);
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #forget(connection: WireConnection): void {
    this.#endsAtMs.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#events.onClosed(connection);
  }

  #isOld(connection: WireConnection): boolean {
    return Date.now() > (this.#endsAtMs.get(connection) ?? 0);
  }

  #sweep(): void {
    const { answerTimeoutMs, idleTimeoutMs } = this.#options;
    for (const connection of [...this.#endsAtMs.keys()]) {
      const quietMs = performance.now() - connection.changedAtMs;
      if (connection.depth > 0) {
        if (quietMs > answerTimeoutMs) connection.destroy(new Error('no answer in time'));
        continue;
      }
      const index = this.#idle.indexOf(connection);
      if (index < 0 || (quietMs <= idleTimeoutMs && !this.#isOld(connection))) continue;
      this.#idle.splice(index, 1);
      connection.close();
    }
  }
}
