import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionAs } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { createLogger } from '../../src/platform/logger.ts';
import {
  createAnnouncedVersions,
  type AnnouncedVersions,
} from '../../src/services/storage/announced-versions.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

/** More than two blocks. */
const UPLOADS = 100;

let database: TestDatabase;
let pool: WirePool;
let versions: AnnouncedVersions;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createWirePool(connectionAs(database.connection, DATA_API_ROLE), {
    applicationName: 'test-announced-versions',
    // With one connection, a query runs after the block that was requested before it.
    maxConnections: 1,
  });
  versions = createAnnouncedVersions({ pool, logger: createLogger('silent') });
});
afterEach(async () => {
  pool.close();
  await database.drop();
});

async function listed(): Promise<string[]> {
  const rows = await database.sql<{ version: string }[]>`
    select version from backend_storage.orphaned_blobs`;
  return rows.map(({ version }) => version);
}

/** Starts uploads that overlap, and waits for the database after each. @returns the announced versions */
async function beginMany(): Promise<string[]> {
  const announced: string[] = [];
  const all = new Set<string>();
  for (let count = 0; count < UPLOADS; count += 1) {
    const { version, isAnnounced } = versions.begin();
    all.add(version);
    if (isAnnounced) announced.push(version);
    // Runs after the block that this upload requested.
    await pool.run([{ text: 'select 1', parameters: [] }], { repeatable: true });
  }
  expect(all.size).toBe(UPLOADS);
  return announced;
}

describe('The versions of uploads', () => {
  test('are not announced in advance for uploads that do not overlap', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect(versions.begin().isAnnounced).toBe(false);
      versions.end();
    }
    expect(await listed()).toEqual([]);
  });

  /** @covers 7.storage.12 */
  test('are announced in blocks while uploads overlap, and committed before an upload gets one', async () => {
    const announced = await beginMany();
    expect(announced.length).toBeGreaterThan(UPLOADS / 2);
    expect(await listed()).toEqual(expect.arrayContaining(announced));
  });

  test('are withdrawn when no upload is in progress, except the versions that uploads received', async () => {
    const announced = await beginMany();
    for (let count = 0; count < UPLOADS; count += 1) versions.end();
    await expect.poll(async () => (await listed()).sort()).toEqual(announced.sort());
    expect(versions.begin().isAnnounced).toBe(false);
  });

  test('are announced by each upload itself while the database cannot be reached', async () => {
    pool.close();
    versions.begin();
    await Promise.resolve();
    expect(versions.begin().isAnnounced).toBe(false);
    versions.end();
    versions.end();
  });
});
