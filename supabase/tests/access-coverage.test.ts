import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/support/index.ts';
import { STATEMENTS } from './access-statements.ts';
import { AUTOMATION_STATEMENTS } from './automation-statements.ts';
import { BACK_OFFICE_STATEMENTS } from './back-office-statements.ts';
import { MATCHING_STATEMENTS } from './matching-statements.ts';

/** The SQL of all access tables. */
const TESTED = [
  ...Object.values(STATEMENTS),
  ...Object.values(BACK_OFFICE_STATEMENTS),
  ...Object.values(AUTOMATION_STATEMENTS),
  ...Object.values(MATCHING_STATEMENTS),
]
  .map(String)
  .join('\n');

const untested = (names: readonly string[]) =>
  names.filter((name) => !new RegExp(`public\\.${name}\\b`).test(TESTED));

describe('the access tables', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('have a line for every table and view of the API', async () => {
    const relations = await database.sql<{ relname: string }[]>`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`;
    expect(relations.length).toBeGreaterThan(20);
    expect(untested(relations.map(({ relname }) => relname))).toEqual([]);
  });

  it('have a line for every function of the API', async () => {
    const functions = await database.sql<{ proname: string }[]>`
      select distinct proname from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`;
    expect(functions.length).toBeGreaterThan(40);
    expect(untested(functions.map(({ proname }) => proname))).toEqual([]);
  });
});
