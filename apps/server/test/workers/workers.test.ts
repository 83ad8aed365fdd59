import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../src/platform/free-port.ts';
import { startTestServer, type TestServer } from '../support/index.ts';

const EVERY_WORKER = 8;
const PASSWORD = 'correct horse 7';

const RECOVERIES_PER_5_MIN = 10;

let server: TestServer;
let metricsPort: number;
let dataDir: string;
beforeAll(async () => {
  metricsPort = await findFreePort();
  dataDir = await mkdtemp(join(tmpdir(), 'beaconpay-workers-'));
  server = await startTestServer({
    environment: {
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      TRUST_PROXY: 'true',
      RATE_LIMIT_AUTH_PER_5_MIN: String(RECOVERIES_PER_5_MIN),
    },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** On a new connection, so that requests reach all workers. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    ...init,
    headers: {
      apikey: server.publishableKey,
      'Content-Type': 'application/json',
      Connection: 'close',
      ...(init.headers as Record<string, string>),
    },
  });
}

async function statusesOf(path: string, init?: RequestInit): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let count = 0; count < EVERY_WORKER; count += 1) {
    const response = await ask(path, init);
    await response.text();
    statuses.add(response.status);
  }
  return statuses;
}

/** The number of health requests to the workers, including those of earlier attempts. */
let healthy = 0;

test('Every worker serves requests, and one response has the metrics of all workers', async () => {
  expect(await statusesOf('/health/ready')).toEqual(new Set([200]));
  const response = await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`);
  const [, count] =
    /^backend_request_duration_seconds_count\{service="site",route="\/health\/ready",method="GET",status="200"\} (\d+)$/m.exec(
      await response.text(),
    ) ?? [];
  healthy += EVERY_WORKER;
  expect(Number(count)).toBe(healthy);
  // A request for metrics does not change readiness.
  healthy += EVERY_WORKER;
  expect(await statusesOf('/health/ready')).toEqual(new Set([200]));
});

test('A session that ends on one worker ends on all workers', async () => {
  const signedUp = await ask('/auth/v1/signup', {
    method: 'POST',
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: PASSWORD }),
  });
  const { access_token: token } = (await signedUp.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  expect(await statusesOf('/auth/v1/user', { headers })).toEqual(new Set([200]));
  expect((await ask('/auth/v1/logout', { method: 'POST', headers })).status).toBe(204);
  expect(await statusesOf('/auth/v1/user', { headers })).toEqual(new Set([403]));
});

test('A new table is served by every worker after one NOTIFY', async () => {
  await server.sql`create table if not exists public.fresh (id int primary key)`;
  await server.sql`grant select on public.fresh to anon`;
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(() => statusesOf('/rest/v1/fresh')).toEqual(new Set([200]));
});

/** The six digits of the newest mail to an address; mails without a host are files. */
async function readCode(email: string): Promise<string | undefined> {
  const mailDir = join(dataDir, 'mail');
  const names = (await readdir(mailDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(mailDir, name), 'utf8')));
  return /Your code: (\d{6})/.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[1];
}

function post(path: string, body: unknown, clientAddress: string): Promise<Response> {
  return ask(path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': clientAddress },
    body: JSON.stringify(body),
  });
}

/** @covers security.limits.13 */
test('A code is invalid after five wrong guesses, on any of the workers', async () => {
  const email = `${randomUUID()}@example.com`;
  await post('/auth/v1/signup', { email, password: PASSWORD }, '192.0.2.1');
  await post('/auth/v1/recover', { email }, '192.0.2.1');
  await expect.poll(() => readCode(email)).toBeDefined();
  const code = (await readCode(email)) ?? '';
  const guess = (token: string, index: number) =>
    post('/auth/v1/verify', { type: 'recovery', email, token }, `192.0.2.${String(10 + index)}`);
  const wrong = Array.from({ length: 5 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );
  const answers = await Promise.all(wrong.map(guess));
  expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 403));
  expect((await guess(code, 5)).status).toBe(403);
});

/** The number of callers, in this attempt and earlier ones. */
let visitors = 0;

/** @covers security.limits.13 */
test('A rate limit counts the requests of all workers', async () => {
  visitors += 1;
  const address = `198.51.100.${String(visitors)}`;
  const answers = await Promise.all(
    Array.from({ length: 2 * RECOVERIES_PER_5_MIN }, (_, index) =>
      post('/auth/v1/recover', { email: `nobody-${String(index)}@example.com` }, address),
    ),
  );
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(RECOVERIES_PER_5_MIN);
});
