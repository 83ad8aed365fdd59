import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, type FileLock } from './file-lock.ts';
import { endLeftOvers, findLeftOvers, isKept } from './left-overs.ts';

const CHECK_INTERVAL_MS = 100;
/** How long a keeper whose server was killed may take to stop Postgres in good order. */
const GOOD_ORDER_MS = 3_000;
const TIMEOUT_MS = 15_000;

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

/** Ends a Postgres that nobody keeps any more; one that is kept is somebody's, or about to end. */
async function endOrphans(clusterDir: string): Promise<void> {
  if (!(await isKept(await findLeftOvers(clusterDir)))) await endLeftOvers(clusterDir);
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
  for (;;) {
    const lock = await lockFile(`${clusterDir}.lock`);
    if (lock !== null) {
      // An earlier version locked nothing.
      await endOrphans(clusterDir);
      if ((await findLeftOvers(clusterDir)).length > 0) {
        await lock.release();
        throw new ClusterInUseError(clusterDir);
      }
      // Nobody runs Postgres here, whatever process has by now the number in this file.
      await rm(join(clusterDir, 'postmaster.pid'), { force: true });
      return lock;
    }
    if (waitedMs() > TIMEOUT_MS) throw new ClusterInUseError(clusterDir);
    if (waitedMs() > GOOD_ORDER_MS) await endOrphans(clusterDir);
    await sleep(CHECK_INTERVAL_MS);
  }
}
