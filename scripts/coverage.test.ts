import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COVERAGE_PATH, describeCoverage, readCoverage } from './coverage-document.ts';
import { readCoveredTests } from './covered-tests.ts';
import { PROJECT_DIR } from './project-dir.ts';

describe('The tests that cover a requirement', () => {
  test('are found by the tag in the comment above them', () => {
    const source = [
      "import { test } from 'vitest';",
      '/** Why it is tested. */',
      '/** @covers 2.cards.1, 5.orders.2 */',
      "test('orders a card', () => {});",
      "describe('in a loop', () => {",
      '  for (const tier of tiers) {',
      '    // @covers 9.1',
      '    test(`price of ${tier}`, () => {});',
      '  }',
      '  /**',
      '   * @covers 9.2',
      '   * @covers 9.3',
      '   */',
      "  test.each([1])('case %s', () => {});",
      '});',
    ].join('\n');
    expect(readCoveredTests('cards.test.ts', source)).toEqual([
      { path: 'cards.test.ts', title: 'orders a card', ids: ['2.cards.1', '5.orders.2'] },
      { path: 'cards.test.ts', title: 'price of ${tier}', ids: ['9.1'] },
      { path: 'cards.test.ts', title: 'case %s', ids: ['9.2', '9.3'] },
    ]);
  });

  test('are all tests of a file when the tag is above its first import', () => {
    const source = "/** @covers security.sessions.1 */\nimport { test } from 'vitest';\n";
    expect(readCoveredTests('a.test.ts', source)).toEqual([
      { path: 'a.test.ts', title: null, ids: ['security.sessions.1'] },
    ]);
  });

  test.each(['test.skip', 'test.todo', 'describe'])('cannot be %s', (callee) => {
    const source = `const a = 1;\n/** @covers 9.1 */\n${callee}('title', () => {});`;
    expect(() => readCoveredTests('a.test.ts', source)).toThrow('a.test.ts:3');
  });
});

describe('The coverage document', () => {
  const documents = [
    '# Requirements\n\n## 2. Screens\n\n### Empty\n\n### Cards\n\n- `2.cards.1` Orders a card.\n',
    '## Guarantees\n\nText.\n\n- `security.1` Keeps a secret.\n',
  ];
  const tests = [
    { path: 'a.test.ts', title: 'orders', ids: ['2.cards.1'] },
    { path: 'b.test.ts', title: null, ids: ['security.1', '2.cards.1'] },
  ];

  test('lists the requirements of all documents by section, each with its tests', () => {
    const { document, problems } = describeCoverage(documents, tests);
    expect(document).toContain(
      [
        '## 2. Screens',
        '',
        '### Cards',
        '',
        '- `2.cards.1` Orders a card.',
        '  - `a.test.ts › orders`',
        '  - `b.test.ts`',
        '',
        '## Guarantees',
        '',
        '- `security.1` Keeps a secret.',
        '  - `b.test.ts`',
        '',
      ].join('\n'),
    );
    expect(document).not.toContain('Empty');
    expect(problems).toEqual([]);
  });

  test('reports requirements without a test, unknown ids and ids that are defined twice', () => {
    const twice = [...documents, '- `security.1` The same id.'];
    const { problems } = describeCoverage(twice, [
      { path: 'a.test.ts', title: 'orders', ids: ['2.cards.7', 'security.1'] },
    ]);
    expect(problems).toEqual([
      'No test covers 2.cards.1: Orders a card.',
      'The requirement security.1 is defined twice.',
      'a.test.ts › orders covers 2.cards.7, which is no requirement.',
    ]);
  });
});

test('Every requirement of the project is covered, and docs/coverage.md is up to date', async () => {
  const { document, problems } = await readCoverage();
  expect(problems).toEqual([]);
  expect(await readProjectFile(COVERAGE_PATH)).toBe(document);
});

test('The table of OWASP ASVS names only files that exist', async () => {
  const table = (await readProjectFile('docs/security.md')).split('## OWASP ASVS')[1] ?? '';
  const paths = [...table.matchAll(/`([\w./-]+\.(?:ts|md|example))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(0);
  const missing = await Promise.all(
    paths.map((path) =>
      readProjectFile(path).then(
        () => null,
        () => path,
      ),
    ),
  );
  expect(missing.filter((path) => path !== null)).toEqual([]);
});

function readProjectFile(path: string): Promise<string> {
  return readFile(join(PROJECT_DIR, path), 'utf8');
}
