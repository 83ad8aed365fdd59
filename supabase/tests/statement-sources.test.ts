import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { insertOrder, orderFields, signUp } from './support.ts';

interface Read {
  readonly lease: string;
  readonly mark: Record<string, unknown>;
  readonly first_read_from: Date;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.sql`delete from public.statement_sources`);

async function begin(pauseS = 60): Promise<Read | undefined> {
  const [read] = await database.sql<Read[]>`
    select * from public.begin_statement_read('bank', ${pauseS}::integer)`;
  return read;
}

const letTimePass = () =>
  database.sql`update public.statement_sources set next_read_at = now() - interval '1 second'`;

describe('a statement source', () => {
  test('is read once in each pause, whatever the number of callers', async () => {
    const reads = await Promise.all([begin(), begin(), begin(), begin()]);
    expect(reads.filter((read) => read !== undefined)).toHaveLength(1);
    expect(await begin()).toBeUndefined();
    await letTimePass();
    expect(await begin()).toBeDefined();
  });

  test('keeps its mark, and only the newest read moves it', async () => {
    const { sql } = database;
    const old = await begin();
    await letTimePass();
    const newest = await begin();
    const complete = async (lease: string, at: number) => {
      const [row] = await sql<{ is_newest: boolean }[]>`
        select public.complete_statement_read('bank', ${lease}, ${sql.json({ at })}) as is_newest`;
      return row?.is_newest;
    };
    expect(await complete(old?.lease ?? '', 1)).toBe(false);
    expect(await complete(newest?.lease ?? '', 2)).toBe(true);
    expect(await complete(newest?.lease ?? '', 3)).toBe(false);
    await letTimePass();
    expect((await begin())?.mark).toEqual({ at: 2 });
  });

  test('keeps its mark after an error, and is paused as long as the error says', async () => {
    const { sql } = database;
    const read = await begin();
    await sql`
      select public.complete_statement_read('bank', ${read?.lease ?? ''}, ${sql.json({ at: 1 })})`;
    await letTimePass();
    const failed = await begin();
    await sql`
      select public.complete_statement_read(
        'bank', ${failed?.lease ?? ''}, error => ${'too many requests '.repeat(20)}, pause_s => 3600)`;
    const [row] = await sql`
      select mark, length(error) as length, last_read_at < now() as was_read,
        round(extract(epoch from next_read_at - now()) / 60)::int as wait_min
      from public.statement_sources`;
    expect(row).toEqual({ mark: { at: 1 }, length: 200, was_read: true, wait_min: 60 });
  });

  test('is first read from the day before the oldest record that waits', async () => {
    const { sql } = database;
    const days = (from: Date | undefined) =>
      Math.round((Date.now() - (from ?? new Date()).getTime()) / 86_400_000);
    expect(days((await begin())?.first_read_from)).toBe(1);
    const { id } = await insertOrder(sql, orderFields(await signUp(sql)));
    await sql`update public.records set created_at = now() - interval '9 days' where id = ${id}`;
    await letTimePass();
    expect(days((await begin())?.first_read_from)).toBe(10);
    await sql`delete from public.orders where id = ${id}`;
  });
});
