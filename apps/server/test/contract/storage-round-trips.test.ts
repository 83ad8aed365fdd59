import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { createRoleSettings } from '../../src/platform/database/role-settings-cache.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createAnnouncedVersions } from '../../src/services/storage/announced-versions.ts';
import { createDiskBackend } from '../../src/services/storage/backends/disk.ts';
import { findReadableObject } from '../../src/services/storage/objects/find-object.ts';
import { uploadObject } from '../../src/services/storage/objects/upload.ts';
import { SERVER, type StorageCall } from '../../src/services/storage/storage-context.ts';
import { createVersions } from '../../src/services/storage/versions.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const BYTES = Buffer.alloc(10_000, 'small');

let dir: string;
let database: TestDatabase;
let sql: Sql;
let pool: WirePool;
let call: StorageCall;
let roundTrips: number;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-round-trips-'));
  database = await createTestDatabase();
  await database.sql`insert into storage.buckets (id, name) values ('box', 'box')`;
  const connection = connectionAs(database.connection, DATA_API_ROLE);
  sql = openPool(connection, { applicationName: 'test-round-trips', maxConnections: 1 });
  const wire = createWirePool(connection, { applicationName: 'test-batches', maxConnections: 4 });
  pool = {
    ...wire,
    run(statements, options) {
      roundTrips += 1;
      return wire.run(statements, options);
    },
  };
  const logger = createLogger('silent');
  const backend = await createDiskBackend(dir);
  call = {
    sql,
    pool,
    roleSettings: createRoleSettings(pool),
    publicBuckets: new LRUCache({ max: 10 }),
    backend,
    versions: createVersions({ sql, backend, logger }),
    newVersions: createAnnouncedVersions({ pool, logger }),
    sizeLimitBytes: 1_000_000,
    uploads: { take: () => Promise.resolve(null), clear: () => Promise.resolve() },
    clock: systemClock,
    acting: { caller: SERVER, request: { method: 'POST', path: '/object/box/file', headers: {} } },
    uploadLimitKey: null,
    needsSession: false,
  };
  // The first call reads the settings of the role.
  await upload('first');
  roundTrips = 0;
});
afterEach(async () => {
  pool.close();
  await sql.end({ timeout: 1 });
  await database.drop();
  await rm(dir, { recursive: true });
});

function upload(name: string) {
  const target = { bucketId: 'box', name, owner: null, ownerId: null, upsert: true };
  return uploadObject(call, target, {
    bytes: Readable.from([BYTES]),
    type: 'application/octet-stream',
    announcedBytes: BYTES.length,
    bodyBytes: BYTES.length,
    details: () => Promise.resolve({ cacheControl: 'no-cache', userMetadata: null }),
  });
}

describe('The round trips to the database', () => {
  test('are two for a small upload: one for its check and one for its row', async () => {
    await upload('single');
    expect(roundTrips).toBe(2);
  });

  /** @covers 7.storage.12 */
  test('are two for each of many small uploads, and one for each block of their versions', async () => {
    const uploads = 100;
    const uploadMany = async (worker: number): Promise<void> => {
      for (let count = worker; count < uploads; count += 4) await upload(String(count));
    };
    await Promise.all([0, 1, 2, 3].map(uploadMany));
    const blocks = roundTrips - 2 * uploads;
    expect(blocks).toBeGreaterThan(0);
    expect(blocks).toBeLessThan(uploads / 4);
  });

  test('are one for a download', async () => {
    await findReadableObject(call, { bucketId: 'box', name: 'first' });
    roundTrips = 0;
    const { version } = await findReadableObject(call, { bucketId: 'box', name: 'first' });
    expect(roundTrips).toBe(1);
    const range = { start: 0, end: BYTES.length - 1 };
    expect(await call.backend.readWhole(version ?? '', range)).toEqual(BYTES);
  });
});
