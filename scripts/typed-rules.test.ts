import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

const CONFIGURATION = join(PROJECT_DIR, '.oxlintrc.json');

/** The names of the rules that a file breaks. */
async function lint(code: string): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-lint-'));
  try {
    await writeFile(join(dir, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
    await writeFile(join(dir, 'file.ts'), code);
    const oxlint = join(PROJECT_DIR, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [oxlint, '--config', CONFIGURATION, '--format', 'json', dir],
      { cwd: PROJECT_DIR },
    ).catch((error: unknown) => error as { stdout: string });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code?: string; message: string; severity: string }[];
    };
    return diagnostics.map(({ code, message, severity }) => `${severity}: ${code ?? message}`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

describe('The lint rules that need types', () => {
  test('report a floating promise as an error', async () => {
    expect(await lint('export const later = async () => 1;\nlater();\n')).toContain(
      'error: typescript(no-floating-promises)',
    );
  });

  test('report nothing in correct code', async () => {
    expect(await lint('export const now = 1;\n')).toEqual([]);
  });

  test('report an unused disable directive as an error', async () => {
    const code = '// oxlint-disable-next-line typescript/no-deprecated\nexport const now = 1;\n';
    expect(await lint(code)).toEqual([expect.stringMatching(/^error: Unused/)]);
  });
});
