import { open, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { tryLock } from 'fs-native-extensions';

export interface FileLock {
  /** A process that inherits it holds the lock too. */
  readonly fileDescriptor: number;
  /** Releases the lock, unless another process holds it too. */
  release(): Promise<void>;
}

/**
 * Locks a file, and creates it when it is missing. The kernel keeps the lock until the last process
 * that has the file open ends. It holds between containers of one machine too.
 *
 * @returns null when another process holds the lock
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

/** For operators only: the kernel knows who holds the lock. */
async function describeHolder(file: FileHandle): Promise<void> {
  await file.truncate();
  await file.write(`process ${String(process.pid)} on ${hostname()}`).catch(() => undefined);
}
