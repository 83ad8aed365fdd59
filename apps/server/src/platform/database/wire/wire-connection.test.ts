import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MessageWriter } from './message-writer.ts';
import { createWirePool, type WirePool } from './wire-pool.ts';

const writer = new MessageWriter();
const GREETING = Buffer.concat([
  writer.begin('R').int32(0).end().take(),
  writer.begin('K').int32(7).int32(8).end().take(),
  writer.begin('Z').bytes('I').end().take(),
]);
const UNKNOWN = writer.begin('!').end().take();
const IMPOSSIBLE_ROW = writer.begin('D').int16(3).int32(1000).end().take();
const EMPTY_ROW = writer.begin('D').end().take();
const COPY = writer.begin('G').bytes('\0').int16(0).end().take();

let server: Server;
let pool: WirePool;

afterEach(() => {
  pool.close();
  server.close();
});

/** A server that accepts every login and sends the same response to every query. */
async function answerWith(answer: Buffer | null, answerTimeoutMs?: number): Promise<void> {
  server = createServer((socket) => {
    let isFirst = true;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (isFirst) socket.write(GREETING);
      else if (answer !== null) socket.write(answer);
      isFirst = false;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  pool = createWirePool(
    {
      host: '127.0.0.1',
      port,
      database: 'app',
      username: 'owner',
      password: '',
      sslMode: 'disable',
    },
    {
      applicationName: 'test',
      maxConnections: 1,
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
    },
  );
}

test.each([
  ['shorter than its own length', UNKNOWN.subarray().fill(0, 1)],
  ['of an unknown type', writer.begin('!').end().take()],
  ['that starts a copy', COPY],
  ['with a row that is shorter than its cells', IMPOSSIBLE_ROW],
  ['with a row without a number of cells', EMPTY_ROW],
])('A message %s ends the connection and nothing else', async (_, answer) => {
  await answerWith(answer);
  const batch = pool.run([{ text: 'select 1', parameters: [] }], { repeatable: false });
  await expect(batch).rejects.toMatchObject({ problem: 'lost' });
});

test('A batch without a response fails at its deadline', async () => {
  await answerWith(null, 100);
  const batch = pool.run([{ text: 'select 1', parameters: [] }], { repeatable: false });
  await expect(batch).rejects.toMatchObject({
    problem: 'lost',
    cause: { message: 'no answer in time' },
  });
});
