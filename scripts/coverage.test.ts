import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';
import { testTitlesIn } from './test-titles.ts';

interface CoveredLine {
  /** A line of the specification. */
  readonly text: string;
  /** "file › title" of the tests that prove it. */
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

const checklist = readChecklist(await readFile(join(PROJECT_DIR, 'docs/coverage.md'), 'utf8'));

describe('docs/coverage.md', () => {
  test('holds lines of the specification', () => {
    expect(checklist.length).toBeGreaterThan(0);
  });

  test('proves every line by at least one test', () => {
    const unproven = checklist.filter(({ proofs }) => proofs.length === 0);
    expect(unproven.map(({ text }) => text)).toEqual([]);
  });

  test('names only tests that exist and are not skipped', async () => {
    const proofs = [...new Set(checklist.flatMap((line) => line.proofs))];
    const existing = new Set<string>();
    for (const path of new Set(proofs.map(pathOf))) {
      const titles = await testTitlesIn(path).catch(() => new Set<string>());
      for (const title of titles) existing.add(`${path} › ${title}`);
    }
    expect(proofs.filter((proof) => !existing.has(proof))).toEqual([]);
  });
});
