import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkConnectionLimit } from '../../src/platform/database/connection-budget.ts';
import { createServer } from '../../src/index.ts';
import { createTestDatabase } from '../support/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('A server that needs more connections than Postgres allows does not start and names the setting to change', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-limit-'));
  try {
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0' };
    await expect(
      createServer({ environment: { ...environment, LOG_LEVEL: 'silent', DB_POOL_SIZE: '400' } }),
    ).rejects.toThrow(
      /DB_POOL_SIZE is 400, but Postgres allows 400 connections, of which \d+ are reserved/,
    );
    await expect(
      createServer({ environment: { ...environment, LOG_LEVEL: 'silent', DB_POOL_SIZE: '9' } }),
    ).rejects.toThrow('needs at least');
    await checkConnectionLimit(database.sql, 20);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('A failed start names the setting that caused it', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-limit-'));
  const taken = createTcpServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const missing = join(dataDir, 'missing');
  const start = (environment: Record<string, string>) =>
    createServer({
      environment: {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
        ...environment,
      },
    });
  try {
    for (const [environment, message] of [
      [{ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, 'DATABASE_URL points to 127.0.0.1:1'],
      [{ PORT: String(port) }, `HOST 127.0.0.1 and PORT ${String(port)}`],
      [{ METRICS_PORT: String(port) }, `METRICS_PORT ${String(port)}`],
      [{ WEB_DIR: missing }, `WEB_DIR cannot be read: Error: ENOENT`],
      [{ SUPABASE_WORKDIR: missing }, `SUPABASE_WORKDIR cannot be read: Error: ENOENT`],
      [{ FUNCTIONS_DIR: missing }, `FUNCTIONS_DIR cannot be read: Error: ENOENT`],
    ] as const) {
      const failure = await start(environment).then(
        () => 'It started.',
        (error: unknown) => String(error),
      );
      expect(failure).toContain(message);
      expect(failure).not.toContain('secret');
    }
  } finally {
    taken.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
