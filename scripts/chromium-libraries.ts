import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readIfThere } from '@beaconpay/server/platform/files';
import { PROJECT_DIR } from './project-dir.ts';

const CACHE_DIR = join(PROJECT_DIR, 'node_modules/.cache/chromium');
const WRAPPER = join(CACHE_DIR, 'chromium');
/** The package also contains libraries that machines without a desktop lack, such as libnss3. */
const LIBRARIES = new URL('../../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));

async function extractLibraries(dir: string): Promise<void> {
  const archive = join(dir, 'libraries.tar');
  await writeFile(archive, await promisify(brotliDecompress)(await readFile(LIBRARIES)));
  await promisify(execFile)('tar', ['-xf', archive, '-C', dir]);
  await rm(archive);
}

/** The package extracts fonts beside the binary, for machines without fonts. */
function wrapperOf(program: string): string {
  return `#!/bin/sh
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH='${join(tmpdir(), 'fonts')}'
LD_LIBRARY_PATH='${join(CACHE_DIR, 'lib')}' exec '${program}' "$@"
`;
}

/** @returns the path of a script that runs the program with the libraries of its package */
export async function addPackagedLibraries(program: string): Promise<string> {
  const wrapper = wrapperOf(program);
  if ((await readIfThere(WRAPPER)) === wrapper) return WRAPPER;
  await mkdir(dirname(CACHE_DIR), { recursive: true });
  // Renamed when complete, because another process may look for it at the same time.
  const dir = await mkdtemp(`${CACHE_DIR}-`);
  await extractLibraries(dir);
  await writeFile(join(dir, 'chromium'), wrapper, { mode: 0o755 });
  await rm(CACHE_DIR, { recursive: true, force: true });
  await rename(dir, CACHE_DIR).catch(() => rm(dir, { recursive: true }));
  return WRAPPER;
}
