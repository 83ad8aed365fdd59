import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

/**
 * Makes sure that one server at a time uses a data folder.
 *
 * @returns a function that releases the folder
 * @throws Error naming the process that uses it
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, 'server.lock');
  const lock = await lockFile(path);
  if (lock !== null) return () => lock.release();
  const holder = await readFile(path, 'utf8').catch(() => 'another process');
  throw new Error(
    `BeaconPay (${holder}) is already running with the data in ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}
