import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { findFreePort } from '@beaconpay/server/platform/free-port';
import { startTestServer, type TestServer } from '@beaconpay/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findProgram } from './find-program.ts';
import { PROJECT_DIR } from './project-dir.ts';

const UPLOAD_BYTES = 100 * 1024 * 1024;
const START_TIMEOUT_MS = 20_000;
const SPOOFED_ADDRESS = '203.0.113.9';

let server: TestServer;
let dir: string;

beforeAll(async () => {
  server = await startTestServer({
    environment: { TRUST_PROXY: 'true', STORAGE_FILE_SIZE_LIMIT: '100MiB' },
  });
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-proxy-'));
  await chmod(dir, 0o711);
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const readExample = (name: string): Promise<string> =>
  readFile(join(PROJECT_DIR, 'deploy', name), 'utf8');
const upstream = (): string => new URL(server.url).host;

interface Proxy {
  readonly name: string;
  readonly program: string | null;
  /** Starts the proxy with its example file, but without TLS and on this port. */
  readonly start: (program: string, port: number) => Promise<ChildProcess>;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    program: await findProgram(['nginx'], ['/usr/sbin/nginx'], '-v'),
    async start(program, port) {
      const example = await readExample('nginx.conf');
      const site = example
        .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${String(port)};`)
        .replace(/^ +(?:listen \[::\]:443|ssl_).*\n/gm, '')
        .replace('127.0.0.1:3000', upstream());
      const path = join(dir, 'nginx.conf');
      await writeFile(
        path,
        `daemon off; pid ${dir}/nginx.pid; error_log stderr; events {} http { access_log off; ${site} }`,
      );
      return spawn(program, ['-p', dir, '-c', path], { stdio: ['ignore', 'ignore', 'inherit'] });
    },
  },
  {
    name: 'Caddy',
    program: await findProgram(['caddy'], [], 'version'),
    start: (program, port) =>
      Promise.resolve(
        spawn(
          program,
          ['run', '--adapter', 'caddyfile', '--config', join(PROJECT_DIR, 'deploy/Caddyfile')],
          {
            stdio: 'ignore',
            env: {
              DOMAIN: `http://127.0.0.1:${String(port)}`,
              UPSTREAM: upstream(),
              HOME: dir,
              // The port of its administration is fixed otherwise.
              CADDY_ADMIN: 'off',
            },
          },
        ),
      ),
  },
];

describe.each(PROXIES)('$name with the example of deploy/', ({ program, start }) => {
  if (program === null) {
    test.skip('the program is not installed', () => undefined);
    return;
  }
  let proxy: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${String(port)}`;
    proxy = await start(program, port);
    await vi.waitFor(() => fetch(`${url}/health/ready`), { timeout: START_TIMEOUT_MS });
  });
  afterAll(async () => {
    const exited = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await exited;
  });

  const clientAs = (key: string) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

  test('passes each header of a response once', async () => {
    const response = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey: server.publishableKey },
    });
    expect(response.headers.get('Strict-Transport-Security')).toBe(
      'max-age=63072000; includeSubDomains',
    );
    expect(response.headers.get('X-Frame-Options')).toBe('DENY');
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]+$/);
  });

  test('passes the WebSocket of a channel', async () => {
    const client = clientAs(server.publishableKey);
    const status = new Promise<string>((resolve) => {
      client.channel('proxy').subscribe(resolve);
    });
    expect(await status).toBe('SUBSCRIBED');
    await client.removeAllChannels();
  });

  test('passes an object of 100 MB in both directions', async () => {
    const bucket = clientAs(server.secretKey).storage;
    await bucket.createBucket(`proxy-${new URL(url).port}`);
    const objects = bucket.from(`proxy-${new URL(url).port}`);
    const content = Buffer.alloc(UPLOAD_BYTES, 'beacon');
    expect((await objects.upload('large', content)).error).toBeNull();
    const { data } = await objects.download('large');
    const downloaded = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
    expect(downloaded.equals(content)).toBe(true);
  });

  test('sends the address of its client, not one that the client claims', async () => {
    const email = `proxy-${new URL(url).port}@example.com`;
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        'Content-Type': 'application/json',
        'X-Forwarded-For': SPOOFED_ADDRESS,
      },
      body: JSON.stringify({ email, password: 'correct horse battery staple' }),
    });
    expect(response.status).toBe(200);
    const sessions = await server.sql`
      select host(ip) as ip from auth.sessions join auth.users on users.id = sessions.user_id
      where email = ${email}`;
    expect(sessions).toEqual([{ ip: '127.0.0.1' }]);
  });
});
