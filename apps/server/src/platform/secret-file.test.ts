import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readOrCreateSecretFile } from './secret-file.ts';

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-secret-'));
  path = join(dir, 'kept', 'keys.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const warnings: string[] = [];
let made = 0;
const file = () => ({
  path,
  schema: z.object({ key: z.string().min(3) }),
  create: () => ({ key: `key ${String((made += 1))}` }),
  remedy: 'Restore it.',
  warn: (message: string) => warnings.push(message),
});
const modeOf = async () => (await stat(path)).mode & 0o777;

describe('A file of secrets', () => {
  test('is created once, with mode 600, when several processes start', async () => {
    const all = await Promise.all([1, 2, 3].map(() => readOrCreateSecretFile(file())));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    expect(await readOrCreateSecretFile(file())).toEqual(all[0]);
    expect(await modeOf()).toBe(0o600);
    expect(await readdir(join(dir, 'kept'))).toEqual(['keys.json']);
  });

  test('that other users could read gets mode 600, with a warning that names it', async () => {
    await readOrCreateSecretFile(file());
    await chmod(path, 0o644);
    await readOrCreateSecretFile(file());
    expect(await modeOf()).toBe(0o600);
    expect(warnings.at(-1)).toContain(path);
  });

  test.each([
    ['', 'it is empty'],
    ['{"key": "a secret', 'it is not JSON'],
    ['{"key": "k"}', 'key: '],
    ['[]', 'Invalid input'],
  ])(
    'that contains %j causes an error that names the file and the problem',
    async (text, reason) => {
      await readOrCreateSecretFile(file());
      await writeFile(path, text);
      const reading = readOrCreateSecretFile(file());
      await expect(reading).rejects.toThrow(`The file ${path} is damaged: ${reason}`);
      await expect(reading).rejects.not.toThrow('a secret');
      await expect(reading).rejects.toThrow('Restore it.');
    },
  );
});
