import { expect, test } from 'vitest';
import { checkConnectionLimit } from '../../src/platform/database/connection-budget.ts';
import { startServer } from '../../src/main.ts';
import { createTestDatabase } from '../support/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('A server that wants more connections than Postgres has does not start and says what to set', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-limit-'));
  try {
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0' };
    await expect(
      startServer({ ...environment, LOG_LEVEL: 'silent', DB_POOL_SIZE: '400' }),
    ).rejects.toThrow(
      /DB_POOL_SIZE is 400, but Postgres allows 400 connections, of which \d+ are reserved/,
    );
    await expect(
      startServer({ ...environment, LOG_LEVEL: 'silent', DB_POOL_SIZE: '9' }),
    ).rejects.toThrow('needs at least');
    await checkConnectionLimit(database.sql, 20);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
