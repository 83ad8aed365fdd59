/** Type-checks every part of the project with the native compiler. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT_DIR } from './project-dir.ts';

const PARTS = [
  '.',
  'packages/domain',
  'packages/statements',
  'packages/database',
  'apps/server',
  'apps/web',
];

// Tools that read imports need the older compiler, whose package is named `typescript`.
const compilerDir = dirname(
  createRequire(import.meta.url).resolve('typescript-native/package.json'),
);

let failed = false;
for (const part of PARTS) {
  const { status } = spawnSync(
    process.execPath,
    [join(compilerDir, 'bin/tsc'), '--noEmit', '--project', part],
    { cwd: PROJECT_DIR, stdio: 'inherit' },
  );
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
