import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../../platform/database/embedded/file-lock.ts';

const PREFIX = 'beaconpay-fn-';
/** A new folder can still be without its lock. */
const YOUNG_MS = 60_000;

export interface SocketFolder {
  /** Created at the first call, because many servers never run a function. */
  path(): Promise<string>;
  remove(): Promise<void>;
}

/** The kernel releases a lock when its process ends. */
const lockOf = (dir: string): Promise<FileLock | null> => lockFile(join(dir, 'lock'));

async function removeIfUnlocked(dir: string): Promise<void> {
  const info = await lstat(dir);
  const isOurs = info.isDirectory() && info.uid === process.getuid?.();
  if (!isOurs || Date.now() - info.mtimeMs < YOUNG_MS) return;
  const lock = await lockOf(dir);
  if (lock === null) return;
  await rm(dir, { recursive: true, force: true });
  await lock.release();
}

/** Removes the folders of servers that were killed. */
async function removeOrphaned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  // Another server can be doing the same.
  await Promise.allSettled(names.map((name) => removeIfUnlocked(join(parent, name))));
}

/**
 * A folder for sockets, accessible for this operating system user only. It is in the temporary folder,
 * because the path of a socket is at most 107 bytes long and DATA_DIR can be longer.
 */
export function createSocketFolder(parent = tmpdir()): SocketFolder {
  let created: Promise<{ path: string; lock: FileLock | null }> | null = null;

  async function create() {
    await removeOrphaned(parent);
    const path = await mkdtemp(join(parent, PREFIX));
    return { path, lock: await lockOf(path) };
  }

  return {
    async path() {
      created ??= create().catch((error: unknown) => {
        created = null;
        throw error;
      });
      return (await created).path;
    },
    async remove() {
      if (created === null) return;
      const { path, lock } = await created;
      await rm(path, { recursive: true, force: true });
      await lock?.release();
    },
  };
}
