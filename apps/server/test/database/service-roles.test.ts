import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CRON_ROLES,
  ensureServiceRoles,
  findPasswordStatements,
} from '../../src/platform/database/service-roles.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureServiceRoles(database.sql, database.connection);
});
afterAll(() => database.drop());

test('A server starts while another one ends the sessions of the roles that run jobs', async () => {
  // The leader of the scheduled jobs can end a session at the moment of its login.
  await database.sql.unsafe(`
    create function public.end_login() returns event_trigger language plpgsql as $$
    begin
      if session_user in ('${CRON_ROLES.join("', '")}') then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$;
    create event trigger end_logins on login execute function public.end_login();`);
  expect(await findPasswordStatements(database.connection)).toEqual([]);
});
