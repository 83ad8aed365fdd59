import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../error-code.ts';
import { syncToDisk } from '../../files.ts';
import type { FileLock } from './file-lock.ts';
import type { OperatingSystemUser } from './operating-system-user.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const SUPERUSER = 'supabase_admin';

interface ClusterOptions {
  readonly clusterDir: string;
  readonly password: string;
  /** Trades crash safety for speed; for tests. */
  readonly ephemeral: boolean;
  /** The lock of the cluster. */
  readonly lock: FileLock;
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

async function runInitdb(
  binaries: PostgresBinaries,
  dir: string,
  { password, ephemeral, lock }: ClusterOptions,
  user: OperatingSystemUser | undefined,
): Promise<void> {
  // Beside the cluster, so that the next start removes the folder if this process is killed.
  const passwordDir = `${dir}.password`;
  await rm(passwordDir, { recursive: true, force: true });
  await mkdir(passwordDir, { mode: 0o700 });
  const passwordPath = join(passwordDir, 'password');
  try {
    await writeFile(passwordPath, `${password}\n`, { mode: 0o600 });
    if (user) {
      await chown(passwordDir, user.uid, user.gid);
      await chown(passwordPath, user.uid, user.gid);
    }
    const initdb = spawn(
      binaries.initdb,
      [
        `--pgdata=${dir}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordPath}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same collation on every machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(ephemeral ? ['--no-sync'] : []),
      ],
      // initdb outlives a killed server. It inherits the lock, so that no other server starts meanwhile.
      { ...user, stdio: ['ignore', 'ignore', 'pipe', lock.fileDescriptor] },
    );
    let log = '';
    initdb.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const [code] = (await once(initdb, 'close')) as [number | null];
    if (code !== 0) throw new Error(`The embedded database can't be created: ${log.trim()}`);
  } finally {
    await rm(passwordDir, { recursive: true, force: true });
  }
}

/** Where initdb writes a new cluster. The folder exists until the cluster is complete. */
export function partialDirOf(clusterDir: string): string {
  return `${clusterDir}.partial`;
}

/**
 * Creates a cluster where there is none. The cluster is created in a folder beside its own and renamed
 * when it is complete, so that a killed start leaves no incomplete cluster.
 */
export async function initializeCluster(
  binaries: PostgresBinaries,
  options: ClusterOptions,
  user: OperatingSystemUser | undefined,
): Promise<void> {
  const { clusterDir } = options;
  const names = await listFolder(clusterDir);
  if (names.includes('PG_VERSION')) return;
  if (names.length > 0) {
    throw new Error(`The folder ${clusterDir} isn't empty, but contains no database.`);
  }
  const parentDir = dirname(clusterDir);
  const partialDir = partialDirOf(clusterDir);
  await rm(partialDir, { recursive: true, force: true });
  await mkdir(partialDir, { mode: 0o700 });
  if (user) {
    await chown(partialDir, user.uid, user.gid);
    // That user needs access to the parent folder, which belongs to this process's user.
    await chmod(parentDir, 0o711);
  }
  await runInitdb(binaries, partialDir, options, user);
  await rename(partialDir, clusterDir);
  await syncToDisk(parentDir);
}
