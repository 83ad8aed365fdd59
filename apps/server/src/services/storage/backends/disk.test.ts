/** @covers security.limits.3 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskBackend } from './disk.ts';
import type { ObjectBackend } from './backend.ts';
import { NoSpaceError } from './disk-reserve.ts';

const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;

let dir: string;
let freeBytes: number;
let backend: ObjectBackend;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-disk-'));
  freeBytes = 10 * GIBIBYTE;
  backend = await createDiskBackend(dir, () =>
    Promise.resolve({ freeBytes, totalBytes: 100 * GIBIBYTE }),
  );
});
afterEach(() => rm(dir, { recursive: true }));

describe('A disk that is nearly full', () => {
  test('refuses files until space is free, so that the database can continue', async () => {
    const version = randomUUID();
    freeBytes = 100 * MEBIBYTE;
    await expect(backend.write(version, Readable.from([Buffer.from('x')]))).rejects.toThrow(
      NoSpaceError,
    );
    freeBytes = GIBIBYTE;
    const other = randomUUID();
    await backend.write(other, Readable.from([Buffer.from('x')]));
    expect((await buffer(await backend.read(other, null))).toString()).toBe('x');
  });

  test('refuses the rest of a file in progress', async () => {
    const chunks = function* () {
      for (let index = 0; index < 20; index += 1) {
        if (index === 9) freeBytes = 100 * MEBIBYTE;
        yield Buffer.alloc(MEBIBYTE);
      }
    };
    await expect(backend.write(randomUUID(), Readable.from(chunks()))).rejects.toThrow(
      'reserved for the database',
    );
  });

  test('refuses a copy and a part of an upload', async () => {
    const version = randomUUID();
    await backend.write(version, Readable.from([Buffer.from('x')]));
    freeBytes = 100 * MEBIBYTE;
    await expect(backend.copy(version, randomUUID())).rejects.toThrow(NoSpaceError);
    const records = { get: () => undefined, set: () => undefined, delete: () => undefined };
    const uploads = backend.createUploadStore(
      records as unknown as Parameters<ObjectBackend['createUploadStore']>[0],
      1000,
    );
    await expect(uploads.write(Readable.from([Buffer.from('y')]), version, 0)).rejects.toThrow(
      NoSpaceError,
    );
    expect((await buffer(await backend.read(version, null))).toString()).toBe('x');
    expect(await readdir(dir)).toEqual([version]);
  });
});
