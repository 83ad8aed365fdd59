/** @covers security.limits.6 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isClientGone } from './client-gone.ts';
import { guardBodies, GuardedRequest } from './guard-bodies.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A guarded server with a test clock, and one request to it with an unfinished body. */
async function begin(headers: string) {
  let nowMs = 0;
  const server = createServer({ IncomingMessage: GuardedRequest, requestTimeout: 0 });
  const guard = guardBodies(server, () => nowMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(server, { close: () => client.destroy() }, { close: () => guard.stop() });
  client.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const pass = (seconds: number): void => {
    nowMs += seconds * 1000;
    guard.check();
  };
  return { client, incoming, pass };
}

const CHUNKED = 'Transfer-Encoding: chunked';
const inOneByteChunks = (length: number) => '1\r\nx\r\n'.repeat(length);

/** The bytes that the client receives until its connection ends or fails. */
function readAll(client: Socket): Promise<string> {
  let answer = '';
  client.on('error', () => undefined);
  client.on('data', (data: Buffer) => (answer += data.toString()));
  return new Promise((resolve) => client.once('close', () => resolve(answer)));
}

/** The error that a reader of the body gets. */
async function failureOf(incoming: IncomingMessage): Promise<unknown> {
  const [error] = (await once(incoming, 'error')) as [unknown];
  return error;
}

describe('A body in small chunks', () => {
  test('is combined into a few large chunks without loss', async () => {
    const { client, incoming } = await begin(CHUNKED);
    client.write(`${inOneByteChunks(9_000)}0\r\n\r\n`);
    const chunks = (await incoming.toArray()) as Buffer[];
    expect(Buffer.concat(chunks).toString()).toBe('x'.repeat(9_000));
    expect(chunks.length).toBeLessThan(20);
  });

  test('is refused if the chunks are too many, and its reader gets an aborted request', async () => {
    const { client, incoming } = await begin(CHUNKED);
    const failure = failureOf(incoming);
    incoming.resume();
    const answered = readAll(client);
    client.write(inOneByteChunks(1_500_000));
    const answer = await answered;
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"bad_request"');
    expect(isClientGone(await failure)).toBe(true);
  });

  test('of 20 bytes each is read completely', async () => {
    const { client, incoming } = await begin(CHUNKED);
    client.write(`${`14\r\n${'x'.repeat(20)}\r\n`.repeat(50_000)}0\r\n\r\n`);
    let bytes = 0;
    for await (const chunk of incoming as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(1_000_000);
  });
});

test('A body is read only as fast as its reader consumes it', async () => {
  const { client, incoming } = await begin('Content-Length: 100000000');
  client.write('x'.repeat(50_000_000));
  await once(incoming, 'readable');
  // The client still has the rest: the socket buffers hold a few megabytes.
  await expect.poll(() => client.bytesWritten - client.writableLength).toBeGreaterThan(0);
  expect((incoming as GuardedRequest).bodyBytes).toBeLessThan(1_000_000);
});

describe('A slow body', () => {
  /** Sends bytes and waits until the server has them. */
  async function send(client: Socket, incoming: IncomingMessage, bytes: number): Promise<void> {
    const guarded = incoming as GuardedRequest;
    const before = guarded.bodyBytes;
    client.write('x'.repeat(bytes));
    await expect.poll(() => guarded.bodyBytes - before, { interval: 1 }).toBe(bytes);
  }

  test('that has not started after 20 s gets 408', async () => {
    const { client, incoming, pass } = await begin('Content-Length: 9');
    incoming.resume();
    pass(20);
    expect(incoming.destroyed).toBe(false);
    pass(1);
    const answer = await readAll(client);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"code":"request_timeout"');
  });

  test('below 500 bytes a second is aborted, also in single bytes', async () => {
    const { client, incoming, pass } = await begin('Content-Length: 10000000');
    incoming.resume();
    for (let seconds = 0; seconds < 40 && !incoming.destroyed; seconds += 1) {
      await send(client, incoming, 100);
      pass(1);
    }
    expect(await readAll(client)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('at 10 kB a second is read to its end, also with a pause', async () => {
    const { client, incoming, pass } = await begin('Content-Length: 5000000');
    const read = incoming.toArray();
    for (let seconds = 0; seconds < 500; seconds += 1) {
      await send(client, incoming, 10_000);
      pass(1);
      if (seconds === 250) pass(50);
    }
    expect(Buffer.concat((await read) as Buffer[])).toHaveLength(5_000_000);
  });

  test('that pauses for more than a minute is aborted, even after a fast start', async () => {
    const { client, incoming, pass } = await begin('Content-Length: 10000000');
    incoming.resume();
    await send(client, incoming, 5_000_000);
    pass(1);
    pass(59);
    expect(incoming.destroyed).toBe(false);
    pass(2);
    expect(await readAll(client)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('does not time out while its reader applies backpressure', async () => {
    const { client, incoming, pass } = await begin('Content-Length: 10000000');
    client.write('x'.repeat(1_000_000));
    await expect.poll(() => (incoming as GuardedRequest).isFull).toBe(true);
    for (let seconds = 0; seconds < 300; seconds += 1) pass(1);
    expect(incoming.destroyed).toBe(false);
  });
});

test('A request without a body, or with a complete one, is not watched', async () => {
  const { client, incoming, pass } = await begin('Content-Length: 2');
  client.write('{}');
  await incoming.toArray();
  pass(1000);
  expect(incoming.socket.destroyed).toBe(false);
});
