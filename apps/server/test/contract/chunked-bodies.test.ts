/** @covers security.limits.6 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { denoProcessesOf } from './functions-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      FUNCTIONS_SECRET_STRIPE_SECRET_KEY: 'sk_test_1',
      FUNCTIONS_SECRET_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
  });
});
afterAll(() => server.stop());

/** Sends a body in chunks of one byte, as fast as the server reads, and reads the response. */
async function sendInSingleBytes(path: string, headers: string, bytes: number): Promise<string> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n${headers}\r\n`,
  );
  socket.write(`${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`);
  await closed;
  return answer;
}

test('A webhook body of 1.5 MB in single bytes is refused, and the process of the function keeps running', async () => {
  const ping = () => fetch(`${server.url}/functions/v1/card-webhook`).then(({ status }) => status);
  expect(await ping()).toBe(405);
  const before = denoProcessesOf(process.pid);
  expect(before).toHaveLength(1);
  const answer = await sendInSingleBytes('/functions/v1/card-webhook', '', 1_500_000);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await ping()).toBe(405);
  expect(denoProcessesOf(process.pid)).toEqual(before);
});

test('A body in a few thousand single bytes reaches the function complete', async () => {
  const answer = await sendInSingleBytes('/functions/v1/card-webhook', '', 5_000);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The event is not signed.');
});

test('Four orders of 1 MB in single bytes do not block other requests', async () => {
  const headers = `apikey: ${server.publishableKey}\r\n`;
  const flood = Promise.all(
    Array.from({ length: 4 }, () => sendInSingleBytes('/rest/v1/orders', headers, 1_000_000)),
  );
  const over = new AbortController();
  void flood.then(() => over.abort());
  const tookMs: number[] = [];
  do {
    const startedAtMs = performance.now();
    await fetch(`${server.url}/health/live`).then((answer) => answer.text());
    tookMs.push(performance.now() - startedAtMs);
  } while (!over.signal.aborted);
  for (const answer of await flood) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(Math.max(...tookMs)).toBeLessThan(500);
});
