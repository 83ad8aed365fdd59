import { readFile } from 'node:fs/promises';
import { codeOf } from './error-code.ts';
import { open } from 'node:fs/promises';

/** The text of a file, or null when the file does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Resolves when a file's bytes, or a folder's entries, are on the disk (fsync). */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
