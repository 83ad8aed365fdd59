import { open, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { tryLock } from 'fs-native-extensions';

export interface FileLock {
  /** A process that is given it holds the lock too. */
  readonly fileDescriptor: number;
  /** Gives the lock up, unless another process holds it too. */
  release(): Promise<void>;
}

/**
 * Locks a file, which is made when it is missing. The kernel keeps the lock for
 * the open file, so it ends with the last process that has it open, in whatever
 * way, and holds against everybody on this machine, in containers too.
 *
 * @returns null when somebody else holds it
 */
export async function lockFile(path: string): Promise<FileLock | null> {
  const file = await open(path, 'a+', 0o600);
  try {
    if (!tryLock(file.fd)) {
      await file.close();
      return null;
    }
    await describeHolder(file);
  } catch (error) {
    await file.close();
    throw new Error(`The file ${path} cannot be locked.`, { cause: error });
  }
  return { fileDescriptor: file.fd, release: () => file.close() };
}

/** For people only: who holds the lock is known to the kernel. */
async function describeHolder(file: FileHandle): Promise<void> {
  await file.truncate();
  await file.write(`process ${String(process.pid)} on ${hostname()}`).catch(() => undefined);
}
