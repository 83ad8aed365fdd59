import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { createStatementReader, type ExecutedStatement } from './frontend-messages.ts';

interface RecordingProxy {
  /** The connection to the database through the proxy. */
  readonly connection: ConnectionSettings;
  /** Returns the statements that were executed during `work`, in order. */
  record(work: () => Promise<void>): Promise<ExecutedStatement[]>;
  close(): Promise<void>;
}

/** A proxy between the server and Postgres that records the executed statements. */
export async function startRecordingProxy(database: ConnectionSettings): Promise<RecordingProxy> {
  let recorded: ExecutedStatement[] | null = null;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const proxy = createServer((client) => {
    const { host, port } = database;
    const upstream = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${String(port)}`)
      : connect({ host, port });
    keep(client);
    keep(upstream);
    const read = createStatementReader((statement) => recorded?.push(statement));
    client.on('data', read);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    connection: { ...database, host: '127.0.0.1', port },
    async record(work) {
      const statements: ExecutedStatement[] = [];
      recorded = statements;
      await work();
      recorded = null;
      return statements;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
