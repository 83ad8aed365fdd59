import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, type FileLock } from './file-lock.ts';
import { partialDirOf } from './initialize-cluster.ts';
import { endOrphans, findPostgresProcesses, hasSupervisor } from './orphaned-processes.ts';

const CHECK_INTERVAL_MS = 100;
/** How long the supervisor of a killed server may take to shut Postgres down. */
const ORDERLY_STOP_MS = 3_000;
const TIMEOUT_MS = 15_000;
/** How long initdb may take on a busy machine. It goes on when the server that started it was killed. */
const INITIALIZATION_MS = 60_000;

/** A process that this one can neither see nor end uses the cluster. */
export class ClusterInUseError extends Error {
  override readonly name = 'ClusterInUseError';

  constructor(clusterDir: string) {
    super(
      `The database in ${clusterDir} is in use, maybe from another container: another process holds ` +
        `the lock on ${clusterDir}.lock. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
}

/** Ends a Postgres without a supervisor. One with a supervisor is in use, or about to end. */
async function endUnsupervised(clusterDir: string): Promise<void> {
  if (!(await hasSupervisor(await findPostgresProcesses(clusterDir)))) await endOrphans(clusterDir);
}

/** Removes the lock files of an ended Postgres, whose process id another process may have reused. */
async function removeLockFiles(clusterDir: string): Promise<void> {
  const names = await readdir(clusterDir).catch((): string[] => []);
  const stale = names.filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'));
  for (const name of stale) await rm(join(clusterDir, name), { force: true });
}

/**
 * The right to run Postgres in a folder. The supervisor and every process of Postgres inherit the
 * lock, so the lock is free only when the last of them has ended.
 *
 * @throws ClusterInUseError
 */
export async function lockCluster(clusterDir: string): Promise<FileLock> {
  const sinceMs = performance.now();
  const waitedMs = () => performance.now() - sinceMs;
  const timeoutMs = () => (existsSync(partialDirOf(clusterDir)) ? INITIALIZATION_MS : TIMEOUT_MS);
  for (;;) {
    const lock = await lockFile(`${clusterDir}.lock`);
    if (lock !== null) {
      // Versions before the lock existed can have left processes.
      await endUnsupervised(clusterDir);
      if ((await findPostgresProcesses(clusterDir)).length > 0) {
        await lock.release();
        throw new ClusterInUseError(clusterDir);
      }
      await removeLockFiles(clusterDir);
      return lock;
    }
    if (waitedMs() > timeoutMs()) throw new ClusterInUseError(clusterDir);
    if (waitedMs() > ORDERLY_STOP_MS) await endUnsupervised(clusterDir);
    await sleep(CHECK_INTERVAL_MS);
  }
}
