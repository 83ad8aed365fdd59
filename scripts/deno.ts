/** `npm run deno`: checks the functions and their runtime with `deno check` and `deno lint`. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findDeno } from '@beaconpay/server/deno-binary';
import { PROJECT_DIR } from './project-dir.ts';

const RUNTIME = globSync('apps/server/deno/*.ts', { cwd: PROJECT_DIR });
const FUNCTIONS = globSync('supabase/functions/*/index.ts', { cwd: PROJECT_DIR });
// Uses the installed packages and downloads nothing.
const OFFLINE = ['--no-remote', '--no-lock', '--node-modules-dir=manual'];
const IMPORTS = ['--import-map', 'supabase/functions/deno.json'];

function run(...denoArguments: string[]): boolean {
  const { status } = spawnSync(findDeno(), denoArguments, {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
    env: { ...process.env, DENO_DIR: join(PROJECT_DIR, 'node_modules/.cache/deno') },
  });
  return status === 0;
}

const typesPass = run('check', '--quiet', ...OFFLINE, ...IMPORTS, ...RUNTIME, ...FUNCTIONS);
const lintPasses = run('lint', '--quiet', 'supabase/functions', 'apps/server/deno');
process.exitCode = typesPass && lintPasses ? 0 : 1;
