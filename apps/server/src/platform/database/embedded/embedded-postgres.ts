import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findFreePort } from '../../free-port.ts';
import type { ConnectionSettings } from '../connection-settings.ts';
import { lockCluster } from './cluster-lock.ts';
import { embeddedConnection } from './embedded-connection.ts';
import { initializeCluster } from './initialize-cluster.ts';
import { findUnprivilegedUser, type OperatingSystemUser } from './operating-system-user.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { SupervisedPostgres } from './supervised-postgres.ts';

/** `sun_path` without its NUL: 104 bytes on macOS and 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 103;

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
  /** Over TCP on loopback. */
  readonly connection: ConnectionSettings;
  /** Over the Unix socket, which costs less processor time; over TCP where the path is too long. */
  readonly localConnection: ConnectionSettings;
  /** Null while Postgres takes connections, else why it does not, for an operator. */
  readonly cause: () => string | null;
  /** Resolves with the reason when Postgres cannot be restarted. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

/** The same connection over the Unix socket, if the operating system accepts the length of its path. */
function overSocket(connection: ConnectionSettings, clusterDir: string): ConnectionSettings {
  const host = resolve(clusterDir);
  const path = join(host, `.s.PGSQL.${String(connection.port)}`);
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES ? { ...connection, host } : connection;
}

function settingsOf({ ephemeral, extraSettings }: EmbeddedPostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // The folder of the cluster, which only the user of Postgres can open.
    unix_socket_directories: '.',
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

/** Creates the cluster's folder unless it exists. */
async function prepareCluster(
  { clusterDir, password, ephemeral = false }: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  user: OperatingSystemUser | undefined,
): Promise<void> {
  await mkdir(dirname(clusterDir), { recursive: true, mode: 0o711 });
  const lock = await lockCluster(clusterDir);
  try {
    await initializeCluster(binaries, { clusterDir, password, ephemeral, lock }, user);
    await chmod(clusterDir, 0o700);
  } finally {
    await lock.release();
  }
}

async function choosePort({ port }: EmbeddedPostgresOptions): Promise<number> {
  return findFreePort(port ?? 0).catch((cause: unknown) => {
    throw new Error(`Nothing can listen on DB_PORT ${String(port)}: ${String(cause)}`, { cause });
  });
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
  await prepareCluster(options, binaries, user);
  const port = await choosePort(options);
  const postgres = new SupervisedPostgres({
    program: binaries.postgres,
    postgresArguments: ['-D', clusterDir, '-p', String(port), ...settingsOf(options)],
    clusterDir,
    user: user ?? null,
  });
  await postgres.waitUntilReady();
  const connection = embeddedConnection(port, password);
  return {
    connection,
    localConnection: overSocket(connection, clusterDir),
    cause: () => postgres.cause,
    lost: postgres.lost,
    stop: () => postgres.stop(),
  };
}
