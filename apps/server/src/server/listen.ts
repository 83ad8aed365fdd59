import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { guardBodies, GuardedRequest } from '../platform/http/guard-bodies.ts';
import type { ServiceEnv } from '../platform/http/request-variables.ts';
import { openPort } from './open-port.ts';
import type { Service } from './service.ts';

/** Longer than the 60 s of usual proxies, so that it is never us who closes a connection they are about to use. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 70_000;
const DRAIN_CHECK_MS = 20;

/** Connections that another process accepts and hands over. */
export interface AcceptedConnections {
  /** The port on which they are accepted. */
  readonly port: number;
  /** Calls back for each connection from now on. */
  take(serveConnection: (socket: Socket) => void): void;
}

interface ListenOptions {
  readonly app: Hono<ServiceEnv>;
  readonly services: readonly Service[];
  readonly host: string;
  readonly port: number;
  /** Takes the place of an address of its own. */
  readonly accepted?: AcceptedConnections | undefined;
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

function serveAccepted(server: Server, accepted: AcceptedConnections): number {
  // Node watches the time that headers take from this event on, which `listen` would emit.
  server.emit('listening');
  accepted.take((socket) => {
    // As Node has it for connections that the server accepts itself: a client may close its half.
    socket.allowHalfOpen = true;
    server.emit('connection', socket);
    socket.resume();
  });
  return accepted.port;
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
    // No one is left to send an error to when a connection breaks.
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
      // A large body may take its time; one that is slower than a minimum rate is ended.
      requestTimeout: 0,
      IncomingMessage: GuardedRequest,
    },
  }) as Server;
  const bodies = guardBodies(server);
  const connections = new Set<Socket>();
  const upgraded = new Set<Duplex>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('upgrade', routeUpgrades(options.services, upgraded));
  const { accepted } = options;
  const port =
    accepted === undefined
      ? await openPort(server, options.host, options.port)
      : serveAccepted(server, accepted);
  let isClosing = false;
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));

  function endIdleConnections(): void {
    server.closeIdleConnections();
    // Node counts a connection that never said anything as busy; browsers keep such ones ready.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }
  const requestConnections = () => [...connections].filter((socket) => !upgraded.has(socket));

  return {
    port,
    async drain(deadline) {
      isClosing = true;
      server.close();
      while (requestConnections().length > 0 && !deadline.aborted) {
        // Again and again: a connection whose answer has gone out becomes idle.
        endIdleConnections();
        await sleep(DRAIN_CHECK_MS);
      }
      for (const socket of requestConnections()) socket.destroy();
    },
    close() {
      if (!isClosing) server.close();
      bodies.stop();
      for (const socket of connections) socket.destroy();
      return closed;
    },
  };
}
