import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVER_DIR = fileURLToPath(new URL('..', import.meta.url));
const PRODUCT_MIGRATIONS = fileURLToPath(new URL('../../../supabase/migrations', import.meta.url));
const PRODUCT_FUNCTIONS = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));

async function readAll(dir: string, suffix: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** Both have a table `users`; the server's is auth.users. */
/** The auth service has users and an outbox of its own. */
const NAMES_OF_BOTH = new Set(['users', 'outbox']);

async function readProductTables(): Promise<string[]> {
  const migrations = await readAll(PRODUCT_MIGRATIONS, '.sql');
  const names = migrations.flatMap(({ text }) =>
    [...text.matchAll(/create table (?:if not exists )?(?:public|private)\.(\w+)/gi)].map(
      (match) => match[1] ?? '',
    ),
  );
  return names.filter((name) => !NAMES_OF_BOTH.has(name));
}

/** The code and SQL of the server, without tests. */
async function readSources() {
  const sources = [
    ...(await readAll(join(SERVER_DIR, 'src'), '.ts')),
    ...(await readAll(join(SERVER_DIR, 'deno'), '.ts')),
    ...(await readAll(join(SERVER_DIR, 'migrations'), '.sql')),
    ...(await readAll(join(SERVER_DIR, 'sql'), '.sql')),
  ];
  return sources.filter(({ path }) => !path.endsWith('.test.ts'));
}

const findIn = (sources: { path: string; text: string }[], pattern: RegExp) =>
  sources
    .map(({ path, text }) => ({ path, match: pattern.exec(text)?.[0] }))
    .filter(({ match }) => match !== undefined);

test('The server names no table of the product', async () => {
  const tables = await readProductTables();
  expect(tables).toEqual(
    expect.arrayContaining(['profiles', 'orders', 'recharges', 'transactions']),
  );

  const sources = await readSources();
  // In SQL or as a quoted name; the word in a sentence is not a reference.
  const reference = new RegExp(
    `(?:from|join|into|update|table|public\\.)\\s*"?(?:public\\.)?(?:${tables.join('|')})\\b|['"\`](?:${tables.join('|')})['"\`]`,
    'i',
  );
  expect(findIn(sources, reference)).toEqual([]);
});

test('The server names no payment provider of the product', async () => {
  const provider = /stripe|binance/i;
  const functions = await readAll(PRODUCT_FUNCTIONS, '.ts');
  expect(findIn(functions, provider)).not.toEqual([]);
  expect(findIn(await readSources(), provider)).toEqual([]);
});
