import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ConnectionSettings } from '../../src/platform/database/connection.ts';
import { findPostgresBinaries } from '../../src/platform/database/embedded/postgres-binaries.ts';
import { openConnection } from '../../src/platform/database/wire/connect.ts';
import { findFreePort } from '../../src/platform/free-port.ts';

const run = promisify(execFile);
const DEBIAN_DIR = '/usr/lib/postgresql';

export interface FoundPostgres {
  readonly major: number;
  readonly initdb: string;
  readonly postgres: string;
}

/** One installation per major version on this machine: the embedded one, Debian's, and those of POSTGRES_BINARIES. */
export async function findOwnPostgres(): Promise<FoundPostgres[]> {
  const embedded = await findPostgresBinaries();
  const debian = existsSync(DEBIAN_DIR)
    ? readdirSync(DEBIAN_DIR).map((version) => join(DEBIAN_DIR, version, 'bin'))
    : [];
  const given = (process.env.POSTGRES_BINARIES ?? '').split(':').filter((dir) => dir !== '');
  const found = new Map<number, FoundPostgres>();
  const candidates = [
    { initdb: embedded.initdb, postgres: embedded.postgres },
    ...[...debian, ...given].map((dir) => ({
      initdb: join(dir, 'initdb'),
      postgres: join(dir, 'postgres'),
    })),
  ];
  for (const { initdb, postgres } of candidates) {
    if (!existsSync(initdb) || !existsSync(postgres)) continue;
    const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
    const major = Number(/(\d+)/.exec(version)?.[1]);
    if (major >= 15 && !found.has(major)) found.set(major, { major, initdb, postgres });
  }
  return [...found.values()].sort((a, b) => a.major - b.major);
}

export interface OwnPostgres {
  /** The URL for the superuser `postgres`, over TLS. */
  readonly superuser: ConnectionSettings;
  /** The certificate file of the authority that signed the server's certificate. */
  readonly caPath: string;
  /** The folder of the server's Unix sockets. */
  readonly dir: string;
  stop(): Promise<void>;
}

/** Creates a certificate for this machine and its certificate authority, as an operator would. */
async function makeCertificates(dir: string): Promise<void> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: dir });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other-ca']) {
    const subject = ['-subj', `/CN=${name}`, '-days', '2'];
    const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    await openssl('req', '-x509', ...ec, ...subject, ...files);
  }
  await openssl('req', ...ec, '-subj', '/CN=db', '-keyout', 'server.key', '-out', 'server.csr');
  await writeFile(join(dir, 'names'), 'subjectAltName=DNS:localhost');
  const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'];
  const names = ['-days', '2', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'server.csr', ...authority, ...names, '-out', 'server.crt');
}

/** Postgres refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = accounts.find((entry) => entry.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

const CONFIGURATION = {
  unix_socket_directories: '.',
  ssl: 'on',
  ssl_cert_file: '../server.crt',
  ssl_key_file: '../server.key',
  wal_level: 'logical',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** A Postgres as an operator runs it: a superuser `postgres`, TLS for all TCP connections, trust on the socket. */
export async function startOwnPostgres(
  found: FoundPostgres,
  extraSettings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const password = 'superuser password';
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-own-'));
  await chmod(dir, 0o755);
  await makeCertificates(dir);
  await writeFile(join(dir, 'password'), password);
  const clusterDir = join(dir, 'cluster');
  await mkdir(clusterDir, { mode: 0o700 });
  const user = unprivilegedUser();
  if (user !== null) {
    for (const path of ['cluster', 'password', 'server.key']) {
      await chown(join(dir, path), user.uid, user.gid);
    }
  }
  const asUser = user ?? {};
  await run(
    found.initdb,
    [
      `--pgdata=${clusterDir}`,
      '--username=postgres',
      `--pwfile=${join(dir, 'password')}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    asUser,
  );
  await writeFile(
    join(clusterDir, 'pg_hba.conf'),
    'local all all trust\nhostssl all all all scram-sha-256\n',
  );
  const port = await findFreePort();
  const postgres = spawn(
    found.postgres,
    [
      ...['-D', clusterDir, '-p', String(port)],
      ...Object.entries({ ...CONFIGURATION, ...extraSettings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  postgres.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-2000);
  });
  const exited = once(postgres, 'exit');
  const superuser: ConnectionSettings = {
    host: 'localhost',
    port,
    database: 'postgres',
    username: 'postgres',
    password,
    sslMode: 'verify-full',
    rootCertificate: await readFile(join(dir, 'ca.crt'), 'utf8'),
  };
  for (;;) {
    const isReady = await openConnection(superuser, {}).then(
      ({ socket }) => socket.destroy().destroyed,
      () => false,
    );
    if (isReady) break;
    if (postgres.exitCode !== null) throw new Error(`Postgres did not start: ${log}`);
    // Attempts without a pause would slow down the start.
    await sleep(50);
  }
  return {
    superuser,
    caPath: join(dir, 'ca.crt'),
    dir,
    async stop() {
      postgres.kill('SIGINT');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
