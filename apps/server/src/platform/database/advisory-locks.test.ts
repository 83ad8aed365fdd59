import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const PROJECT_DIR = fileURLToPath(new URL('../../../../..', import.meta.url));

test('Each purpose has a separate lock key', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});

test('No other file defines a lock key', async () => {
  const names = (
    await Promise.all(
      ['apps/server/src', 'scripts'].map(async (dir) =>
        (await readdir(join(PROJECT_DIR, dir), { recursive: true })).map((name) => join(dir, name)),
      ),
    )
  ).flat();
  const defining: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
    const text = await readFile(join(PROJECT_DIR, name), 'utf8');
    if (/LOCK_ID = |pg_(?:try_)?advisory_\w+\(\d/.test(text)) defining.push(name);
  }
  expect(defining).toEqual([]);
});
