import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFunctionCatalog, MAX_AGE_MS, type FunctionCatalog } from './function-catalog.ts';

let projectDir: string;
let nowMs: number;
let catalog: FunctionCatalog;

beforeEach(async () => {
  projectDir = await mkdtemp(join(tmpdir(), 'beaconpay-catalog-'));
  nowMs = 1;
  catalog = createFunctionCatalog(join(projectDir, 'functions'), { now: () => nowMs });
  await deploy('hello');
});
afterEach(() => rm(projectDir, { recursive: true, force: true }));

async function deploy(name: string): Promise<void> {
  await mkdir(join(projectDir, 'functions', name), { recursive: true });
  await writeFile(join(projectDir, 'functions', name, 'index.ts'), '');
}

const removeFunction = (name: string): Promise<void> =>
  rm(join(projectDir, 'functions', name), { recursive: true });

const configure = (text: string): Promise<void> =>
  writeFile(join(projectDir, 'config.toml'), `[functions.hello]\n${text}\n`);

test('A function is read once while its entry is recent', async () => {
  const first = await catalog.find('hello');
  nowMs += MAX_AGE_MS - 1;
  expect(await catalog.find('hello')).toBe(first);
});

test('An edit of config.toml applies when the entry is too old, without a file event', async () => {
  await configure('verify_jwt = false');
  expect(await catalog.find('hello')).toMatchObject({ verifyJwt: false });
  await configure('verify_jwt = true');
  nowMs += MAX_AGE_MS + 1;
  expect(await catalog.find('hello')).toMatchObject({ verifyJwt: true });
  await configure('enabled = false');
  nowMs += MAX_AGE_MS + 1;
  expect(await catalog.find('hello')).toBeNull();
});

test('A steady rate of calls does not keep an old entry', async () => {
  await catalog.find('hello');
  await removeFunction('hello');
  for (let step = 0; step < 4; step += 1) {
    await catalog.find('hello');
    nowMs += MAX_AGE_MS / 3;
  }
  expect(await catalog.find('hello')).toBeNull();
});

test('A new function is found at once, even after a call that did not find it', async () => {
  expect(await catalog.find('later')).toBeNull();
  await deploy('later');
  expect(await catalog.find('later')).toMatchObject({ name: 'later' });
});

test('A file event and the start of a process read the function again at once', async () => {
  await catalog.find('hello');
  await configure('verify_jwt = false');
  expect(await catalog.read('hello')).toMatchObject({ verifyJwt: false });
  catalog.clear();
  expect(await catalog.find('hello')).toMatchObject({ verifyJwt: false });
});
