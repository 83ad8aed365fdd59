import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const POOL = { applicationName: 'sql-test', maxConnections: 1 };
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openPool(database.connection, POOL);
  await sql`create table kept (id int primary key, note text)`;
});
beforeEach(() => sql`truncate kept`);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const notes = async () =>
  (await sql<{ note: string }[]>`select note from kept order by id`).map(({ note }) => note);

describe('A value', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  test.each([
    ['a text', 'it\'s "quoted" \\ and ünïcode', 'text'],
    ['a number', -12.5, 'float8'],
    ['a boolean', false, 'bool'],
    ['a time', at, 'timestamptz'],
    ['null', null, 'text'],
    ['JSON', { a: [1, { b: null }], c: '"' }, 'jsonb'],
    ['a list of texts', ['a', 'b,c', '"', '\\', '', 'null'], 'text[]'],
    ['a list of numbers', [1, 2, 3], 'int4[]'],
    ['an empty list', [], 'text[]'],
  ] as const)('that is %s is returned unchanged', async (_, value, type) => {
    const parameter = type === 'jsonb' ? sql.json(value) : value;
    const [row] = await sql`select ${parameter}::${sql.unsafe(type)} as value`;
    expect(row).toEqual({ value });
  });

  test('of bytes is returned unchanged', async () => {
    const bytes = Buffer.from([0, 1, 127, 128, 255, 39, 92]);
    expect(await sql`select ${bytes} as value`).toEqual([{ value: bytes }]);
  });

  test('has a type where Postgres cannot infer one', async () => {
    const [row] = await sql`select jsonb_build_object('yes', ${true}, 'at', ${at}) as value`;
    expect(row).toEqual({ value: { yes: true, at: '2026-01-02T03:04:05.678+00:00' } });
  });

  test('that has no SQL type is refused before anything is sent', async () => {
    for (const value of [undefined, { plain: 'object' }, Symbol('s')]) {
      await expect(sql`select ${value as unknown as string}`).rejects.toThrow(TypeError);
    }
  });

  test('never changes the statement', async () => {
    const hostile = "'; drop table kept; --";
    expect(await sql`select ${hostile} as value`).toEqual([{ value: hostile }]);
    await expect(sql`select 1 from ${sql('kept"; drop table kept; --')}`).rejects.toMatchObject({
      code: '42P01',
    });
    expect(await notes()).toEqual([]);
  });
});

describe('A query', () => {
  test('runs once, when it is awaited, and not as a fragment', async () => {
    const query = sql`insert into kept values (1, 'once')`;
    expect(await notes()).toEqual([]);
    await Promise.all([query, query]);
    await query;
    const condition = sql`note = ${'once'}`;
    expect(await sql`select id from kept where id = ${1} and ${condition}`).toEqual([{ id: 1 }]);
    expect(await notes()).toEqual(['once']);
  });

  test('returns the number of rows that it changed', async () => {
    const rows = await sql`insert into kept select n, 'n' from generate_series(1, 3) as n`;
    expect([rows.length, rows.count]).toEqual([0, 3]);
  });

  test('without parameters can be several statements', async () => {
    expect(await sql.unsafe('select 1 as a; select 2 as b')).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  test('that is canceled fails, and the next one is not canceled', async () => {
    const sleep = sql`select pg_sleep(60)`;
    const failed = expect(sleep.execute()).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(
        () => database.sql`
          select 1 from pg_stat_activity
          where application_name = ${POOL.applicationName} and wait_event = 'PgSleep'`,
      )
      .toHaveLength(1);
    sleep.cancel();
    await failed;
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('is prepared again when the columns of its table have changed', async () => {
    await sql`create table changing (a int)`;
    await sql`insert into changing values (1)`;
    const read = () => sql`select * from changing`;
    expect(await read()).toEqual([{ a: 1 }]);
    await sql`alter table changing add b int default 2`;
    expect(await read()).toEqual([{ a: 1, b: 2 }]);
  });
});

describe('A transaction', () => {
  test('rolls back when a statement failed, even if its error was caught', async () => {
    const work = sql.begin(async (tx) => {
      await tx`insert into kept values (1, 'half')`;
      await tx`select 1 / 0`.catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toEqual([]);
  });

  test('continues after a savepoint that failed, and keeps nested ones', async () => {
    await sql.begin(async (tx) => {
      await tx`insert into kept values (1, 'before')`;
      await tx
        .savepoint(async (inner) => {
          await inner`insert into kept values (2, 'undone')`;
          await inner`insert into kept values (2, 'duplicate')`;
        })
        .catch(() => undefined);
      await tx.savepoint(async (inner) => {
        await inner.savepoint((innermost) => innermost`insert into kept values (3, 'nested')`);
      });
    });
    expect(await notes()).toEqual(['before', 'nested']);
  });

  test('has the requested modes', async () => {
    const write = sql.begin('read only', (tx) => tx`insert into kept values (1, 'no')`);
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  test('runs no statement after its end', async () => {
    const [late] = await sql.begin((tx) => Promise.resolve([tx]));
    await expect(late`insert into kept values (1, 'late')`).rejects.toMatchObject({
      problem: 'lost',
    });
    expect(await notes()).toEqual([]);
  });
});

describe('COPY', () => {
  const LINES = Array.from(
    { length: 50_000 },
    (_, index) => `${String(index)}\tnote ${String(index)}\n`,
  );

  test('transfers rows in both directions', async () => {
    await sql.begin(async (tx) => {
      await pipeline(
        Readable.from(LINES.map((line) => Buffer.from(line))),
        tx.copyIn(tx`copy kept from stdin`),
      );
      const rows = tx.copyOut(tx`copy (select * from kept order by id) to stdout`);
      expect(await text(rows)).toBe(LINES.join(''));
    });
  });

  test('that Postgres refuses fails, and the connection is still used', async () => {
    const work = sql.begin((tx) =>
      pipeline(
        Readable.from([Buffer.from('no number\tnote\n')]),
        tx.copyIn(tx`copy kept from stdin`),
      ),
    );
    await expect(work).rejects.toMatchObject({ code: '22P02' });
    expect(await notes()).toEqual([]);
  });

  test('whose source fails stores no row', async () => {
    async function* failing() {
      yield Buffer.from('1\tfirst\n');
      await Promise.resolve();
      throw new Error('The disk is gone.');
    }
    const work = sql.begin((tx) =>
      pipeline(Readable.from(failing()), tx.copyIn(tx`copy kept from stdin`)),
    );
    await expect(work).rejects.toThrow('The disk is gone.');
    expect(await notes()).toEqual([]);
  });
});

describe('A listener', () => {
  test('receives messages after each connect, and reports when it listens again', async () => {
    const received: string[] = [];
    let connects = 0;
    const listening = openPool(database.connection, { ...POOL, applicationName: 'listener-test' });
    try {
      await listening.listen('news', (payload) => received.push(payload), {
        onListening: () => (connects += 1),
      });
      await sql.notify('news', 'first');
      await expect.poll(() => received).toEqual(['first']);
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'listener-test'`;
      await expect.poll(() => connects).toBe(2);
      await sql.notify('news', 'second');
      await expect.poll(() => received).toEqual(['first', 'second']);
    } finally {
      await listening.end();
    }
  });
});
