import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../platform/clock.ts';
import { textWire } from '../protocol/message.ts';
import { toWire } from '../protocol/frame.ts';
import { version2 } from '../protocol/version-2.ts';
import { createConnection, type LivingConnection } from './connection.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Two ends of a socket whose messages may be compressed. */
async function openPair(compresses: boolean): Promise<[LivingConnection, WebSocket]> {
  const http = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: compresses ? { threshold: 0 } : false,
  });
  const opened = Promise.withResolvers<LivingConnection>();
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

test.each([false, true])(
  'What goes to many arrives whole and in its order, whether messages are compressed: %s',
  async (compresses) => {
    const [connection, client] = await openPair(compresses);
    const heard: [string, boolean][] = [];
    client.on('message', (data: Buffer, isBinary) => heard.push([data.toString(), isBinary]));
    await once(client, 'open');
    expect(client.extensions).toBe(compresses ? 'permessage-deflate' : '');
    const long = 'ü'.repeat(70_000);
    const own = (event: string) => ({ joinRef: null, ref: null, topic: 't', event, payload: '{}' });
    connection.tell(own('first'));
    connection.send(textWire(long));
    connection.send(toWire(Buffer.from('bytes'), true));
    connection.tell(own('last'));
    await expect.poll(() => heard.length).toBe(4);
    expect(heard).toEqual([
      ['[null,null,"t","first",{}]', false],
      [long, false],
      ['bytes', true],
      ['[null,null,"t","last",{}]', false],
    ]);
  },
);
