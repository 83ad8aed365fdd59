import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../src/platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from './support/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

/** The response of Postgres while it starts: FATAL, SQLSTATE 57P03. */
function errorMessage(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('A pool that a starting Postgres rejected works as soon as Postgres accepts connections', async () => {
  let refusalsLeft = 5;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (refusalsLeft > 0) {
      refusalsLeft -= 1;
      socket.once('data', () => socket.end(errorMessage()));
      return;
    }
    const { host, port } = database.connection;
    const upstream = connect({ host, port });
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sql = openPool(
    { ...database.connection, host: '127.0.0.1', port },
    { applicationName: 'test', maxConnections: 1 },
  );
  try {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect(sql`select 1`).rejects.toThrow();
    }
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  } finally {
    await sql.end({ timeout: 1 });
    server.close();
  }
});
