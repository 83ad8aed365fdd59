import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const POOL = { applicationName: 'lost-connections-test', maxConnections: 1 };
const QUEUED_QUERIES = 100;

let database: TestDatabase;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  await database.sql`create table kept (note text)`;
  sql = openPool(database.connection, POOL);
});

afterEach(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

const notes = async (): Promise<string[]> =>
  (await database.sql<{ note: string }[]>`select note from kept`).map(({ note }) => note);

async function waitUntilAsleep(): Promise<number> {
  const find = () => database.sql<{ id: number }[]>`
    select pid as id from pg_stat_activity
    where application_name = ${POOL.applicationName} and datname = current_database()
      and wait_event = 'PgSleep'`;
  await expect.poll(find).toHaveLength(1);
  return (await find())[0]?.id ?? 0;
}

/** The pool has one connection, so a successful query proves that it works again. */
async function expectService(pool: Sql): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    expect(await pool`select ${round}::int as round`).toEqual([{ round }]);
  }
}

describe('A transaction whose connection is lost', () => {
  test('fails while it waits for a result, and its connection is replaced', async () => {
    const transaction = sql.begin(async (tx) => {
      await tx`insert into kept values ('half')`;
      await tx`select pg_sleep(60)`;
    });
    const failed = expect(transaction).rejects.toMatchObject({ problem: 'lost' });
    await database.sql`select pg_terminate_backend(${await waitUntilAsleep()})`;
    await failed;
    await expectService(sql);
    expect(await notes()).toEqual([]);
  });

  test('fails while it waits for other work, and does not write into the next transaction', async () => {
    const aside = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<number>();
    const late = Promise.withResolvers<unknown>();
    const lost = sql.begin(async (tx) => {
      const [row] = await tx<{ id: number }[]>`select pg_backend_pid() as id`;
      begun.resolve(row?.id ?? 0);
      await aside.promise;
      await tx`insert into kept values ('of the lost one')`.then(late.resolve, late.resolve);
    });
    const failed = expect(lost).rejects.toMatchObject({ problem: 'lost' });
    await database.sql`select pg_terminate_backend(${await begun.promise})`;
    await failed;

    await sql.begin(async (tx) => {
      await tx`insert into kept values ('of the next one')`;
      aside.resolve(undefined);
      expect(await late.promise).toMatchObject({ problem: 'lost' });
      expect(await tx`select 1 as still`).toEqual([{ still: 1 }]);
    });
    expect(await notes()).toEqual(['of the next one']);
  });

  test('fails when the network resets it, and its connection is replaced', async () => {
    const sockets: Socket[] = [];
    const proxy = createServer((client) => {
      const { host, port } = database.connection;
      const upstream = connect(port, host);
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
      sockets.push(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const far = openPool({ ...database.connection, host: '127.0.0.1', port }, POOL);
    try {
      const transaction = far.begin(async (tx) => {
        await tx`select pg_sleep(60)`;
      });
      const failed = expect(transaction).rejects.toMatchObject({ problem: 'lost' });
      await waitUntilAsleep();
      sockets[0]?.resetAndDestroy();
      await failed;
      await expectService(far);
    } finally {
      await far.end({ timeout: 1 });
      proxy.close();
      // The backend does not notice that the client of its sleep has disconnected.
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'
          and datname = current_database()`;
    }
  });
});

test('A transaction that is queued behind many queries on one connection does not share it with them', async () => {
  await sql`select 1`;
  const aside = Promise.withResolvers<undefined>();
  const ahead = Array.from({ length: QUEUED_QUERIES }, () => sql`select 1`.execute());
  const transaction = sql.begin(async (tx) => {
    await tx`insert into kept values ('undone')`;
    await aside.promise;
    throw new Error('Undo it.');
  });
  const other = sql`insert into kept values ('of another')`.execute();
  await Promise.all(ahead);
  aside.resolve(undefined);
  await expect(transaction).rejects.toThrow('Undo it.');
  await other;
  expect(await notes()).toEqual(['of another']);
});
