import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a JSON file that only its owner may read, making it on first use.
 * The write is atomic: a crash leaves the old file or the new one.
 */
export async function readOrCreateSecretFile<T>(
  path: string,
  create: () => T | Promise<T>,
): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const value = await create();
  // The embedded Postgres may run as another user below this folder, so others may pass through it.
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const temporaryPath = `${path}.${process.pid}.tmp`;
  await writeFile(temporaryPath, JSON.stringify(value, null, 2), { mode: 0o600 });
  await rename(temporaryPath, path);
  return value;
}
