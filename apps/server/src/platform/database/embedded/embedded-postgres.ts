import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../../free-port.ts';
import { openPool, type ConnectionSettings } from '../connection.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);
const KEEPER_PATH = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const SUPERUSER = 'supabase_admin';

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder; made when missing. */
  readonly clusterDir: string;
  readonly password: string;
  /** Trades crash safety for speed; for tests. */
  readonly ephemeral?: boolean;
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** Another Postgres than the one that npm brought. */
  readonly binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  readonly connection: ConnectionSettings;
  /** Settles when Postgres ended without being asked to. */
  readonly unexpectedExit: Promise<never>;
  stop(): Promise<void>;
}

interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root; then it runs as the user postgres, else nobody. */
async function findUnprivilegedUser(): Promise<OperatingSystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (account === undefined) {
    throw new Error('Postgres cannot run as root here; start as another user or set DATABASE_URL.');
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function initialize(
  binaries: PostgresBinaries,
  options: EmbeddedPostgresOptions,
  user: OperatingSystemUser | undefined,
): Promise<void> {
  const passwordDir = await mkdtemp(join(tmpdir(), 'beaconpay-init-'));
  const passwordPath = join(passwordDir, 'password');
  try {
    await writeFile(passwordPath, `${options.password}\n`, { mode: 0o600 });
    if (user) {
      await chown(passwordDir, user.uid, user.gid);
      await chown(passwordPath, user.uid, user.gid);
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${options.clusterDir}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordPath}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // One collation everywhere, whatever the machine's own locales are.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(options.ephemeral ? ['--no-sync'] : []),
      ],
      { ...user },
    );
  } finally {
    await rm(passwordDir, { recursive: true, force: true });
  }
}

/** Ends a Postgres that outlived its keeper (which a `kill -9` of both can cause). */
async function stopOrphan(
  binaries: PostgresBinaries,
  clusterDir: string,
  user: OperatingSystemUser | undefined,
): Promise<void> {
  const control = (command: string[]) =>
    run(binaries.pg_ctl, ['--pgdata', clusterDir, ...command], { ...user });
  const isRunning = await control(['status']).then(
    () => true,
    () => false,
  );
  // It may end by itself between the two calls, which is what was wanted.
  if (isRunning) await control(['stop', '--mode=fast', '--wait']).catch(() => undefined);
}

async function waitUntilReady(connection: ConnectionSettings, keeper: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const sql = openPool(connection, { applicationName: 'beaconpay-start', maxConnections: 1 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (keeper.exitCode !== null || Date.now() > deadlineMs) {
        throw new Error('The embedded Postgres did not start; its log is in the data folder.', {
          cause: error,
        });
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isInitialized(clusterDir: string): Promise<boolean> {
  return readFile(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Starts a real Postgres under a keeper process, bound to loopback. Whatever
 * way the caller ends, the keeper shuts Postgres down and the next start works.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? (await findPostgresBinaries());
  const user = await findUnprivilegedUser();
  await mkdir(options.clusterDir, { recursive: true, mode: 0o700 });
  await chmod(options.clusterDir, 0o700);
  if (user) {
    await chown(options.clusterDir, user.uid, user.gid);
    // That user must be able to pass through the folder above, which is ours.
    await chmod(dirname(options.clusterDir), 0o711);
  }
  if (await isInitialized(options.clusterDir)) {
    await stopOrphan(binaries, options.clusterDir, user);
  } else {
    await initialize(binaries, options, user);
  }

  const port = await findFreePort();
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: '200',
    shared_buffers: '128MB',
    logging_collector: 'off',
    // Errors answer the caller; in a log their details would be personal data.
    log_min_messages: 'panic',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(options.ephemeral
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
    ...options.extraSettings,
  };
  const keeper = spawn(
    process.execPath,
    [
      KEEPER_PATH,
      binaries.postgres,
      user ? String(user.uid) : '',
      user ? String(user.gid) : '',
      '-D',
      options.clusterDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { detached: true, stdio: ['pipe', 'ignore', options.ephemeral ? 'ignore' : 'inherit'] },
  );
  const exited = once(keeper, 'exit');
  let stopping = false;
  const unexpectedExit = exited.then(() => {
    if (stopping) return new Promise<never>(() => undefined);
    throw new Error('The embedded Postgres ended unexpectedly.');
  });
  // Watched by whoever cares; unwatched it must not end the process by itself.
  unexpectedExit.catch(() => undefined);

  const connection: ConnectionSettings = {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: SUPERUSER,
    password: options.password,
    sslMode: 'disable',
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    keeper.stdin.end();
    await exited;
  };
  try {
    await waitUntilReady(connection, keeper);
  } catch (error) {
    if (keeper.exitCode === null) await stop();
    throw error;
  }
  return { connection, unexpectedExit, stop };
}
