import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSocketFolder, type SocketFolder } from './socket-folder.ts';

const LONG_AGO = new Date(0);

let parent: string;
let folders: SocketFolder[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'beaconpay-sockets-'));
  folders = [];
});

afterEach(async () => {
  for (const folder of folders) await folder.remove();
  await rm(parent, { recursive: true, force: true });
});

function createFolder(): SocketFolder {
  const folder = createSocketFolder(parent);
  folders.push(folder);
  return folder;
}

async function age(dir: string): Promise<void> {
  await utimes(dir, LONG_AGO, LONG_AGO);
}

/** The folder of a process that was killed. */
async function leaveFolder(): Promise<string> {
  const program = join(parent, 'killed.ts');
  const module = JSON.stringify(join(import.meta.dirname, 'socket-folder.ts'));
  await writeFile(
    program,
    `import { createSocketFolder } from ${module};
     process.send(await createSocketFolder(${JSON.stringify(parent)}).path());
     setInterval(() => undefined, 1000);`,
  );
  const child = fork(program, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [path] = (await once(child, 'message')) as [string];
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  await rm(program);
  return path;
}

test('The folder of a killed server is removed by the next server that creates one', async () => {
  const left = await leaveFolder();
  await writeFile(join(left, '1'), '');
  await age(left);
  const path = await createFolder().path();
  expect(await readdir(parent)).toEqual([path.slice(parent.length + 1)]);
});

test('The folder of a running server stays at any age', async () => {
  const first = createFolder();
  const path = await first.path();
  await age(path);
  await createFolder().path();
  expect(await readdir(path)).toEqual(['lock']);
});

test('A folder that a server is still creating stays', async () => {
  const young = join(parent, 'beaconpay-fn-young');
  await mkdir(young);
  await createFolder().path();
  expect(await readdir(young)).toEqual([]);
});

test('A symbolic link of another user is neither followed nor removed', async () => {
  const target = join(parent, 'target');
  await mkdir(target);
  await age(target);
  await symlink(target, join(parent, 'beaconpay-fn-link'));
  await createFolder().path();
  expect(await readdir(target)).toEqual([]);
});

test('A server without calls of functions creates no folder, and a server that stops removes its folder', async () => {
  const unused = createFolder();
  await unused.remove();
  expect(await readdir(parent)).toEqual([]);
  const used = createFolder();
  const path = await used.path();
  expect(await used.path()).toBe(path);
  await used.remove();
  expect(await readdir(parent)).toEqual([]);
});
