import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { SHARED_STATE_ROLE } from '../../src/platform/database/service-roles.ts';
import {
  createEndedSessions,
  endedSessionsCleanUp,
} from '../../src/platform/identity/ended-sessions.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(connectionAs(database.connection, SHARED_STATE_ROLE), {
    applicationName: 'test',
    maxConnections: 1,
  });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function endedSession(): Promise<string> {
  const [session] = await database.sql<{ id: string }[]>`
    with person as (
      insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated',
        ${`${randomUUID()}@example.com`}, '{}')
      returning id
    )
    insert into auth.sessions (id, user_id) select gen_random_uuid(), id from person returning id`;
  const id = session?.id ?? '';
  await database.sql`delete from auth.sessions where id = ${id}`;
  return id;
}

const start = (onSubscribe?: (reconnect: () => void) => void) =>
  createEndedSessions({
    sql,
    pubSub: {
      subscribe: (_topic, _hear, onReconnect) => {
        onSubscribe?.(() => onReconnect?.());
        return Promise.resolve(() => Promise.resolve());
      },
    },
    tokenLifetimeS: 3600,
    clock: systemClock,
    logger: createLogger('silent'),
  });

/** @covers security.sessions.4 */
test('A process that starts loads the sessions that ended before', async () => {
  const ended = await endedSession();
  const sessions = await start();
  expect(sessions.has(ended)).toBe(true);
  expect(sessions.has(randomUUID())).toBe(false);
});

test('A process that reconnects loads the sessions that ended meanwhile', async () => {
  let reconnect: () => void = () => undefined;
  const sessions = await start((given) => (reconnect = given));
  const ended = await endedSession();
  expect(sessions.has(ended)).toBe(false);
  reconnect();
  await expect.poll(() => sessions.has(ended)).toBe(true);
});

test('An ended session is stored until its last token has expired, and no longer', async () => {
  const recent = await endedSession();
  const old = await endedSession();
  await database.sql`
    update backend_shared.ended_sessions set ended_at = now() - interval '2 hours'
    where session_id = ${old}`;
  await endedSessionsCleanUp(3600).run(sql);
  const kept = await database.sql`
    select session_id from backend_shared.ended_sessions where session_id in (${recent}, ${old})`;
  expect([...kept]).toEqual([{ session_id: recent }]);
});
