/** Type-checks every part of the project. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_DIR } from './project-dir.ts';

const PARTS = ['.', 'packages/domain', 'packages/database', 'apps/server', 'apps/web'];

let failed = false;
for (const part of PARTS) {
  const check = spawn(
    process.execPath,
    [join(PROJECT_DIR, 'node_modules/typescript/bin/tsc'), '--noEmit', '--project', part],
    { cwd: PROJECT_DIR, stdio: 'inherit' },
  );
  const [code] = (await once(check, 'exit')) as [number | null];
  failed ||= code !== 0;
}
process.exitCode = failed ? 1 : 0;
