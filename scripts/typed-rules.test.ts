import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { PROJECT_DIR } from './project-dir.ts';

const CONFIGURATION = join(PROJECT_DIR, '.oxlintrc.json');
/** Enums are a type error here (`erasableSyntaxOnly`). */
const NEEDLESS = ['no-unsafe-enum-assignment'];

interface Rules {
  readonly rules: Readonly<
    Record<
      string,
      { readonly meta: { readonly docs?: { readonly requiresTypeChecking?: boolean } } }
    >
  >;
}

/** Of the strict sets of typescript-eslint, which name the rules that need types and those that do not. */
function rulesThatNeedTypes(): string[] {
  const { rules } = tseslint.plugin as unknown as Rules;
  const { strictTypeChecked, stylisticTypeChecked } = tseslint.configs;
  return [...strictTypeChecked, ...stylisticTypeChecked]
    .flatMap((configuration) => Object.entries(configuration.rules ?? {}))
    .filter(([, severity]) => (Array.isArray(severity) ? severity[0] : severity) === 'error')
    .map(([name]) => name.replace('@typescript-eslint/', ''))
    .filter((name) => rules[name]?.meta.docs?.requiresTypeChecking === true);
}

/** What is said of a file, as rules' names. */
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
  test('are all those of the strict sets', async () => {
    const { rules } = JSON.parse(await readFile(CONFIGURATION, 'utf8')) as { rules: object };
    const named = Object.keys(rules).map((name) => name.replace('typescript/', ''));
    const wanted = rulesThatNeedTypes();
    expect(wanted.length).toBeGreaterThan(40);
    expect([...named, ...NEEDLESS].sort()).toEqual([...new Set(wanted)].sort());
  });

  test('make an error of a promise that nobody waits for', async () => {
    expect(await lint('export const later = async () => 1;\nlater();\n')).toContain(
      'error: typescript(no-floating-promises)',
    );
  });

  test('find nothing in what is as it should be', async () => {
    expect(await lint('export const now = 1;\n')).toEqual([]);
  });

  test('make an error of a directive that silences nothing', async () => {
    const code = '// oxlint-disable-next-line typescript/no-deprecated\nexport const now = 1;\n';
    expect(await lint(code)).toEqual([expect.stringMatching(/^error: Unused/)]);
  });
});
