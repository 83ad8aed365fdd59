import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServiceEnv } from '../../src/platform/http/request-variables.ts';
import { listen, type NodeListener } from '../../src/http/listen.ts';
import type { Service } from '../../src/http/service.ts';

let listener: NodeListener;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

async function start(app: Hono<ServiceEnv>, services: readonly Service[] = []): Promise<void> {
  listener = await listen({ app, services, host: '127.0.0.1', port: 0 });
}

async function open(text = ''): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

/** The output of the server until it contains `end`. */
async function readUntil(socket: Socket, end: string): Promise<string> {
  let output = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.includes(end)) break;
  }
  return output;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UPGRADE = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
const never = () => new AbortController().signal;

describe('Draining', () => {
  test('lets an active request finish and then closes its connection', async () => {
    const received = Promise.withResolvers<undefined>();
    const mayAnswer = Promise.withResolvers<undefined>();
    const app = new Hono<ServiceEnv>().get('/', async (context) => {
      received.resolve(undefined);
      await mayAnswer.promise;
      return context.text('finished');
    });
    await start(app);
    const socket = await open(GET);
    await received.promise;
    const drained = listener.drain(never());
    mayAnswer.resolve(undefined);
    expect(await readUntil(socket, 'finished')).toContain('200 OK');
    await drained;
  });

  test('closes idle connections at once, also those that never had a request', async () => {
    await start(new Hono<ServiceEnv>().get('/', (context) => context.text('ok')));
    const kept = await open(GET);
    await readUntil(kept, 'ok');
    const silent = await open();
    const closed = Promise.all([once(kept, 'close'), once(silent, 'close')]);
    await listener.drain(never());
    await closed;
  });

  /** @covers security.limits.15 */
  test('cuts off a slow upload at the deadline', async () => {
    const reading = Promise.withResolvers<undefined>();
    const app = new Hono<ServiceEnv>().post('/', async (context) => {
      reading.resolve(undefined);
      return context.text(await context.req.text());
    });
    await start(app);
    const socket = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na');
    await reading.promise;
    const closed = once(socket, 'close');
    const deadline = new AbortController();
    const drained = listener.drain(deadline.signal);
    deadline.abort();
    await drained;
    await closed;
  });
});

describe('A WebSocket upgrade', () => {
  function createSocketService(close: Service['close']): Service {
    return {
      prefix: '/live/v1',
      app: new Hono<ServiceEnv>(),
      upgrade: (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\nhello'),
      isReady: () => Promise.resolve(null),
      close,
    };
  }

  test('is handled by the service of its path', async () => {
    await start(new Hono<ServiceEnv>(), [createSocketService(() => Promise.resolve())]);
    const socket = await open(UPGRADE('/live/v1/websocket'));
    expect(await readUntil(socket, 'hello')).toContain('101 Switching Protocols');
  });

  test('is refused on a path without a WebSocket service', async () => {
    await start(new Hono<ServiceEnv>(), [createSocketService(() => Promise.resolve())]);
    const socket = await open(UPGRADE('/live/v10/websocket'));
    expect(await readUntil(socket, '\r\n\r\n')).toContain('404 Not Found');
  });

  test('stays open while requests drain, and is closed by close()', async () => {
    await start(new Hono<ServiceEnv>(), [createSocketService(() => Promise.resolve())]);
    const socket = await open(UPGRADE('/live/v1/websocket'));
    await readUntil(socket, 'hello');
    await listener.drain(never());
    expect(socket.destroyed).toBe(false);
    const closed = once(socket, 'close');
    await listener.close();
    await closed;
  });
});

test('An idle connection stays open longer than the 60 s of common proxies', async () => {
  await start(new Hono<ServiceEnv>().get('/', (context) => context.text('ok')));
  const socket = await open(GET);
  const answer = await readUntil(socket, 'ok');
  const timeoutS = Number(/keep-alive: timeout=(\d+)/i.exec(answer)?.[1]);
  expect(timeoutS).toBeGreaterThan(60);
});
