import { once } from 'node:events';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { relay } from './relay.ts';

let dir: string;
const servers: Server[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-relay-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await rm(dir, { recursive: true, force: true });
});

async function listen(listener: RequestListener, address: string | 0): Promise<Server> {
  const server = createServer(listener).listen(address);
  servers.push(server);
  await once(server, 'listening');
  return server;
}

/** The response that the relay creates for a process that responds with `answer`. */
async function relayed(
  answer: RequestListener,
): Promise<{ response: Response; done: Promise<true> }> {
  const socketPath = join(dir, 'process');
  await listen(answer, socketPath);
  const result = Promise.withResolvers<Response>();
  const done = Promise.withResolvers<true>();
  const process = {
    socketPath,
    agent: new Agent(),
    ended: new Promise<never>(() => undefined),
    stop: () => Promise.resolve(),
  };
  const front = await listen((incoming) => {
    const request = {
      incoming,
      path: '/',
      requestId: 'request',
      clientAddress: '127.0.0.1',
      protocol: 'http',
      bodyLimitBytes: 1_000,
      answerTimeoutMs: 10_000,
      gone: new AbortController().signal,
    };
    relay(process, request, () => done.resolve(true)).then(result.resolve, result.reject);
  }, 0);
  const { port } = front.address() as AddressInfo;
  fetch(`http://127.0.0.1:${String(port)}/`).catch(() => undefined);
  return { response: await result.promise, done: done.promise };
}

test.each(['short', ''])('A body that arrives with its headers is complete: "%s"', async (body) => {
  const { response, done } = await relayed((_, outgoing) => {
    outgoing.setHeader('Content-Length', body.length).end(body);
  });
  await done;
  expect(await response.text()).toBe(body);
});

test('The headers of a slow body of known length are not delayed', async () => {
  const rest = Promise.withResolvers<true>();
  const { response } = await relayed((_, outgoing) => {
    outgoing.setHeader('Content-Length', 10).write('first');
    void rest.promise.then(() => outgoing.end('later'));
  });
  expect(response.headers.get('content-length')).toBe('10');
  rest.resolve(true);
  expect(await response.text()).toBe('firstlater');
});
