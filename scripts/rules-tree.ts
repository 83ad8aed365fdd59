import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_DIR } from './project-dir.ts';

export interface Import {
  readonly from: string;
  /** A file, or the name of a package. */
  readonly to: string;
}

const PACKAGES = { server: 'apps/server', domain: 'packages/domain' };

const isFile = (to: string): boolean => to.endsWith('.ts');

export async function writeIn(dir: string, path: string, text: string): Promise<void> {
  await mkdir(join(dir, dirname(path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

const RULE_FILES = [
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  'scripts/stream-rules.ts',
  'scripts/locale-rules.ts',
  'supabase/functions/oxlint.json',
  'tsconfig.base.json',
];

/** Creates a folder with the lint rules of the project. */
export async function makeTree(): Promise<string> {
  await mkdir(join(PROJECT_DIR, 'artifacts'), { recursive: true });
  const dir = await mkdtemp(join(PROJECT_DIR, 'artifacts/imports-'));
  for (const name of RULE_FILES) {
    await mkdir(join(dir, dirname(name)), { recursive: true });
    await copyFile(join(PROJECT_DIR, name), join(dir, name));
  }
  return dir;
}

export async function writeImports(dir: string, imports: readonly Import[]): Promise<void> {
  const files = new Map<string, string>();
  for (const { from, to } of imports) {
    const up = '../'.repeat(from.split('/').length - 1);
    files.set(from, `${files.get(from) ?? ''}import '${isFile(to) ? `${up}${to}` : to}';\n`);
    if (isFile(to)) files.set(to, files.get(to) ?? '');
  }
  for (const [path, text] of files) await writeIn(dir, path, text);
  // Links the packages as npm does in a workspace.
  await mkdir(join(dir, 'node_modules/@beaconpay'), { recursive: true });
  for (const [name, path] of Object.entries(PACKAGES)) {
    await writeIn(dir, `${path}/src/index.ts`, files.get(`${path}/src/index.ts`) ?? '');
    await copyFile(join(PROJECT_DIR, path, 'package.json'), join(dir, path, 'package.json'));
    await symlink(join(dir, path), join(dir, 'node_modules/@beaconpay', name));
  }
}

/** The output of a linter. Its exit code is not 0 when it finds a violation. */
export async function print(
  dir: string,
  program: string,
  ...programArguments: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PROJECT_DIR, 'node_modules', program), ...programArguments],
    { cwd: dir, maxBuffer: 50_000_000 },
  ).catch((error: unknown) => error as { stdout: string });
  return stdout;
}

export interface Found {
  readonly from: string;
  readonly to: string;
  readonly unresolvedTo?: string;
  readonly rule: { readonly name: string };
}

export async function cruise(dir: string, ...folders: string[]): Promise<readonly Found[]> {
  const program = 'dependency-cruiser/bin/dependency-cruise.mjs';
  const output = await print(dir, program, '--config', '--output-type', 'json', ...folders);
  return (JSON.parse(output) as { summary: { violations: Found[] } }).summary.violations;
}
