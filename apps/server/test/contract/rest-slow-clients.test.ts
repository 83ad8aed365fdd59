/** @covers security.limits.1 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/http/service.ts';
import { createRestService } from '../../src/services/rest/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

/** Longer than a reading client pauses on a loaded machine. */
const STALL_MS = 3000;
const settings = {
  schemas: ['bounds'],
  extraSearchPath: ['public'],
  maxRows: 1000,
  planEnabled: false,
  aggregatesEnabled: true,
  txEnd: 'commit',
  preRequest: null,
  maxResponseBytes: 10_000_000,
} as const;

let database: TestDatabase;
let sql: Sql;
let pool: WirePool;
let running: Running;
let port: number;

interface Running {
  readonly service: Service;
  readonly server: Server;
  readonly port: number;
}

async function serve(stalledReaderMs: number): Promise<Running> {
  const claims = { role: 'authenticated', sub: 'reader' };
  const service = await createRestService({
    sql,
    pool,
    poolSize: 4,
    config: settings,
    bodyLimitBytes: 1_000_000,
    callers: { resolve: () => Promise.resolve({ role: claims.role, claims, token: null }) },
    logger: createLogger('silent'),
    stalledReaderMs,
  });
  const app = new Hono().route('/rest/v1', service.app);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { service, server, port: (server.address() as AddressInfo).port };
}

async function stop({ service, server }: Running): Promise<void> {
  server.close();
  server.closeAllConnections();
  await service.close(AbortSignal.timeout(1_000));
}

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(await readFile(new URL('./rest-limits.sql', import.meta.url), 'utf8'));
  const connection = connectionAs(database.connection, DATA_API_ROLE);
  sql = openPool(connection, { applicationName: 'readers-test', maxConnections: 1 });
  pool = createWirePool(connection, { applicationName: 'readers-test', maxConnections: 5 });
  running = await serve(STALL_MS);
  port = running.port;
});
afterAll(async () => {
  await stop(running);
  pool.close();
  await sql.end({ timeout: 1 });
  await database.drop();
});

/** A connection that requests 9 MB and does not read. */
function openReader(times = 1) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /rest/v1/big HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times));
  return socket;
}

test('disconnects a client that does not read, and frees its slot', async () => {
  // Both slots of the caller are taken by clients that do not read.
  const stalled = [openReader(), openReader()];
  const closed = stalled.map((socket) => once(socket, 'close'));
  const answer = await fetch(`http://127.0.0.1:${String(port)}/rest/v1/parents?limit=1`);
  expect(answer.status).toBe(200);
  // The sockets close after their buffered data is read.
  for (const socket of stalled) socket.resume();
  await Promise.race(closed);
  expect(Math.min(...stalled.map(({ bytesRead }) => bytesRead))).toBeLessThan(9_000_000);
});

test('does not disconnect a client that reads slowly', async () => {
  const socket = openReader();
  const chunkBytes = 1_000_000;
  const pauseMs = STALL_MS / 6;
  let received = 0;
  let closed = false;
  socket.once('close', () => (closed = true));
  socket.on('data', (chunk) => {
    const chunks = Math.floor(received / chunkBytes);
    received += chunk.length;
    // The whole response takes longer than the stall timeout, but no pause does.
    if (Math.floor(received / chunkBytes) === chunks) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  const startedAtMs = performance.now();
  await expect.poll(() => received).toBeGreaterThan(9_000_000);
  expect(performance.now() - startedAtMs).toBeGreaterThan(STALL_MS);
  expect(closed).toBe(false);
  socket.destroy();
});

test('does not disconnect a client that waits for a pipelined request', async () => {
  // The statement takes longer than twice the stall timeout of the response before it.
  const impatient = await serve(100);
  const socket = connect(impatient.port, '127.0.0.1');
  const body = '{"seconds":1}';
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write(
    `GET /rest/v1/parents?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /rest/v1/rpc/nap HTTP/1.1\r\n${headers}\r\n\r\n${body}`,
  );
  const countResponses = () => received.split('HTTP/1.1 200 ').length - 1;
  await expect.poll(countResponses).toBe(2);
  socket.destroy();
  await stop(impatient);
});

test('sends all of a long response, with its length', async () => {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/rest/v1/big`);
  const text = await answer.text();
  expect(answer.headers.get('content-length')).toBe(String(text.length));
  expect(JSON.parse(text)).toHaveLength(99);
});

test('frees the slots of a client that disconnects while its pipelined requests wait', async () => {
  const clients = Array.from({ length: 4 }, () => openReader(10));
  await expect.poll(() => clients.some(({ bytesRead }) => bytesRead > 0)).toBe(true);
  for (const socket of clients) socket.destroy();
  const { status } = await fetch(`http://127.0.0.1:${String(port)}/rest/v1/parents?limit=1`, {
    signal: AbortSignal.timeout(20_000),
  });
  expect(status).toBe(200);
  // No statement keeps running.
  const countRunning = async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where application_name = 'readers-test' and state = 'active'`;
    return row?.count;
  };
  await expect.poll(countRunning).toBe(0);
});
