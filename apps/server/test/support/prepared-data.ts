import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { createServer } from '../../src/index.ts';

const run = promisify(execFile);

/** Copies the contents with owners and modes, because Postgres may run as another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-a', '--', `${from}/.`, to]);
}

/** Created like any data folder: by a first start and a clean shutdown. */
async function makePreparedData(dir: string): Promise<void> {
  await mkdir(dirname(dir), { recursive: true, mode: 0o711 });
  const making = await mkdtemp(`${dir}-`);
  await chmod(making, 0o711);
  const dataDir = join(making, 'data');
  const server = await createServer({
    environment: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  });
  await server.close();
  try {
    await rename(dataDir, dir);
  } catch (error) {
    // Another test file created it first.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST'].includes(code)) throw error;
  }
  await rm(making, { recursive: true, force: true });
}

/**
 * A data folder as a server leaves it that has been started once: what a first
 * start does (a cluster, all migrations, keys) is done once in a run, and copied.
 */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = inject('preparedDataDir');
  if (!existsSync(prepared)) await makePreparedData(prepared);
  await copyFolder(prepared, dataDir);
}
