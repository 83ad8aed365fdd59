import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '../src/platform/free-port.ts';
import { copyPreparedData } from './support/prepared-data.ts';
import { childrenOf, parentOf, readPostmasterId } from './support/processes.ts';

const PROJECT_DIR = fileURLToPath(new URL('../../..', import.meta.url));
const STARTER = fileURLToPath(new URL('./support/start-for-test.ts', import.meta.url));

let dir: string;
let dataDir: string;
let children: ChildProcess[];

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly publishableKey: string;
}

async function start(environment: Record<string, string> = {}): Promise<Started> {
  const child = fork(STARTER, [], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} instead of starting.`);
  });
  const started = once(child, 'message') as Promise<[{ port: number; publishableKey: string }]>;
  const [{ port, publishableKey }] = await Promise.race([started, failed]);
  failed.catch(() => undefined);
  return { child, url: `http://127.0.0.1:${String(port)}`, publishableKey };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  const [code] = await exited;
  return code;
}

/** The status of a response. Reads the body too, because an unread body keeps the connection busy. */
async function post(
  { url, publishableKey }: Started,
  path: string,
  email: string,
): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'a good password' }),
  });
  await response.text();
  return response.status;
}

function signUp(server: Started, email: string): Promise<number> {
  return post(server, '/auth/v1/signup', email);
}

function logIn(server: Started, email: string): Promise<number> {
  return post(server, '/auth/v1/token?grant_type=password', email);
}

async function readiness(server: Started): Promise<number> {
  const response = await fetch(`${server.url}/health/ready`);
  await response.text();
  return response.status;
}

const postmasterId = (): Promise<number> => readPostmasterId(join(dataDir, 'postgres'));

function workersOf(processId: number): number[] {
  return childrenOf(processId)
    .filter(({ command }) => command.includes('worker.ts'))
    .map((worker) => worker.processId);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-lifecycle-'));
  // Postgres may run as another user, who needs access to its folder through this one.
  await chmod(dir, 0o711);
  dataDir = join(dir, 'data');
  await copyPreparedData(dataDir);
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
  }
  await rm(dir, { recursive: true, force: true });
});

describe('The server on its embedded Postgres', () => {
  for (const [signal, folder] of [
    ['SIGTERM', 'new'],
    ['SIGINT', 'data'],
  ] as const) {
    test(`shuts down cleanly on ${signal} and has its data at the next start`, async () => {
      dataDir = join(dir, folder);
      const first = await start();
      expect(await signUp(first, 'kept@example.com')).toBe(200);
      expect(await end(first.child, signal)).toBe(0);

      const second = await start();
      expect(second.publishableKey).toBe(first.publishableKey);
      expect(await logIn(second, 'kept@example.com')).toBe(200);
    });
  }

  test('starts with its data after it was killed', async () => {
    const first = await start();
    await signUp(first, 'survivor@example.com');
    await end(first.child, 'SIGKILL');

    const second = await start();
    expect(await logIn(second, 'survivor@example.com')).toBe(200);
  });

  test('starts after the server and the supervisor of Postgres were both killed', async () => {
    const first = await start();
    await signUp(first, 'twice@example.com');
    process.kill(parentOf(await postmasterId()), 'SIGKILL');
    await end(first.child, 'SIGKILL');

    const second = await start();
    expect(await logIn(second, 'twice@example.com')).toBe(200);
  });

  test('reconnects after Postgres crashed', async () => {
    const server = await start();
    await signUp(server, 'patient@example.com');
    process.kill(await postmasterId(), 'SIGKILL');

    await expect
      .poll(async () => (await fetch(`${server.url}/health/ready`)).text(), { interval: 10 })
      .toContain('Postgres was ended by SIGKILL.');
    await expect.poll(() => logIn(server, 'patient@example.com')).toBe(200);
    await expect.poll(() => readiness(server)).toBe(200);
  });

  test('refuses a second server on the same data and leaves the first one running', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow('instead of starting');
    expect(await readiness(first)).toBe(200);
  });

  test('shares its port and its settings among worker processes and stops them all', async () => {
    // `npm start` sets no variable of the process for the site that it has built.
    const site = join(dir, 'site');
    await mkdir(site);
    await writeFile(join(site, 'index.html'), '<!doctype html><title>BeaconPay</title>');
    const server = await start({
      WORKERS: '2',
      PORT: String(await findFreePort()),
      TEST_SETTINGS: JSON.stringify({ WEB_DIR: site }),
    });
    expect(await signUp(server, 'shared@example.com')).toBe(200);
    expect(await (await fetch(server.url)).text()).toContain('<title>BeaconPay</title>');
    expect(await end(server.child, 'SIGTERM')).toBe(0);
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow();
  });

  test('stops or recovers after the supervisor of Postgres was killed, and never runs without Postgres', async () => {
    const server = await start();
    const exited = once(server.child, 'exit').then(([code]) => `ended with ${String(code)}`);
    process.kill(parentOf(await postmasterId()), 'SIGKILL');
    const back = expect
      .poll(() => readiness(server).catch(() => 0))
      .toBe(200)
      .then(() => 'came back');
    await expect(Promise.any([exited, back])).resolves.toMatch(/ended with 69|came back/);
  });

  test('replaces a worker that died, and all workers end when the first process is killed', async () => {
    const server = await start({ WORKERS: '2', PORT: String(await findFreePort()) });
    const workers = () => workersOf(server.child.pid ?? 0);
    const [first] = workers();
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => workers().filter((id) => id !== first).length).toBe(2);
    await expect.poll(() => readiness(server).catch(() => 0)).toBe(200);

    const left = workers();
    await end(server.child, 'SIGKILL');
    await expect.poll(() => left.filter(isAlive)).toEqual([]);
  });

  test('does not wait longer than 8 s for a slow upload', async () => {
    const server = await start();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      'POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `apikey: ${server.publishableKey}\r\nContent-Length: 10000\r\n\r\n{`,
    );
    const startedAtMs = performance.now();
    expect(await end(server.child, 'SIGTERM')).toBe(0);
    expect(performance.now() - startedAtMs).toBeLessThan(8_000);
  });
});

describe('npm start', () => {
  /** Without the variables that npm sets for a test run, as in the shell of a user. */
  const ownEnvironment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
  );

  async function startByNpm(): Promise<{ npm: ChildProcess; serverId: number; url: string }> {
    const npm = spawn('npm', ['start'], {
      cwd: PROJECT_DIR,
      env: { ...ownEnvironment, DATA_DIR: dataDir, PORT: '0', WEB_DIR: emptySite },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(npm);
    let output = '';
    for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes('is ready at')) break;
    }
    const url = /is ready at (\S+)/.exec(output)?.[1] ?? '';
    const supervisor = parentOf(await postmasterId());
    return { npm, serverId: parentOf(supervisor), url };
  }

  let emptySite: string;
  beforeEach(async () => {
    emptySite = await mkdtemp(join(tmpdir(), 'beaconpay-site-'));
    await writeFile(join(emptySite, 'index.html'), '<!doctype html><title>BeaconPay</title>');
  });
  afterEach(() => rm(emptySite, { recursive: true, force: true }));

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`stops with all of its processes within 10 s after ${signal} to npm`, async () => {
      const { npm, serverId, url } = await startByNpm();
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      const postgresId = await postmasterId();
      npm.kill(signal);
      await expect
        .poll(() => [npm.pid ?? 0, serverId, postgresId].filter(isAlive), { timeout: 10_000 })
        .toEqual([]);
    });
  }
});
