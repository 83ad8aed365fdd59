import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The rooms in the order that a request goes through them: each knows those before it, never one after. */
const ROOMS = ['schema-cache', 'request', 'plan', 'sql', 'compile', 'run', 'response'];
/** What stands in no room: words that all of them use, and what puts them together. */
const WORDS = ['array-literal', 'errors', 'settings', 'similar-name', 'sqlstate', 'shape-cache'];

const here = dirname(fileURLToPath(import.meta.url));

async function listImports(): Promise<{ from: string; to: string }[]> {
  const files = (await readdir(here, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const imports = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(here, name), 'utf8');
      return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => ({
        from: name,
        to: relative(here, join(here, dirname(name), path)),
      }));
    }),
  );
  return imports.flat().filter(({ to }) => !to.startsWith('..'));
}

/** -1 for words, the room's place, and the end for what puts the rooms together. */
function placeOf(path: string): number {
  const [first = ''] = path.split('/');
  const room = ROOMS.indexOf(first);
  if (room >= 0) return room;
  return WORDS.includes(first.replace(/\.ts$/, '')) ? -1 : ROOMS.length;
}

test('No room of the data API imports from one that a request reaches later', async () => {
  const imports = await listImports();
  expect(imports.length).toBeGreaterThan(100);
  const backwards = imports.filter(({ from, to }) => placeOf(to) > placeOf(from));
  expect(backwards).toEqual([]);
});

test('Only the run step, the schema cache and what puts them together know the database', async () => {
  const files = (await readdir(here, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const knowing = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(here, name), 'utf8');
      return /\b(runBatch|pool\.run|createWirePool|sql\.listen)\b/.test(text) ? [name] : [];
    }),
  );
  expect(knowing.flat().sort()).toEqual([
    'run/run-request.ts',
    'schema-cache/catalog-rows.ts',
    'schema-cache/keeper.ts',
  ]);
});
