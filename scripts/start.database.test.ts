import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT_DIR } from './project-dir.ts';

let dir: string;
let server: ChildProcess;
let output = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-start-'));
  await chmod(dir, 0o711);
  await mkdir(join(dir, 'site'));
  await writeFile(join(dir, 'site', 'index.html'), '<!doctype html><title>BeaconPay</title>');
  output = '';
});
/** Stops the server as Ctrl-C in a terminal does. */
async function end(): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  if (server.spawnfile === 'script') server.stdin?.write('\u0003');
  else server.kill('SIGTERM');
  await exited;
}
afterEach(async () => {
  await end();
  await rm(dir, { recursive: true, force: true });
});

/** A first start, as `npm start` runs it. */
function start(program: string, programArguments: string[]): void {
  server = spawn(program, programArguments, {
    cwd: PROJECT_DIR,
    env: {
      ...process.env,
      DATA_DIR: join(dir, 'data'),
      WEB_DIR: join(dir, 'site'),
      PORT: '0',
      // A loaded machine has slow queries, and the server reports them.
      SLOW_QUERY_MS: '0',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

const START = join(PROJECT_DIR, 'scripts/start.ts');
const linesOf = () => stripVTControlCharacters(output).replaceAll('\r', '').split('\n');
const hasCredentials = () => expect.poll(() => output).toMatch(/password +\S/);

/** `script` of util-linux gives its program a terminal. */
test.skipIf(process.platform !== 'linux')(
  'A first start in a terminal prints a few short lines, and a page view prints none',
  async () => {
    start('script', ['-qec', `${process.execPath} ${START}`, '/dev/null']);
    await hasCredentials();
    const url = /is ready at (\S+)/.exec(output)?.[1] ?? '';
    const lines = linesOf().filter((line) => line.trim() !== '');
    expect(lines).toEqual([
      'Creating the database…',
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}migrations: applied {2}count=\d+$/) as string,
      `  BeaconPay is ready at ${url}`,
      `  Data: ${join(dir, 'data')}    API keys: npm run keys`,
      `  First administrator (shown only once). Sign in at ${url}/admin/login`,
      '    email     admin@beaconpay.example',
      expect.stringMatching(/^ {4}password {2}\S{20}$/) as string,
    ]);

    const before = output;
    for (const path of ['/', '/health/ready', '/auth/v1/settings']) await fetch(url + path);
    await end();
    expect(output.slice(before.length).replace('^C', '').trim()).toBe('');
  },
);

test('The server of npm run dev starts with the watch mode of Node', async () => {
  const watch = ['--watch-preserve-output', '--watch-path=apps/server/migrations'];
  start(process.execPath, [...watch, 'scripts/dev-server.ts']);
  await expect.poll(() => output).toContain('The API is ready on port');
});

test('Without a terminal the log is JSON, with the migrations of a first start as one line', async () => {
  start(process.execPath, [START]);
  await hasCredentials();
  const url = /is ready at (\S+)/.exec(output)?.[1] ?? '';
  await fetch(`${url}/health/ready`);
  await expect.poll(() => output).toContain('"msg":"request"');
  const entries = linesOf()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; count?: number; migrations?: string[] });
  const [migrations, ...others] = entries.filter(({ msg }) => msg.includes('migration'));
  expect(migrations?.count).toBeGreaterThan(5);
  expect(migrations?.migrations).toHaveLength(migrations?.count ?? 0);
  expect(others).toEqual([]);
  expect(output).not.toContain('Creating the database');
});
