import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { encodeText } from '../protocol/message.ts';
import { encodeFrame } from '../protocol/frame.ts';
import { version2 } from '../protocol/version-2.ts';
import { createConnection, type SocketConnection } from './socket-connection.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Both ends of a socket, with or without compression. */
async function openPair(compresses: boolean): Promise<[SocketConnection, WebSocket]> {
  const http = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: compresses ? { threshold: 0 } : false,
  });
  const opened = Promise.withResolvers<SocketConnection>();
  http.on('upgrade', (request, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const caller = { role: 'anon', claims: {}, token: null };
      const clock = systemClock;
      const maxBufferBytes = 1_000_000;
      opened.resolve(
        createConnection({
          socket,
          stream,
          caller,
          address: '127.0.0.1',
          version: version2,
          maxBufferBytes,
          clock,
        }),
      );
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${String(port)}`);
  ends.push(async () => {
    client.terminate();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  return [await opened.promise, client];
}

/** @covers realtime.9 */
test.each([false, true])(
  'Encoded messages arrive complete and in order, with compression: %s',
  async (compresses) => {
    const [connection, client] = await openPair(compresses);
    const received: [string, boolean][] = [];
    client.on('message', (data: Buffer, isBinary) => received.push([data.toString(), isBinary]));
    await once(client, 'open');
    expect(client.extensions).toBe(compresses ? 'permessage-deflate' : '');
    const long = 'ü'.repeat(70_000);
    const own = (event: string) => ({ joinRef: null, ref: null, topic: 't', event, payload: '{}' });
    connection.send(own('first'));
    connection.sendEncoded(encodeText(long));
    connection.sendEncoded(encodeFrame(Buffer.from('bytes'), true));
    connection.send(own('last'));
    await expect.poll(() => received.length).toBe(4);
    expect(received).toEqual([
      ['[null,null,"t","first",{}]', false],
      [long, false],
      ['bytes', true],
      ['[null,null,"t","last",{}]', false],
    ]);
  },
);
