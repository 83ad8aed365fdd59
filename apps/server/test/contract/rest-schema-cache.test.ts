import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, startShop } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
  // Without event triggers, so that each test sends the notification itself.
  await server.sql`
    do $$ begin alter event trigger pgrst_ddl_watch disable;
    exception when undefined_object then null; end $$`;
});
afterAll(() => server.stop());

const statusOf = async (path: string) => (await ask(server, path)).status;

test('serves a new table after NOTIFY, without a restart', async () => {
  await server.sql`create table shop.fresh (id int primary key)`;
  await server.sql`grant select on shop.fresh to service_role`;
  expect(await statusOf('/fresh')).toBe(404);
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(() => statusOf('/fresh')).toBe(200);
});

test('serves all requests while the schema cache is reloaded', async () => {
  let failed = 0;
  let stop = false;
  const asking = Array.from({ length: 4 }, async () => {
    while (!stop) if ((await statusOf('/people?select=id,tasks(title)')) !== 200) failed += 1;
  });
  for (let round = 0; round < 5; round += 1) {
    await server.sql.unsafe(`create table shop.round_${round} (id int)`);
    await server.sql.unsafe(`grant select on shop.round_${round} to service_role`);
    await server.sql`notify pgrst, 'reload schema'`;
    await expect.poll(() => statusOf(`/round_${round}`)).toBe(200);
  }
  stop = true;
  await Promise.all(asking);
  expect(failed).toBe(0);
});

test('does not use prepared statements of a column’s old type', async () => {
  await server.sql`create table shop.turning (id int)`;
  await server.sql`insert into shop.turning values (7)`;
  await server.sql`grant select on shop.turning to service_role`;
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(() => statusOf('/turning?id=eq.7')).toBe(200);
  await server.sql`alter table shop.turning alter column id type text using 'n' || id`;
  await server.sql`notify pgrst, 'reload schema'`;
  await expect
    .poll(async () => (await ask(server, '/turning?id=eq.n7')).json)
    .toEqual([{ id: 'n7' }]);
});

test('reconnects after lost connections without failed reads', async () => {
  await server.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'authenticator' and datname = current_database()`;
  expect(await statusOf('/people')).toBe(200);
  await server.sql`create table shop.later (id int)`;
  await server.sql`grant select on shop.later to service_role`;
  await expect
    .poll(async () => {
      // The listener has reconnected as well.
      await server.sql`notify pgrst, 'reload schema'`;
      return statusOf('/later');
    })
    .toBe(200);
});

test('returns 503 while Postgres refuses connections, and 200 afterwards', async () => {
  const { database } = server.database.connection;
  const admin = server.sql;
  // Does not apply to the superuser of this test.
  await admin`alter database ${admin(database)} connection limit 0`;
  try {
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'authenticator' and datname = ${database}`;
    await expect
      .poll(async () => {
        const { status, json } = await ask(server, '/people');
        return [status, (json as { code?: string }).code];
      })
      .toEqual([503, 'PGRST000']);
  } finally {
    await admin`alter database ${admin(database)} connection limit -1`;
  }
  await expect.poll(() => statusOf('/people')).toBe(200);
});
