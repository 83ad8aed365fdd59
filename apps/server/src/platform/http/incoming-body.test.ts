import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { isClientGone } from './client-gone.ts';
import { bodyOf } from './incoming-body.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A connection to a server with one handler. */
async function connectTo(handle: RequestListener): Promise<Socket> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(server, { close: () => client.destroy() });
  return client;
}

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';

test('a destroyed body keeps its connection open for the response and the next request', async () => {
  const client = await connectTo((incoming, outgoing) => {
    const body = bodyOf(incoming);
    body.once('data', () => body.destroy());
    body.once('close', () => outgoing.end('refused'));
  });
  const rest = 'x'.repeat(1_000_000);
  for (let request = 0; request < 2; request += 1) {
    client.write(`${HEAD}Content-Length: 1000000\r\n\r\n${rest}`);
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/refused/);
  }
});

test.each([
  ['while it is read', (incoming: IncomingMessage) => buffer(bodyOf(incoming))],
  [
    'before it is read',
    async (incoming: IncomingMessage) => {
      const body = bodyOf(incoming);
      await once(incoming, 'close');
      return buffer(body);
    },
  ],
])(
  'a body that is cut off %s fails with the error of a disconnected client',
  async (_when, read) => {
    const failed = Promise.withResolvers<unknown>();
    const client = await connectTo((incoming) => {
      read(incoming).then(failed.reject, failed.resolve);
      client.destroy();
    });
    client.write(`${HEAD}Content-Length: 9\r\n\r\nhalf`);
    expect(isClientGone(await failed.promise)).toBe(true);
  },
);
