import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../shared/until.ts';
import { startTestServer, type TestServer } from '../support/index.ts';
import { startTarget, waitForResponse, type Target } from './extension-fixtures.ts';

const QUEUED = 10_000;
/** For a busy machine. */
const LOAD_TIMEOUT_MS = 200_000;
/** `MAX_PER_ORIGIN` of the worker. */
const MAX_PER_ORIGIN = 50;

let server: TestServer;
let target: Target;
let hanging: Target;
let running = 0;
let mostRunning = 0;
let hangs = 0;
const calls = new Map<string, number>();

beforeAll(async () => {
  target = await startTarget((request, response) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    const { url = '' } = request;
    calls.set(url, (calls.get(url) ?? 0) + 1);
    response.once('close', () => (running -= 1));
    // The first bytes of a response do not extend the time.
    if (url === '/hang') return;
    if (url === '/drip') response.write('first');
    else if (url === '/large') response.end(Buffer.alloc(2_000_000, 'x'));
    else response.end('done');
  });
  hanging = await startTarget(() => {
    hangs += 1;
  });
  server = await startTestServer({
    environment: { NET_ALLOW_HOSTS: `${target.host},${hanging.host}` },
  });
});
afterAll(async () => {
  await server.stop();
  target.close();
  hanging.close();
});

test(
  '10,000 queued requests are each sent once, with bounded concurrency and memory',
  async () => {
    const before = process.memoryUsage().heapUsed;
    await server.sql`
    select net.http_get(${`${target.url}/queued/`} || n) from generate_series(1, ${QUEUED}::int) as n`;
    await until(() => calls.size === QUEUED && running === 0, LOAD_TIMEOUT_MS);
    await until(async () => {
      const [row] = await server.sql<{ stored: number }[]>`
      select count(*)::int as stored from net._http_response where status_code = 200`;
      return row?.stored === QUEUED;
    });
    expect(calls.size).toBe(QUEUED);
    expect(Math.max(...calls.values())).toBe(1);
    expect(mostRunning).toBeLessThanOrEqual(MAX_PER_ORIGIN);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(await server.sql`select from net.http_request_queue`).toHaveLength(0);
  },
  LOAD_TIMEOUT_MS + 60_000,
);

test('a target that hangs does not hold up other targets', async () => {
  await server.sql`
    select net.http_get(${`${hanging.url}/`} || n, timeout_milliseconds => 60000)
    from generate_series(1, 2000) as n`;
  await until(() => hangs === MAX_PER_ORIGIN);
  const [row] = await server.sql<{ id: string }[]>`
    select net.http_get(${`${target.url}/after-hanging`}) as id`;
  expect(await waitForResponse(server.sql, row?.id ?? '')).toMatchObject({ status_code: 200 });
  expect(hangs).toBe(MAX_PER_ORIGIN);
  await server.sql`delete from net.http_request_queue`;
});

test.each(['/hang', '/drip'])('a request to %s ends at its timeout', async (path) => {
  const url = `${target.url}${path}`;
  const [row] = await server.sql<{ id: string }[]>`
    select net.http_get(${url}, timeout_milliseconds => 200) as id`;
  expect(await waitForResponse(server.sql, row?.id ?? '')).toMatchObject({
    status_code: null,
    timed_out: true,
    error_msg: expect.stringMatching(
      /^Timeout of 200 ms reached\. Total time: \d+\.\d{3} ms$/,
    ) as unknown,
  });
});

test('a response that is too large is an error', async () => {
  const [row] = await server.sql<{ id: string }[]>`
    select net.http_get(${`${target.url}/large`}) as id`;
  expect(await waitForResponse(server.sql, row?.id ?? '')).toMatchObject({
    status_code: null,
    error_msg: 'The response is larger than 1048576 bytes.',
  });
});
