import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { ConnectionSettings } from '../../src/platform/database/connection-settings.ts';
import { openConnection } from '../../src/platform/database/wire/connect.ts';
import { MessageReader } from '../../src/platform/database/wire/message-reader.ts';
import { MessageWriter } from '../../src/platform/database/wire/message-writer.ts';

interface TransactionPooler {
  readonly port: number;
  close(): Promise<void>;
}

const SSL_REQUEST_CODE = 80_877_103;
const IDLE = 'I'.charCodeAt(0);

interface Backend {
  readonly socket: Socket;
  client: Socket | null;
}

/** A pooler in transaction mode: each transaction gets any free session. */
export async function startTransactionPooler(
  settings: ConnectionSettings,
  backendCount: number,
): Promise<TransactionPooler> {
  const free: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const backends: Backend[] = [];

  const release = (backend: Backend): void => {
    backend.client = null;
    const next = waiting.shift();
    if (next === undefined) free.push(backend);
    else next(backend);
  };
  for (let index = 0; index < backendCount; index += 1) {
    const { socket } = await openConnection(settings, {});
    const backend: Backend = { socket, client: null };
    const reader = new MessageReader((type, body) => {
      const client = backend.client;
      client?.write(
        new MessageWriter().begin(String.fromCharCode(type)).end().take().subarray(0, 1),
      );
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      client?.write(Buffer.concat([length, body]));
      if (type === 'Z'.charCodeAt(0) && body[0] === IDLE) release(backend);
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk)).on('error', () => undefined);
    backends.push(backend);
    free.push(backend);
  }
  const acquire = (): Promise<Backend> => {
    const backend = free.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve));
  };

  const server = createServer((client) => {
    let isGreeted = false;
    let queue = Promise.resolve();
    const forward = async (chunk: Buffer): Promise<void> => {
      let backend = backends.find((one) => one.client === client);
      if (backend === undefined) {
        backend = await acquire();
        backend.client = client;
      }
      backend.socket.write(chunk);
    };
    client.on('error', () => undefined);
    client.on('data', (chunk: Buffer) => {
      if (isGreeted) {
        // A client that disconnects does not end a session.
        if (chunk[0] !== 'X'.charCodeAt(0)) queue = queue.then(() => forward(chunk));
      } else if (chunk.readInt32BE(4) === SSL_REQUEST_CODE) {
        client.write('N');
      } else {
        isGreeted = true;
        const greeting = new MessageWriter().begin('R').int32(0).end();
        greeting.begin('K').int32(1).int32(1).end();
        client.write(greeting.begin('Z').bytes('I').end().take());
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const { socket } of backends) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
