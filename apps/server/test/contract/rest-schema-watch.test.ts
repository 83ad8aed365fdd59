import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { createSchemaCacheLoader } from '../../src/services/rest/schema-cache/schema-cache-loader.ts';
import { createTestDatabase, type TestServer } from '../support/index.ts';
import { ask, startShop } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
});
afterAll(() => server.stop());

const codeOf = async (path: string) => {
  const { status, json } = await ask(server, path);
  return status === 200 ? 200 : (json as { code: string }).code;
};

test('serves a created, changed and dropped table without a manual notification', async () => {
  await server.sql.unsafe(
    'create table shop.watched (id int); grant select on shop.watched to service_role',
  );
  await expect.poll(() => codeOf('/watched')).toBe(200);
  await server.sql`alter table shop.watched add column fresh text`;
  await expect.poll(() => codeOf('/watched?select=fresh')).toBe(200);
  await server.sql`alter table shop.watched drop column fresh`;
  await expect.poll(() => codeOf('/watched?select=fresh')).toBe('42703');
  await server.sql`drop table shop.watched`;
  await expect.poll(() => codeOf('/watched')).toBe('PGRST205');
});

test('serves a created function and view without a manual notification', async () => {
  await server.sql`create function shop.watched_fn() returns int language sql stable as 'select 1'`;
  await server.sql`create view shop.watched_view as select 1 as one`;
  await server.sql`grant select on shop.watched_view to service_role`;
  await expect.poll(() => codeOf('/rpc/watched_fn')).toBe(200);
  await expect.poll(() => codeOf('/watched_view')).toBe(200);
});

test('sends no notification for a temporary table', async () => {
  const received: string[] = [];
  await server.sql.listen('pgrst', (payload) => received.push(payload));
  await server.sql.begin(async (tx) => {
    await tx`create temporary table passing (id int) on commit drop`;
  });
  await server.sql`notify pgrst, 'the end'`;
  await expect.poll(() => received).toContain('the end');
  expect(received).toEqual(['the end']);
});

test('logs at the start that notifications are manual without the event trigger', async () => {
  const messages: string[] = [];
  const logger = { info: (message: string) => messages.push(message), warn: () => undefined };
  await server.sql`alter event trigger pgrst_ddl_watch disable`;
  const connection = connectionAs(server.database.connection, DATA_API_ROLE);
  const sql = openPool(connection, { applicationName: 'watch-test', maxConnections: 1 });
  const pool = createWirePool(connection, { applicationName: 'watch-test', maxConnections: 1 });
  const loader = createSchemaCacheLoader({
    sql,
    pool,
    exposedSchemas: ['shop'],
    extraSearchPath: [],
    logger: logger as never,
  });
  await loader.ready();
  expect(messages).toEqual([expect.stringContaining("NOTIFY pgrst, 'reload schema'")]);
  loader.close();
  pool.close();
  await sql.end({ timeout: 1 });
});

test('applies the migration without a superuser, and creates no event trigger', async () => {
  const watch = new URL('../../sql/schema-watch.sql', import.meta.url);
  const empty = await createTestDatabase({ migrated: false });
  try {
    await empty.sql`create schema extensions authorization authenticator`;
    await empty.sql.begin(async (tx) => {
      await tx`set local role authenticator`;
      await tx.unsafe(await readFile(watch, 'utf8'));
    });
    expect(await empty.sql`select evtname from pg_event_trigger`).toEqual([]);
  } finally {
    await empty.drop();
  }
});
