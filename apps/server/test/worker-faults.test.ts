/** @covers security.limits.5 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../src/platform/free-port.ts';
import { copyPreparedData } from './support/prepared-data.ts';
import { childrenOf } from './support/processes.ts';

// One server with one worker, as `npm start` runs it. The server still serves after each test.
const STARTER = fileURLToPath(new URL('./support/start-for-test.ts', import.meta.url));
const FAULT = new URL('./support/throw-on-signal.ts', import.meta.url).href;
const HANG_TIMEOUT_MS = 3_000;

let dir: string;
let site: string;
let server: ChildProcess;
let port: number;
let url: string;
let publishableKey: string;
let log = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-worker-faults-'));
  await chmod(dir, 0o711);
  await copyPreparedData(join(dir, 'data'));
  site = join(dir, 'site');
  await mkdir(site);
  await writeFile(join(site, 'index.html'), '<!doctype html><title>BeaconPay</title>');
  port = await findFreePort();
  url = `http://127.0.0.1:${String(port)}`;
  server = fork(STARTER, [], {
    env: {
      ...process.env,
      DATA_DIR: join(dir, 'data'),
      PORT: String(port),
      WEB_DIR: site,
      WORKERS: '1',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=${FAULT}`,
      TEST_HANG_TIMEOUT_MS: String(HANG_TIMEOUT_MS),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  server.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  [{ publishableKey }] = (await once(server, 'message')) as [{ publishableKey: string }];
});
afterAll(async () => {
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
  await rm(dir, { recursive: true, force: true });
});

function workerId(): number {
  const workers = childrenOf(server.pid ?? 0).filter(({ command }) =>
    command.includes('worker.ts'),
  );
  if (workers[0] === undefined) throw new Error('No worker runs.');
  return workers[0].processId;
}

/** Resolves once another worker has replaced this one. */
const replacementOf = (first: number) =>
  expect
    .poll(
      () =>
        Promise.resolve()
          .then(workerId)
          .catch(() => first),
      { interval: 10 },
    )
    .not.toBe(first);

const readiness = (): Promise<number> =>
  fetch(`${url}/health/ready`, { headers: { Connection: 'close' } }).then(({ status }) => status);

interface Entry {
  readonly level: number;
  readonly msg: string;
  readonly cause?: string;
  readonly delayMs?: number;
  readonly err?: { readonly message: string; readonly stack: string };
}

const entriesOf = (message: string): Entry[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ msg }) => msg === message);

const lastEnd = (): Entry | undefined =>
  entriesOf('supervisor: worker ended, will be replaced').at(-1);

test('The only worker is replaced at once when it dies: the port stays open and no connection is refused', async () => {
  const first = workerId();
  process.kill(first, 'SIGKILL');
  // Sent while no worker runs: the connections wait for the next worker.
  const answers = await Promise.all(Array.from({ length: 20 }, readiness));
  expect(answers).toEqual(answers.map(() => 200));
  expect(workerId()).not.toBe(first);
  expect(server.exitCode).toBeNull();
  expect(lastEnd()).toMatchObject({ cause: 'It was ended by SIGKILL.', delayMs: 0 });
});

/** A form without its closing boundary, as in the first report of a crashed server. */
async function sendCutForm(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const body =
    '--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\n\r\nhalf a picture';
  socket.end(
    `POST /storage/v1/object/profile-pictures/a.png HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `apikey: ${publishableKey}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
      `Content-Length: ${String(body.length)}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
}

test('A form without its closing boundary does not crash the server', async () => {
  for (let times = 0; times < 3; times += 1) {
    await sendCutForm();
    expect(await readiness()).toBe(200);
  }
  expect(server.exitCode).toBeNull();
});

test('An uncaught error is logged as fatal with its stack, and ends only its worker', async () => {
  const first = workerId();
  process.kill(first, 'SIGUSR2');
  await replacementOf(first);
  expect(await readiness()).toBe(200);
  expect(entriesOf('worker: uncaught error, will exit').at(-1)).toMatchObject({
    level: 60,
    err: {
      message: 'a fault that no part catches',
      stack: expect.stringContaining('throw-on-signal.ts') as string,
    },
  });
  expect(lastEnd()).toMatchObject({ cause: 'It ended with code 1.', delayMs: 0 });
});

test('A worker that hangs is replaced, and the clients that connected meanwhile get responses', async () => {
  const first = workerId();
  process.kill(first, 'SIGSTOP');
  const answers = await Promise.all(Array.from({ length: 10 }, readiness));
  expect(answers).toEqual(answers.map(() => 200));
  expect(workerId()).not.toBe(first);
  expect(lastEnd()?.cause).toMatch(/^It did not answer for \d+ s\.$/);
});

test('While no worker can start, readiness is 503 with the reason; the server recovers without a restart', async () => {
  await rename(site, `${site}-away`);
  process.kill(workerId(), 'SIGKILL');
  await expect
    .poll(async () => (await fetch(`${url}/health/ready`)).text())
    .toContain('WEB_DIR cannot be read');
  expect(await readiness()).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const other = await fetch(`${url}/auth/v1/health`);
  expect(other.headers.get('retry-after')).toBe('1');
  expect(await other.json()).toMatchObject({ code: 'unavailable' });
  expect(lastEnd()?.delayMs).toBeGreaterThan(0);

  await rename(`${site}-away`, site);
  await expect.poll(readiness).toBe(200);
});
