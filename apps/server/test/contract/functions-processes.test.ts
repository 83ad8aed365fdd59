import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../support/index.ts';
import { denoProcessesOf, FIXTURES_DIR, startFunctionsServer } from './functions-fixtures.ts';

const STARTER = fileURLToPath(new URL('../support/start-for-test.ts', import.meta.url));
const dirs: string[] = [];

afterEach(async () => {
  await Promise.all(dirs.splice(0).map((dir) => rm(dir, { recursive: true, force: true })));
});

async function makeDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-functions-'));
  dirs.push(dir);
  return dir;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test('Closing the server ends every process of a function', async () => {
  const server = await startFunctionsServer();
  await fetch(`${server.url}/functions/v1/open`);
  const processes = denoProcessesOf(process.pid);
  expect(processes).toHaveLength(1);
  await server.stop();
  expect(processes.filter(isAlive)).toEqual([]);
});

/** @covers 7.functions.6 */
test('A killed server leaves no process of a function running, even if the function loops forever', async () => {
  const database = await createTestDatabase();
  const dir = await makeDir();
  await cp(join(FIXTURES_DIR, '..'), dir, { recursive: true });
  await writeFile(join(dir, 'config.toml'), '[functions.spins]\nverify_jwt = false\n');
  const server = fork(STARTER, [], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: await makeDir(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      FUNCTIONS_DIR: join(dir, 'functions'),
      FUNCTIONS_CPU_MS: '60000',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${String(port)}/functions/v1/spins`;
  expect(await (await fetch(url)).text()).toBe('well');
  fetch(url, { method: 'POST' }).catch(() => undefined);
  const processes = denoProcessesOf(server.pid ?? 0);
  expect(processes).toHaveLength(1);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  await database.drop();
});

test('With reload enabled, a function whose file changes is reloaded', async () => {
  const dir = await makeDir();
  await cp(join(FIXTURES_DIR, '..'), dir, { recursive: true });
  await symlink(join(dirname(FIXTURES_DIR), '../../../../node_modules'), join(dir, 'node_modules'));
  const server = await startFunctionsServer({
    FUNCTIONS_DIR: join(dir, 'functions'),
    FUNCTIONS_RELOAD: 'true',
  });
  const ask = () => fetch(`${server.url}/functions/v1/open`).then((answer) => answer.text());
  expect(await ask()).toBe('hello GET');
  await writeFile(
    join(dir, 'functions/_shared/greeting.ts'),
    "export const greeting = 'good evening';\n",
  );
  await expect.poll(ask).toBe('good evening GET');
  await server.stop();
});
