import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { REALTIME_ROLE } from '../../src/platform/database/service-roles.ts';
import { createRealtimeCleanUps } from '../../src/services/realtime/message-clean-up.ts';
import { until } from '../shared/until.ts';
import { createTestDatabase, startTestServer, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  const connection = connectionAs(database.connection, REALTIME_ROLE);
  sql = openPool(connection, { applicationName: 'test-realtime', maxConnections: 1 });
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

/** @covers realtime.13 */
test('exactly the messages older than three days are deleted', async () => {
  await database.sql`
    insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
    select 'room', 'broadcast', 'old', '{}', n % 2 = 0, localtimestamp - interval '73 hours'
    from generate_series(1, 2500) as n`;
  await database.sql`
    insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
    values ('room', 'broadcast', 'young', '{}', true, localtimestamp - interval '71 hours')`;
  const [cleanUp] = createRealtimeCleanUps();
  // As the role of the service, which does not own the table.
  await cleanUp?.run(sql);
  expect(await database.sql`select event from realtime.messages`).toEqual([{ event: 'young' }]);
});

test('the server schedules the cleanup', async () => {
  const server = await startTestServer();
  try {
    await until(async () => {
      const scheduled = await server.sql`
        select from backend_jobs.schedule where data ->> 'name' = 'realtime:messages'`;
      return scheduled.length === 1;
    });
  } finally {
    await server.stop();
  }
});
