/** docs/coverage.md: the requirements, each with the tests that cover it. */
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readCoveredTests, type CoveredTest } from './covered-tests.ts';
import { PROJECT_DIR } from './project-dir.ts';

export const COVERAGE_PATH = 'docs/coverage.md';
/** Their lines `` - `<id>` <sentence> `` are the requirements. */
const REQUIREMENT_PATHS = ['docs/requirements.md', 'docs/security.md'];
const TEST_FILES = '{apps,e2e,packages,scripts,supabase}/**/*.{test,spec}.{ts,tsx}';
const SKIPPED_DIRS = new Set(['artifacts', 'dist', 'node_modules']);

const REQUIREMENT = /^- `([\w.-]+)` (.+)$/;
const HEADER = `# Test coverage of the requirements

Written by \`npm run docs:coverage\` from the requirements in [requirements.md](requirements.md) and
[security.md](security.md) and from the \`@covers\` tags of the tests. A file without a title stands for
all of its tests.
`;

export interface Coverage {
  readonly document: string;
  /** Requirements without a test, ids that are defined twice, and tags without a requirement. */
  readonly problems: readonly string[];
}

/** @param documents the texts with the requirements, in the order of the result */
export function describeCoverage(
  documents: readonly string[],
  tests: readonly CoveredTest[],
): Coverage {
  const testsById = groupById(tests);
  const defined = new Set<string>();
  const problems: string[] = [];
  const rows: string[] = [];
  // Only headings with requirements are written.
  let headings: string[] = [];
  for (const line of documents.flatMap((text) => text.split('\n'))) {
    if (line.startsWith('## ')) headings = [line];
    if (line.startsWith('### ')) headings = [...headings.filter(isSection), line];
    const [, id, sentence] = REQUIREMENT.exec(line) ?? [];
    if (id === undefined || sentence === undefined) continue;
    const covering = testsById.get(id) ?? [];
    if (covering.length === 0) problems.push(`No test covers ${id}: ${sentence}`);
    if (defined.has(id)) problems.push(`The requirement ${id} is defined twice.`);
    defined.add(id);
    if (headings.length > 0) rows.push('', headings.join('\n\n'), '');
    headings = [];
    rows.push(`- \`${id}\` ${sentence}`, ...covering.map((test) => `  - \`${test}\``));
  }
  for (const [id, [test = '']] of testsById) {
    if (!defined.has(id)) problems.push(`${test} covers ${id}, which is no requirement.`);
  }
  return { document: `${HEADER}${rows.join('\n')}\n`, problems };
}

function isSection(heading: string): boolean {
  return heading.startsWith('## ');
}

function groupById(tests: readonly CoveredTest[]): Map<string, string[]> {
  const byId = new Map<string, string[]>();
  for (const { path, title, ids } of tests) {
    const name = title === null ? path : `${path} › ${title}`;
    for (const id of ids) {
      const names = byId.get(id) ?? [];
      if (!names.includes(name)) names.push(name);
      byId.set(id, names);
    }
  }
  return byId;
}

/** Reads the requirements and all test files of the project. */
export async function readCoverage(): Promise<Coverage> {
  const documents = await Promise.all(REQUIREMENT_PATHS.map(readProjectFile));
  const exclude = (path: string) => SKIPPED_DIRS.has(basename(path));
  const paths: string[] = [];
  for await (const path of glob(TEST_FILES, { cwd: PROJECT_DIR, exclude })) paths.push(path);
  const tests = await Promise.all(
    paths.toSorted().map(async (path) => readCoveredTests(path, await readProjectFile(path))),
  );
  return describeCoverage(documents, tests.flat());
}

function readProjectFile(path: string): Promise<string> {
  return readFile(join(PROJECT_DIR, path), 'utf8');
}
