import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PROJECT_DIR } from './project-dir.ts';

const SOURCES = ['apps/web', 'packages/domain', 'packages/database', 'package-lock.json'];
const GENERATED = new Set(['node_modules', 'dist', 'paraglide', 'project.inlang']);
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.xml']);
export const WEB_BUILD_DIR = join(PROJECT_DIR, 'apps/web/dist');
const BUILD_STAMP = join(WEB_BUILD_DIR, '.built');

async function newestChangeMs(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(path, { withFileTypes: true });
  const times = await Promise.all(
    entries
      .filter((entry) => !GENERATED.has(entry.name))
      .map((entry) => newestChangeMs(join(path, entry.name))),
  );
  return Math.max(0, ...times);
}

async function isStale(): Promise<boolean> {
  const built = await stat(BUILD_STAMP).catch(() => null);
  if (built === null) return true;
  const changes = await Promise.all(SOURCES.map((path) => newestChangeMs(join(PROJECT_DIR, path))));
  return Math.max(...changes) > built.mtimeMs;
}

/** Files are compressed once at build time, so that the server only sends the bytes. */
async function precompress(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const body = await readFile(path);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(body, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        }),
        promisify(gzip)(body, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

/** Builds the web application when its sources are newer than the last build. */
export async function buildWebIfStale(): Promise<void> {
  if (!(await isStale())) return;
  console.log('Building the web application…');
  const build = spawn('npm', ['run', 'build', '--silent', '--workspace', '@beaconpay/web'], {
    cwd: PROJECT_DIR,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('Building the web application failed. See the messages above.');
  await precompress(WEB_BUILD_DIR);
  await writeFile(BUILD_STAMP, '');
}
