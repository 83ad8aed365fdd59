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
  LONGEST_PAUSE_MS,
  type KeeperOrder,
  type KeeperReport,
} from './keeper-messages.ts';
import { findUnprivilegedUser } from './operating-system-user.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

const KEEPER_PATH = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));
/** After a crash, Postgres first does again what its log says. */
const START_TIMEOUT_MS = 5 * 60_000;
/** A start that fails so often will not succeed by itself while somebody waits for it. */
const MAX_START_FAILURES = 3;

interface EmbeddedPostgresOptions {
  /** The cluster's own folder; made when missing. */
  readonly clusterDir: string;
  readonly password: string;
  /** Null, or nothing, for any port that is free. */
  readonly port?: number | null;
  /** Trades crash safety for speed; for tests. */
  readonly ephemeral?: boolean;
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** Another Postgres than the one that npm brought. */
  readonly binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  readonly connection: ConnectionSettings;
  /** Null while Postgres takes connections, else why it does not, in plain words. */
  readonly cause: () => string | null;
  /** Settles when Postgres will not come back by itself, with the reason. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

function settingsOf({ ephemeral, extraSettings }: EmbeddedPostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    // What a slot that nobody reads may keep from being forgotten.
    max_slot_wal_keep_size: '1GB',
    max_connections: '200',
    shared_buffers: '128MB',
    logging_collector: 'off',
    // Errors answer the caller; in a log their details would be personal data.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(ephemeral ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...extraSettings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Starts a keeper that holds the cluster's lock, which this process then gives up. */
async function startKeeper(order: KeeperOrder): Promise<ChildProcess> {
  await access(order.clusterDir);
  const lock = await lockCluster(order.clusterDir);
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  stdio[LOCK_FILE_DESCRIPTOR] = lock.fileDescriptor;
  try {
    const keeper = spawn(process.execPath, [KEEPER_PATH, JSON.stringify(order)], {
      detached: true,
      stdio,
    });
    await once(keeper, 'spawn');
    return keeper;
  } finally {
    await lock.release();
  }
}

/**
 * Starts a real Postgres under a keeper process, bound to loopback. Whatever
 * way the caller ends, the keeper shuts Postgres down and the next start works;
 * whatever way Postgres or the keeper ends, they come back on the same port.
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
  const order: KeeperOrder = {
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
  let keeper: ChildProcess | null = null;

  const hear = (report: KeeperReport): void => {
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

  /** One life of a keeper. Throws when there can be no other. */
  async function keepOnce(): Promise<void> {
    keeper = await startKeeper(order);
    const exited = once(keeper, 'exit');
    keeper.on('message', hear);
    if (isStopping()) keeper.disconnect();
    await exited;
  }

  async function explainFailure(error: unknown): Promise<Error | null> {
    if (error instanceof ClusterInUseError) return error;
    return access(clusterDir).then(
      () => null,
      () => new Error(`The folder ${clusterDir} is gone.`),
    );
  }

  async function keep(): Promise<void> {
    const backOff = createBackOff(LONGEST_PAUSE_MS);
    while (!isStopping()) {
      const sinceMs = performance.now();
      const failure = await keepOnce().then(
        () => new Error('The process that keeps Postgres was ended.'),
        (error: unknown) => error as Error,
      );
      keeper = null;
      if (isStopping()) return;
      cause = failure.message;
      const reason = await explainFailure(failure);
      if (reason !== null) {
        ready.reject(reason);
        lost.resolve(reason);
        return;
      }
      const delayMs = backOff.next(performance.now() - sinceMs);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const kept = keep();
  const stop = async (): Promise<void> => {
    stopping.abort();
    if (keeper?.connected) keeper.disconnect();
    await kept;
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
