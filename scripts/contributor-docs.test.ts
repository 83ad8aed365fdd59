import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'deploy/README.md',
  '.github/pull_request_template.md',
  '.github/ISSUE_TEMPLATE/bug.yml',
];

const readDocument = (path: string) => readFile(join(PROJECT_DIR, path), 'utf8');

/** GitHub resolves a link with this prefix to a page of the repository, not to a file. */
const ON_GITHUB = '../../security/';

function findMissingLinks(document: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^https?:/.test(target) && !target.startsWith(ON_GITHUB))
    .filter((target) => !existsSync(join(PROJECT_DIR, dirname(document), target)));
}

/** Paths in code marks that start with a folder of the project and have no placeholder. */
function findMissingPaths(text: string): string[] {
  return [
    ...text.matchAll(
      /`(?:npm run \S+ -- )?((?:apps|packages|supabase|scripts|docs|e2e)\/[^`\s]+)`/g,
    ),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !/[<*]/.test(path) && !existsSync(join(PROJECT_DIR, path)));
}

test.each(DOCUMENTS)('%s links only to files that exist', async (document) => {
  expect(findMissingLinks(document, await readDocument(document))).toEqual([]);
});

test.each(DOCUMENTS)('%s names only commands that package.json has', async (document) => {
  const { scripts } = JSON.parse(await readDocument('package.json')) as {
    scripts: Record<string, string>;
  };
  const named = [...(await readDocument(document)).matchAll(/npm run ([a-z][\w:-]*)/g)];
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
  test('names only files and folders that exist', async () => {
    const text = await readDocument('CONTRIBUTING.md');
    expect(findMissingPaths(text)).toEqual([]);
    expect(findMissingPaths('`apps/no-such-folder/file.ts`')).toHaveLength(1);
  });
});

test('The CI workflow runs .ci/run, which runs the test command of the README', async () => {
  expect(await readDocument('.github/workflows/ci.yml')).toContain('run: .ci/run');
  expect(await readDocument('.ci/run')).toMatch(/^npm ci$[\s\S]*^npm test$/m);
  expect(await readDocument('README.md')).toContain('npm ci && npm test');
});
