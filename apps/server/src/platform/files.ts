import { closeSync, fsync, open } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from './error-code.ts';

// The functions with callbacks, because a file handle costs about as much as its system calls.
const openAsync = promisify(open);
const syncAsync = promisify(fsync);

/** The text of a file, or null when the file does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Resolves when a file's bytes, or a folder's entries, are on the disk (fsync). */
export async function syncToDisk(path: string): Promise<void> {
  const file = await openAsync(path, 'r');
  try {
    await syncAsync(file);
  } finally {
    closeSync(file);
  }
}
