import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-'));
  await mkdir(join(folder, 'supabase'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(toml: string, environment: Record<string, string> = {}) {
  await writeFile(join(folder, 'supabase/config.toml'), toml);
  return loadConfig({ SUPABASE_WORKDIR: folder, ...environment });
}

describe('The data of a project', () => {
  test('contains the seed file of the Supabase CLI, unless config.toml names others', async () => {
    expect((await load('')).data).toEqual({ seedPaths: ['./seed.sql'], buckets: [] });
    const named = await load('[db.seed]\nsql_paths = ["./seeds/*.sql"]');
    expect(named.data.seedPaths).toEqual(['./seeds/*.sql']);
    expect((await load('[db.seed]\nenabled = false')).data.seedPaths).toEqual([]);
  });

  test('contains the buckets of config.toml', async () => {
    const { data } = await load(
      '[storage.buckets.covers]\npublic = true\nfile_size_limit = "1KiB"\n[storage.buckets.files]\npublic = false',
    );
    const files = { name: 'files', isPublic: false, fileSizeLimitBytes: null };
    expect(data.buckets).toEqual([
      { name: 'covers', isPublic: true, fileSizeLimitBytes: 1024, allowedMimeTypes: null },
      { ...files, allowedMimeTypes: null },
    ]);
  });

  test('names file, line and key of an invalid size', async () => {
    await expect(load('[storage.buckets.covers]\nfile_size_limit = "big"')).rejects.toThrow(
      /config\.toml:2: storage\.buckets\.covers\.file_size_limit must be a size such as 50MiB/,
    );
  });

  test('is seeded only in development: a local address and a database of the server', async () => {
    expect((await load('')).isDevelopment).toBe(true);
    for (const production of [
      { NODE_ENV: 'production' },
      { HOST: '0.0.0.0' },
      { TRUST_PROXY: 'true' },
      { PUBLIC_URL: 'https://books.example.com' },
      { DATABASE_URL: 'postgres://owner@db.example.com/books' },
    ]) {
      expect((await load('', production)).isDevelopment).toBe(false);
    }
  });

  test('is in the folder of the project by default', async () => {
    expect((await load('')).dataDir).toBe(join(folder, '.data'));
    expect((await load('', { DATA_DIR: '/srv/data' })).dataDir).toBe('/srv/data');
  });
});
