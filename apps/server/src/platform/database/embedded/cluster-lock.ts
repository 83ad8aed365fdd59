import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, type FileLock } from './file-lock.ts';
import { endLeftOvers } from './left-overs.ts';

const CHECK_INTERVAL_MS = 100;
/** How long a keeper whose server was killed may take to stop Postgres in good order. */
const GOOD_ORDER_MS = 3_000;
const TIMEOUT_MS = 20_000;

/** Somebody whom this process can neither see nor end uses the cluster. */
export class ClusterInUseError extends Error {
  override readonly name = 'ClusterInUseError';

  constructor(clusterDir: string) {
    super(
      `The database in ${clusterDir} is in use, maybe from another container: the lock on ` +
        `${clusterDir}.lock is held. Stop what uses it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * The right to run Postgres in a folder. Its keeper and every process of it
 * inherit the lock, so it is free when the last of them has ended, not before.
 *
 * @throws ClusterInUseError
 */
export async function lockCluster(clusterDir: string): Promise<FileLock> {
  const sinceMs = performance.now();
  const waitedMs = () => performance.now() - sinceMs;
  let ending: Promise<void> | null = null;
  for (;;) {
    const lock = await lockFile(`${clusterDir}.lock`);
    if (lock !== null) {
      // Of those who held no lock, because they are of an earlier version.
      await endLeftOvers(clusterDir);
      // Nobody runs Postgres here, whatever process has by now the number in this file.
      await rm(join(clusterDir, 'postmaster.pid'), { force: true });
      return lock;
    }
    if (waitedMs() > TIMEOUT_MS) throw new ClusterInUseError(clusterDir);
    if (waitedMs() > GOOD_ORDER_MS) ending ??= endLeftOvers(clusterDir);
    await sleep(CHECK_INTERVAL_MS);
  }
}
