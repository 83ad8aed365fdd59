import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBackOff } from '../../back-off.ts';
import { findFreePort } from '../../free-port.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import { ClusterInUseError, lockCluster } from './cluster-lock.ts';
import { embeddedConnection } from './embedded-connection.ts';
import { initializeCluster } from './initialize-cluster.ts';
import {
  LOCK_FILE_DESCRIPTOR,
  MAX_RESTART_DELAY_MS,
  type SupervisorOrder,
  type SupervisorReport,
} from './supervisor-messages.ts';
import { findUnprivilegedUser } from './operating-system-user.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

const SUPERVISOR_PATH = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url));
/** After a crash, Postgres replays its write-ahead log first. */
const START_TIMEOUT_MS = 5 * 60_000;
/** After so many failed starts, the server reports the error instead of waiting. */
const MAX_START_FAILURES = 3;

interface EmbeddedPostgresOptions {
  /** The cluster's own folder; created when it is missing. */
  readonly clusterDir: string;
  readonly password: string;
  /** Any free port when it is null or missing. */
  readonly port?: number | null;
  /** Trades crash safety for speed; for tests. */
  readonly ephemeral?: boolean;
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** By default those of the npm package. */
  readonly binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  readonly connection: ConnectionSettings;
  /** Null while Postgres takes connections, else why it does not, for an operator. */
  readonly cause: () => string | null;
  /** Resolves with the reason when Postgres cannot be restarted. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

function settingsOf({ ephemeral, extraSettings }: EmbeddedPostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    // Limits the log that Postgres keeps for a replication slot without a reader.
    max_slot_wal_keep_size: '1GB',
    max_connections: '200',
    shared_buffers: '128MB',
    logging_collector: 'off',
    // Clients receive the errors. In a log, their details would be personal data.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(ephemeral ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...extraSettings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

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

/**
 * Starts a real Postgres under a supervisor process, bound to loopback. When the caller ends, even by
 * SIGKILL, the supervisor shuts Postgres down. When Postgres or the supervisor ends, it is restarted on
 * the same port.
 *
 * @throws Error when it does not start; ClusterInUseError
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { clusterDir, password } = options;
  const binaries = options.binaries ?? (await findPostgresBinaries());
  const user = await findUnprivilegedUser();
  await mkdir(dirname(clusterDir), { recursive: true, mode: 0o711 });
  const lock = await lockCluster(clusterDir);
  try {
    await initializeCluster(
      binaries,
      { clusterDir, password, ephemeral: options.ephemeral ?? false, lock },
      user,
    );
    await chmod(clusterDir, 0o700);
  } finally {
    await lock.release();
  }

  const port = await findFreePort(options.port ?? 0).catch((cause: unknown) => {
    throw new Error(`Nothing can listen on DB_PORT ${String(options.port)}: ${String(cause)}`, {
      cause,
    });
  });
  const order: SupervisorOrder = {
    program: binaries.postgres,
    postgresArguments: ['-D', clusterDir, '-p', String(port), ...settingsOf(options)],
    clusterDir,
    user: user ?? null,
  };
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const lost = Promise.withResolvers<Error>();
  const ready = Promise.withResolvers<undefined>();
  ready.promise.catch(() => undefined);
  let cause: string | null = 'Postgres is starting.';
  let startFailures = 0;
  let supervisor: ChildProcess | null = null;

  const receive = (report: SupervisorReport): void => {
    if (report.state === 'ready') {
      cause = null;
      ready.resolve(undefined);
      return;
    }
    ({ cause } = report);
    startFailures += 1;
    if (startFailures >= MAX_START_FAILURES) {
      ready.reject(new Error(`The embedded Postgres does not start. ${report.cause}`));
    }
  };

  /** Runs one supervisor until it exits. Throws when it cannot be started. */
  async function superviseOnce(): Promise<void> {
    supervisor = await startSupervisor(order);
    const exited = once(supervisor, 'exit');
    supervisor.on('message', receive);
    if (isStopping()) supervisor.disconnect();
    await exited;
  }

  async function findPermanentError(error: unknown): Promise<Error | null> {
    if (error instanceof ClusterInUseError) return error;
    return access(clusterDir).then(
      () => null,
      () => new Error(`The folder ${clusterDir} is gone.`),
    );
  }

  async function superviseUntilStopped(): Promise<void> {
    const backOff = createBackOff(MAX_RESTART_DELAY_MS);
    while (!isStopping()) {
      const sinceMs = performance.now();
      const failure = await superviseOnce().then(
        () => new Error('The supervisor of Postgres has ended.'),
        (error: unknown) => error as Error,
      );
      supervisor = null;
      if (isStopping()) return;
      cause = failure.message;
      const reason = await findPermanentError(failure);
      if (reason !== null) {
        ready.reject(reason);
        lost.resolve(reason);
        return;
      }
      const delayMs = backOff.next(performance.now() - sinceMs);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const supervised = superviseUntilStopped();
  const stop = async (): Promise<void> => {
    stopping.abort();
    if (supervisor?.connected) supervisor.disconnect();
    await supervised;
  };
  const timeout = setTimeout(() => {
    ready.reject(new Error(`The embedded Postgres does not start. ${cause ?? ''}`));
  }, START_TIMEOUT_MS);
  try {
    await ready.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timeout);
  }
  const connection = embeddedConnection(port, password);
  return { connection, cause: () => cause, lost: lost.promise, stop };
}
