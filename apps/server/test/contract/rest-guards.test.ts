import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuard, rowsGuard } from '../../src/services/rest/sql/guards.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(async () => {
  await database.drop();
});

test.each(['9'.repeat(32), '0b1' + '1'.repeat(29), 'deadbeef'.repeat(4)])(
  'A guard fails with the same error for the marker %s',
  async (marker) => {
    const guard = rowsGuard({ marker, single: false, maxAffected: 1, put: false });
    const outcome = database.sql.unsafe(`select ${guard} from generate_series(1, 3)`);
    const { code, message } = await outcome.then(
      () => ({ code: 'none', message: '' }),
      (error: unknown) => error as { code: string; message: string },
    );
    expect(code).toBe('22P02');
    expect(readGuard(marker, message)).toEqual({ name: 'max-affected', count: '3' });
  },
);
