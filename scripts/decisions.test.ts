import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

const RECORDS_DIR = 'docs/decisions';
const MAX_LINES = 40;
const SOURCES = '**/*.{ts,tsx,mjs,md,sql,toml,css,yml,yaml,example}';
const SKIPPED_DIRS = new Set(['.data', '.git', 'artifacts', 'dist', 'node_modules']);
const HEADINGS = ['## Context', '## Decision', '## Consequences'];
const SUPERSEDED = /^Status: superseded by \[\d{3}\]\(\d{3}-[a-z0-9-]+\.md\)$/;

const readText = (path: string) => readFile(join(PROJECT_DIR, path), 'utf8');

async function findFiles(pattern: string, cwd = PROJECT_DIR): Promise<string[]> {
  const paths: string[] = [];
  const isSkipped = (path: string) => SKIPPED_DIRS.has(basename(path));
  for await (const path of glob(pattern, { cwd, exclude: isSkipped })) paths.push(path);
  return paths.toSorted();
}

/** The parts of a record. A date or status that does not match the template is undefined. */
function readRecord(markdown: string) {
  const lines = markdown.split('\n');
  const firstLine = lines[0] ?? '';
  return {
    firstLine,
    number: /^# (\d{3})\. \S.+$/.exec(firstLine)?.[1],
    date: lines.find((line) => /^Date: \d{4}-\d{2}-\d{2}$/.test(line)),
    status: lines.find((line) => line === 'Status: accepted' || SUPERSEDED.test(line)),
    headings: lines.filter((line) => line.startsWith('## ')),
    lineCount: lines.length - 1,
  };
}

/** File names and numbers of records that a text refers to. */
function findReferences(text: string): string[] {
  const names = [...text.matchAll(/(?:decisions\/|\]\()(\d{3}-[a-z0-9-]+\.md)/g)];
  const numbers = [...text.matchAll(/\b(?:decision |decisions\/)(\d{3})\b(?!-)/gi)];
  return [...names, ...numbers].map(([, reference = '']) => reference);
}

describe('Decision records', () => {
  let names: string[] = [];
  beforeAll(async () => {
    names = (await findFiles('*.md', join(PROJECT_DIR, RECORDS_DIR))).filter(
      (name) => name !== 'README.md',
    );
  });

  test('are numbered consecutively from the template on', () => {
    const numbers = names.map((name) => /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1] ?? name);
    expect(numbers).toEqual(names.map((_, index) => String(index).padStart(3, '0')));
  });

  test('state number, date, status, context, decision and consequences', async () => {
    const malformed: string[] = [];
    for (const name of names.slice(1)) {
      const { number, date, status, headings } = readRecord(
        await readText(`${RECORDS_DIR}/${name}`),
      );
      const isComplete = number === name.slice(0, 3) && date !== undefined && status !== undefined;
      if (!isComplete || headings.join() !== HEADINGS.join()) malformed.push(name);
    }
    expect(malformed).toEqual([]);
  });

  test(`have at most ${String(MAX_LINES)} lines`, async () => {
    const tooLong: string[] = [];
    for (const name of names) {
      const { lineCount } = readRecord(await readText(`${RECORDS_DIR}/${name}`));
      if (lineCount > MAX_LINES) tooLong.push(name);
    }
    expect(tooLong).toEqual([]);
  });

  test('are listed in the index once, in order, with title and status', async () => {
    const index = await readText(`${RECORDS_DIR}/README.md`);
    const rows = index.matchAll(/^\| \[(\d{3})\]\((.+?)\) +\| (.+?) +\| (.+?) +\| \S.* \|$/gm);
    const listed = [...rows].map(([, number = '', name = '', title = '', status = '']) => ({
      name,
      firstLine: `# ${number}. ${title}`,
      status: `Status: ${status}`,
    }));
    const records = names.slice(1).map(async (name) => {
      const { firstLine, status } = readRecord(await readText(`${RECORDS_DIR}/${name}`));
      return { name, firstLine, status };
    });
    expect(listed).toEqual(await Promise.all(records));
  });

  test('exist for every reference in code and documents', async () => {
    const existing = new Set(names.flatMap((name) => [name, name.slice(0, 3)]));
    const dangling: string[] = [];
    for (const path of await findFiles(SOURCES)) {
      const missing = findReferences(await readText(path)).filter((name) => !existing.has(name));
      dangling.push(...missing.map((name) => `${path}: ${name}`));
    }
    expect(dangling).toEqual([]);
  });
});
