import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../error-code.ts';
import { syncToDisk } from '../../sync-to-disk.ts';
import type { FileLock } from './file-lock.ts';
import type { OperatingSystemUser } from './operating-system-user.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const SUPERUSER = 'supabase_admin';

interface ClusterOptions {
  readonly clusterDir: string;
  readonly password: string;
  /** Trades crash safety for speed; for tests. */
  readonly ephemeral: boolean;
  /** That of the cluster. */
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
  // Beside the cluster, so that the next start removes what being killed left.
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
        // One collation everywhere, whatever the machine's own locales are.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(ephemeral ? ['--no-sync'] : []),
      ],
      // It outlives a server that is killed; with the lock, nobody else begins meanwhile.
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

/**
 * Makes a cluster where there is none. It is made beside its place and moved
 * there when it is whole, so that being killed on the way leaves nothing that
 * looks like one.
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
  const partialDir = `${clusterDir}.partial`;
  await rm(partialDir, { recursive: true, force: true });
  await mkdir(partialDir, { mode: 0o700 });
  if (user) {
    await chown(partialDir, user.uid, user.gid);
    // That user must be able to pass through the folder above, which is ours.
    await chmod(parentDir, 0o711);
  }
  await runInitdb(binaries, partialDir, options, user);
  await rename(partialDir, clusterDir);
  await syncToDisk(parentDir);
}
