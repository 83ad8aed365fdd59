import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createQueryWatch } from '../../src/platform/database/watch-queries.ts';
import type { Gauge } from '../../src/platform/metrics.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let sql: Sql;
const lines: string[] = [];
const gauges: Gauge[] = [];
const pools: Sql[] = [];

function openWatched(slowQueryMs: number): Sql {
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const metrics = { gauge: (gauge: Gauge) => gauges.push(gauge) };
  const watch = createQueryWatch({ slowQueryMs, logger, metrics });
  const pool = openPool(database.connection, {
    applicationName: 'watch-test',
    maxConnections: 2,
    observe: watch.statements('tested', 2),
  });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openWatched(500);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const EMAIL = 'ada@example.com';
const lastLine = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

describe('A slow statement', () => {
  test('is logged with its command, tables and duration, without its values', async () => {
    const rows = await sql`
      select pg_sleep(0.6), id from auth.users
      right join (select 1) as one on email = ${EMAIL}`;
    expect(rows).toHaveLength(1);
    expect(lastLine()).toMatchObject({
      msg: 'database: slow query',
      pool: 'tested',
      statement: 'select auth.users',
    });
    expect(lastLine().durationMs).toBeGreaterThanOrEqual(500);
    expect(lines.join('')).not.toContain(EMAIL);
  });

  test('is logged within a transaction and when it fails', async () => {
    const before = lines.length;
    const failing = sql.begin(async (tx) => {
      await tx`select pg_sleep(0.6)`;
      await tx`select pg_sleep(0.6), 1 / ${0}::int from auth.sessions right join (select 1) as one on true`;
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect.poll(() => lines.length).toBeGreaterThan(before);
  });

  test('is counted as a running statement until it ends', async () => {
    const runningStatements = () => gauges.find(({ name }) => name.endsWith('statements'))?.read();
    const query = sql`select pg_sleep(0.05)`.execute();
    const ended = query.then(() => undefined);
    expect(runningStatements()).toBe(1);
    await ended;
    expect(runningStatements()).toBe(0);
  });
});

test('Fragments, values and quick statements are not changed or logged', async () => {
  const before = lines.length;
  // Quick on a busy machine as well.
  const patient = openWatched(60_000);
  const condition = patient`email = ${EMAIL}`;
  const rows = await patient`select 1 as one, ${patient('id')} from auth.users where ${condition}`;
  expect(rows).toEqual([]);
  expect(await patient.unsafe('select 1 as one')).toHaveLength(1);
  expect(lines).toHaveLength(before);
});
