import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

/** The environment of a user's shell: npm runs on the machine's Node, which may be older than the pinned one. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const folders = (process.env.PATH ?? '').split(delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  return { ...Object.fromEntries(kept), PATH };
}

test('npm ci prints no warning about the version of Node', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-install-'));
  const files = [
    '.npmrc',
    'package-lock.json',
    ...globSync('{.,apps/*,packages/*}/package.json', { cwd: PROJECT_DIR }),
  ];
  for (const file of files) {
    await mkdir(join(dir, dirname(file)), { recursive: true });
    await cp(join(PROJECT_DIR, file), join(dir, file));
  }
  // npm checks the supported versions before it downloads packages.
  const flags = ['--dry-run', '--offline', '--ignore-scripts'];
  const { stdout, stderr } = await promisify(execFile)('npm', ['ci', ...flags], {
    cwd: dir,
    env: ownEnvironment(),
  });
  expect(stderr).not.toContain('EBADENGINE');
  expect(stdout).toMatch(/added \d+ packages/);
  await rm(dir, { recursive: true });
});
