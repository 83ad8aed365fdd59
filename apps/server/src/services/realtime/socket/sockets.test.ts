import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { realtimeVariables, toRealtimeSettings } from '../settings.ts';
import { createSockets } from './sockets.ts';

test('A message whose handler throws closes its own connection only and is logged', async () => {
  const lines: string[] = [];
  const sockets = createSockets({
    prefix: '',
    callers: { resolve: () => Promise.resolve({ role: 'anon', claims: {}, token: null }) },
    settings: toRealtimeSettings(realtimeVariables.parse({})),
    trustProxy: false,
    handle: () => ({
      receive: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
      sweep: () => undefined,
      close: () => undefined,
    }),
    clock: systemClock,
    logger: createLogger('error', { write: (line) => lines.push(line) }),
  });
  const http = createServer();
  http.on('upgrade', (request, stream, head) => sockets.upgrade(request, stream, head));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${String(port)}/websocket?vsn=2.0.0`);
  try {
    await once(client, 'open');
    client.send('["1","1","t","phx_join",{}]');
    expect((await once(client, 'close'))[0]).toBe(1011);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        msg: 'realtime: failed to handle a message, will close the connection',
        err: { name: 'RangeError' },
      },
    ]);
  } finally {
    client.terminate();
    await sockets.close(AbortSignal.timeout(1000));
    http.close();
  }
});
