import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes sure that one server at a time uses a data folder.
 *
 * @returns releases the folder
 * @throws Error naming the process that uses it
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, 'server.pid');
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (Number.isInteger(holder) && holder > 0 && holder !== process.pid && isAlive(holder)) {
      throw new Error(
        `BeaconPay (process ${String(holder)}) is already running with the data in ${dataDir}. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      );
    }
    // Its holder was killed before it could clean up.
    await rm(path, { force: true });
  }
}
