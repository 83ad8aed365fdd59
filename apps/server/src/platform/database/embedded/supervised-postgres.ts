import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { retry } from '../../runtime/retry.ts';
import { ClusterInUseError, lockCluster } from './cluster-lock.ts';
import {
  LOCK_FILE_DESCRIPTOR,
  MAX_RESTART_DELAY_MS,
  type SupervisorOrder,
  type SupervisorReport,
} from './supervisor-messages.ts';

const SUPERVISOR_PATH = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url));
/** After a crash, Postgres replays its write-ahead log first. */
const START_TIMEOUT_MS = 5 * 60_000;
/** After so many failed starts, the server reports the error instead of waiting. */
const MAX_START_FAILURES = 3;

/** Starts a supervisor that inherits the cluster's lock. This process then releases its own handle. */
async function startSupervisor(order: SupervisorOrder): Promise<ChildProcess> {
  await access(order.clusterDir);
  const lock = await lockCluster(order.clusterDir);
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  stdio[LOCK_FILE_DESCRIPTOR] = lock.fileDescriptor;
  try {
    const supervisor = spawn(process.execPath, [SUPERVISOR_PATH, JSON.stringify(order)], {
      detached: true,
      stdio,
    });
    await once(supervisor, 'spawn');
    return supervisor;
  } finally {
    await lock.release();
  }
}

/** Runs a supervisor of Postgres, and starts a new one when it ends. */
export class SupervisedPostgres {
  readonly #order: SupervisorOrder;
  readonly #stopping = new AbortController();
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #lost = Promise.withResolvers<Error>();
  readonly #ended: Promise<void>;
  #supervisor: ChildProcess | null = null;
  #cause: string | null = 'Postgres is starting.';
  #startFailures = 0;

  constructor(order: SupervisorOrder) {
    this.#order = order;
    this.#ready.promise.catch(() => undefined);
    this.#ended = this.#superviseUntilStopped();
  }

  /** Null while Postgres takes connections, else why it does not, for an operator. */
  get cause(): string | null {
    return this.#cause;
  }

  /** Resolves with the reason when Postgres cannot be restarted. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /** @throws Error when Postgres does not start; it is stopped then */
  async waitUntilReady(): Promise<void> {
    const timeout = setTimeout(() => this.#rejectStart(this.#cause), START_TIMEOUT_MS);
    try {
      await this.#ready.promise;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearTimeout(timeout);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#supervisor?.connected) this.#supervisor.disconnect();
    await this.#ended;
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #rejectStart(cause: string | null): void {
    this.#ready.reject(new Error(`The embedded Postgres does not start. ${cause ?? ''}`));
  }

  #receive(report: SupervisorReport): void {
    if (report.state === 'ready') {
      this.#cause = null;
      this.#ready.resolve(undefined);
      return;
    }
    this.#cause = report.cause;
    this.#startFailures += 1;
    if (this.#startFailures >= MAX_START_FAILURES) this.#rejectStart(report.cause);
  }

  /** Runs one supervisor until it exits. Throws when it cannot be started. */
  async #runSupervisor(): Promise<void> {
    const supervisor = await startSupervisor(this.#order);
    this.#supervisor = supervisor;
    const exited = once(supervisor, 'exit');
    supervisor.on('message', (report: SupervisorReport) => this.#receive(report));
    if (this.#isStopping()) supervisor.disconnect();
    await exited;
  }

  async #findPermanentError(error: unknown): Promise<Error | null> {
    if (error instanceof ClusterInUseError) return error;
    const { clusterDir } = this.#order;
    return access(clusterDir).then(
      () => null,
      () => new Error(`The folder ${clusterDir} is gone.`),
    );
  }

  /**
   * Runs one supervisor until it ends. Resolves when it was stopped or Postgres cannot be restarted.
   *
   * @throws Error when another supervisor has to be started
   */
  async #superviseOnce(): Promise<void> {
    const failure = await this.#runSupervisor().then(
      () => new Error('The supervisor of Postgres has ended.'),
      (error: unknown) => error as Error,
    );
    this.#supervisor = null;
    if (this.#isStopping()) return;
    this.#cause = failure.message;
    const permanentError = await this.#findPermanentError(failure);
    if (permanentError === null) throw failure;
    this.#ready.reject(permanentError);
    this.#lost.resolve(permanentError);
  }

  async #superviseUntilStopped(): Promise<void> {
    await retry(() => this.#superviseOnce(), {
      maxDelayMs: MAX_RESTART_DELAY_MS,
      signal: this.#stopping.signal,
    });
  }
}
