import { open } from 'node:fs/promises';

/** Settles when a file's bytes, or a folder's entries, outlive a crash of the machine. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
