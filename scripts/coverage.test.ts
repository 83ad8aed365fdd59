import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';
import { testTitlesIn } from './test-titles.ts';

interface CoveredLine {
  /** A line of the specification. */
  readonly text: string;
  /** "file › title" of the tests that prove it; a file alone means all of its tests. */
  readonly proofs: readonly string[];
}

/** The checklist: `- [x] line`, and below it `` - `file › title` `` for each proof. */
function readChecklist(markdown: string): CoveredLine[] {
  const lines: { text: string; proofs: string[] }[] = [];
  for (const row of markdown.split('\n')) {
    const line = /^- \[[x ]\] (.+)$/.exec(row)?.[1];
    const proof = /^ {2}- `(.+)`$/.exec(row)?.[1];
    if (line !== undefined) lines.push({ text: line, proofs: [] });
    if (proof !== undefined) lines.at(-1)?.proofs.push(proof);
  }
  return lines;
}

function pathOf(proof: string): string {
  return proof.split(' › ')[0] ?? '';
}

const COVERAGE = 'docs/coverage.md';
const SECURITY = 'docs/security.md';

const readDocument = (path: string) => readFile(join(PROJECT_DIR, path), 'utf8');

/** All valid proofs of the named files: the file and each of its titles. */
async function existingProofs(proofs: readonly string[]): Promise<Set<string>> {
  const existing = new Set<string>();
  for (const path of new Set(proofs.map(pathOf))) {
    const titles = await testTitlesIn(path).catch(() => new Set<string>());
    if (titles.size > 0) existing.add(path);
    for (const title of titles) existing.add(`${path} › ${title}`);
  }
  return existing;
}

describe.each([COVERAGE, SECURITY])('%s', (document) => {
  test('proves every line by at least one test', async () => {
    const checklist = readChecklist(await readDocument(document));
    expect(checklist.length).toBeGreaterThan(0);
    const unproven = checklist.filter(({ proofs }) => proofs.length === 0);
    expect(unproven.map(({ text }) => text)).toEqual([]);
  });

  test('names only tests that exist and are not skipped', async () => {
    const checklist = readChecklist(await readDocument(document));
    const proofs = [...new Set(checklist.flatMap((line) => line.proofs))];
    const existing = await existingProofs(proofs);
    expect(proofs.filter((proof) => !existing.has(proof))).toEqual([]);
  });
});

test('The table of OWASP ASVS names only files that exist', async () => {
  const table = (await readDocument(SECURITY)).split('## OWASP ASVS')[1] ?? '';
  const paths = [...table.matchAll(/`([\w./-]+\.(?:ts|md|example))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(0);
  const missing = await Promise.all(
    paths.map((path) =>
      readDocument(path).then(
        () => null,
        () => path,
      ),
    ),
  );
  expect(missing.filter((path) => path !== null)).toEqual([]);
});
