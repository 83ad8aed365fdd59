import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/migrations/migrate.ts';
import { readSeedFiles } from '../../src/migrations/seed-files.ts';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const logger = createLogger('silent');

let database: TestDatabase;
let dir: string;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openPool(database.connection, { applicationName: 'test', maxConnections: 1 });
  dir = await mkdtemp(join(tmpdir(), 'seeds-'));
  await mkdir(join(dir, 'migrations'));
  await mkdir(join(dir, 'seeds'));
  await writeFile(
    join(dir, 'migrations/0001.sql'),
    'create table public.books (title text); grant all on public.books to public;',
  );
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  await rm(dir, { recursive: true });
});

const write = (name: string, statements: string) => writeFile(join(dir, 'seeds', name), statements);

async function run(...patterns: string[]): Promise<void> {
  const folder = { name: 'tested', path: join(dir, 'migrations'), role: null };
  await migrate(sql, [folder], logger, await readSeedFiles(dir, patterns, logger));
}

async function titles(): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`select title from public.books`;
  return rows.map(({ title }) => title);
}

const insert = (title: string) => `insert into public.books values ('${title}');`;

describe('Seed files', () => {
  test('run once each, in the order of the patterns and of their names', async () => {
    await write('b.sql', insert('b'));
    await write('a.sql', insert('a'));
    await write('last.sql', insert('last'));
    await run('./seeds/b.sql', './seeds/*.sql');
    expect(await titles()).toEqual(['b', 'a', 'last']);
  });

  test('run as the role of migrations, not as a superuser', async () => {
    await write('role.sql', 'insert into public.books values (current_user);');
    await run('seeds/role.sql');
    expect(await titles()).toEqual(['postgres']);
  });

  test('do not run in a database that has migrations', async () => {
    await run();
    await write('a.sql', insert('a'));
    await run('seeds/*.sql');
    expect(await titles()).toEqual([]);
  });

  test('leave nothing in the database when one fails, so that the next start can run them', async () => {
    await write('a.sql', insert('a'));
    await write('b.sql', 'select 1 / 0;');
    await expect(run('seeds/*.sql')).rejects.toThrow(
      /seed\/seeds\/b\.sql failed.* division by zero/,
    );
    await write('b.sql', insert('b'));
    await run('seeds/*.sql');
    expect(await titles()).toEqual(['a', 'b']);
  });
});
