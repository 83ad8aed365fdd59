import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../../platform/database/embedded/file-lock.ts';

const PREFIX = 'beaconpay-fn-';
/** Whoever makes a folder has locked it long before. */
const YOUNG_MS = 60_000;

export interface SocketFolder {
  /** Made when it is first asked for, as most servers are never asked for a function. */
  path(): Promise<string>;
  remove(): Promise<void>;
}

/** The kernel ends a lock with the process that holds it, however that ends. */
const lockOf = (dir: string): Promise<FileLock | null> => lockFile(join(dir, 'lock'));

async function removeWhenLeft(dir: string): Promise<void> {
  const info = await lstat(dir);
  const isOurs = info.isDirectory() && info.uid === process.getuid?.();
  if (!isOurs || Date.now() - info.mtimeMs < YOUNG_MS) return;
  const lock = await lockOf(dir);
  if (lock === null) return;
  await rm(dir, { recursive: true, force: true });
  await lock.release();
}

/** Removes the folders of servers that were killed. */
async function removeLeft(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  // Another server may be doing the same.
  await Promise.allSettled(names.map((name) => removeWhenLeft(join(parent, name))));
}

/**
 * A folder for sockets that only this account may reach. It lies among the temporary files, since
 * the path of a socket is at most 107 bytes and DATA_DIR can be anywhere.
 */
export function createSocketFolder(parent = tmpdir()): SocketFolder {
  let made: Promise<{ path: string; lock: FileLock | null }> | null = null;

  async function make() {
    await removeLeft(parent);
    const path = await mkdtemp(join(parent, PREFIX));
    return { path, lock: await lockOf(path) };
  }

  return {
    async path() {
      made ??= make().catch((error: unknown) => {
        made = null;
        throw error;
      });
      return (await made).path;
    },
    async remove() {
      if (made === null) return;
      const { path, lock } = await made;
      await rm(path, { recursive: true, force: true });
      await lock?.release();
    },
  };
}
