import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool, withConnection } from '../../src/platform/database/connection.ts';
import {
  createWirePool,
  type WirePool,
  type WirePoolOptions,
} from '../../src/platform/database/wire/wire-pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const NAME = 'wire-pool-test';

let database: TestDatabase;
let pool: WirePool;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  openWith({});
});

afterEach(async () => {
  pool.close();
  await database.drop();
});

function openWith(options: Partial<WirePoolOptions>): void {
  pool = createWirePool(database.connection, {
    applicationName: NAME,
    maxConnections: 1,
    ...options,
  });
}

async function query(text: string, ...parameters: string[]): Promise<string | undefined> {
  const [rows] = await pool.run([{ text, parameters }], { repeatable: false });
  return rows?.[0]?.[0]?.toString();
}

const backendId = () => query('select pg_backend_pid()');

async function connectionCount(): Promise<number> {
  const rows = await database.sql`
    select from pg_stat_activity where application_name = ${NAME} and datname = current_database()`;
  return rows.length;
}

async function waitUntilRunning(text: string): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await database.sql`
        select from pg_stat_activity where query = ${text} and state = 'active'`;
      return rows.length;
    })
    .toBe(1);
}

describe('A batch whose caller disconnected', () => {
  const SLEEP = 'select pg_sleep(60)';

  test('is cancelled in Postgres, and its connection is used again', async () => {
    const before = await backendId();
    const controller = new AbortController();
    const batch = pool.run([{ text: SLEEP, parameters: [] }], {
      repeatable: true,
      signal: controller.signal,
    });
    await waitUntilRunning(SLEEP);
    controller.abort(new Error('gone'));
    await expect(batch).rejects.toThrow('gone');

    expect(await backendId()).toBe(before);
    expect(await connectionCount()).toBe(1);
  });

  test('leaves the queue when it has not started', async () => {
    const first = new AbortController();
    const running = pool.run([{ text: SLEEP, parameters: [] }], {
      repeatable: false,
      signal: first.signal,
    });
    await waitUntilRunning(SLEEP);
    const second = new AbortController();
    const waiting = pool.run([{ text: 'create table never_made ()', parameters: [] }], {
      repeatable: false,
      signal: second.signal,
    });
    second.abort(new Error('gone too'));
    await expect(waiting).rejects.toThrow('gone too');
    first.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(await query(`select to_regclass('never_made')::text`)).toBeUndefined();
  });

  test('is never queued when the caller disconnected before', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(
      pool.run([{ text: 'create table never_made ()', parameters: [] }], {
        repeatable: false,
        signal,
      }),
    ).rejects.toThrow('gone');
    expect(await query(`select to_regclass('never_made')::text`)).toBeUndefined();
  });

  test('is not cancelled once it has its result', async () => {
    const controller = new AbortController();
    const [rows] = await pool.run([{ text: 'select 1', parameters: [] }], {
      repeatable: true,
      signal: controller.signal,
    });
    controller.abort();
    expect(rows).toHaveLength(1);
    expect(await query('select 2')).toBe('2');
  });
});

describe('A prepared statement', () => {
  test('is prepared again when Postgres no longer has it', async () => {
    expect(await query('select $1::int + 1', '1')).toBe('2');
    await query('deallocate all');
    expect(await query('select $1::int + 1', '2')).toBe('3');
  });

  test('is prepared again when its table has changed', async () => {
    await database.sql`create table changing (a int)`;
    await database.sql`insert into changing values (1)`;
    expect(await query('select * from changing')).toBe('1');
    await database.sql`alter table changing alter column a type text using 'now a text'`;
    expect(await query('select * from changing')).toBe('now a text');
  });

  test('is executed once, although it had to be prepared again', async () => {
    await database.sql`create table counted (a int)`;
    await query('insert into counted values ($1)', '1');
    await query('deallocate all');
    await query('insert into counted values ($1)', '2');
    expect(await query('select count(*) from counted')).toBe('2');
  });

  test('is closed in Postgres when 200 others were used more recently', async () => {
    const isPrepared = (text: string) =>
      query('select exists (select from pg_prepared_statements where statement = $1)', text);
    expect(await query('select 0')).toBe('0');
    expect(await query('select 1')).toBe('1');
    for (let value = 2; value < 199; value += 1) await query(`select ${value}`);
    expect(await query('select 0')).toBe('0');
    expect(await isPrepared('select 1')).toBe('t');
    await query('select 199');
    expect(await isPrepared('select 1')).toBe('f');
    expect(await isPrepared('select 0')).toBe('t');
    expect(await query('select 1')).toBe('1');
  });

  test('is not repeated when a function raises an error with the same code', async () => {
    await database.sql`create sequence calls`;
    await database.sql`
      create function always_fails() returns void language plpgsql as
      $$ begin perform nextval('calls'); raise sqlstate '26000'; end $$`;
    await expect(query('select always_fails()')).rejects.toMatchObject({ code: '26000' });
    expect(await query('select last_value from calls')).toBe('1');
  });
});

describe('A connection', () => {
  test('that is idle too long is closed', async () => {
    pool.close();
    openWith({ idleTimeoutMs: 50 });
    await query('select 1');
    await expect.poll(connectionCount).toBe(0);
    expect(await query('select 1')).toBe('1');
  });

  test('that exceeds its maximum age is replaced', async () => {
    pool.close();
    openWith({ lifeTimeMs: 50 });
    const first = await backendId();
    await expect.poll(backendId).not.toBe(first);
  });

  test('that Postgres closes while it is idle is not used again', async () => {
    const first = await backendId();
    // With a timeout, Postgres responds after the process has ended and its socket is closed.
    await database.sql`select pg_terminate_backend(${first ?? ''}::int, 10000)`;
    await expect.poll(connectionCount).toBe(0);
    expect(await query('select 1')).toBe('1');
  });

  test('receives no query after the pool was closed', async () => {
    pool.close();
    await expect(query('select 1')).rejects.toMatchObject({ problem: 'lost' });
  });
});

describe('A pool of sessions', () => {
  test('cancels a query over a connection with the same TLS settings', async () => {
    const sql = openPool(database.connection, { applicationName: NAME, maxConnections: 2 });
    try {
      const sleep = sql`select pg_sleep(61)`;
      const ended = expect(sleep.execute()).rejects.toMatchObject({ code: '57014' });
      await waitUntilRunning('select pg_sleep(61)');
      sleep.cancel();
      await ended;
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    } finally {
      await sql.end();
    }
  });

  test('is refused by a server with another password', async () => {
    const settings = { ...database.connection, password: 'another' };
    await withConnection(settings, NAME, async (sql) => {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await expect(sql`select 1`).rejects.toMatchObject({
          problem: 'unreachable',
          cause: { code: '28P01' },
        });
      }
    });
  });

  test('receives notifications on a separate connection', async () => {
    const received: string[] = [];
    await withConnection(database.connection, NAME, async (sql) => {
      await sql.listen('news', (payload) => received.push(payload));
      await sql.notify('news', 'something');
      await expect.poll(() => received).toEqual(['something']);
    });
  });
});
