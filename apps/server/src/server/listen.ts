import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ServiceEnv } from '../platform/http/request-variables.ts';
import type { Service } from './service.ts';

/** Longer than the 60 s of usual proxies, so that it is never us who closes a connection they are about to use. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 70_000;
const REQUEST_TIMEOUT_MS = 300_000;
const DRAIN_CHECK_MS = 20;

interface ListenOptions {
  readonly app: Hono<ServiceEnv>;
  readonly services: readonly Service[];
  readonly host: string;
  readonly port: number;
}

export interface NodeListener {
  readonly port: number;
  /**
   * Takes no more requests and lets those under way finish.
   *
   * @param deadline aborts when those that are left shall be cut off
   */
  drain(deadline: AbortSignal): Promise<void>;
  /** Cuts off what is left, such as sockets that a service did not end. */
  close(): Promise<void>;
}

/** Leads a connection that asks to become a socket to the service whose path it names. */
function routeUpgrades(
  services: readonly Service[],
  upgraded: Set<Duplex>,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    const path = request.url ?? '';
    const service = services.find(
      ({ prefix, upgrade }) => upgrade !== undefined && path.startsWith(`${prefix}/`),
    );
    // A connection that breaks has nobody to tell.
    socket.on('error', () => socket.destroy());
    if (service?.upgrade === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    service.upgrade(request, socket, head);
  };
}

/** Serves an application, and its services' sockets, on an address. */
export async function listen(options: ListenOptions): Promise<NodeListener> {
  const server = createAdaptorServer({
    fetch: options.app.fetch,
    serverOptions: {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
  }) as Server;
  const connections = new Set<Socket>();
  const upgraded = new Set<Duplex>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('upgrade', routeUpgrades(options.services, upgraded));
  server.listen(options.port, options.host);
  await once(server, 'listening').catch((cause: unknown) => {
    const address = `HOST ${options.host} and PORT ${String(options.port)}`;
    throw new Error(`Nothing can listen on ${address}: ${String(cause)}`, { cause });
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));

  function endIdleConnections(): void {
    server.closeIdleConnections();
    // Node counts a connection that never said anything as busy; browsers keep such ones ready.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }
  const requestConnections = () => [...connections].filter((socket) => !upgraded.has(socket));

  return {
    port: (server.address() as AddressInfo).port,
    async drain(deadline) {
      server.close();
      while (requestConnections().length > 0 && !deadline.aborted) {
        // Again and again: a connection whose answer has gone out becomes idle.
        endIdleConnections();
        await sleep(DRAIN_CHECK_MS);
      }
      for (const socket of requestConnections()) socket.destroy();
    },
    close() {
      if (server.listening) server.close();
      for (const socket of connections) socket.destroy();
      return closed;
    },
  };
}
