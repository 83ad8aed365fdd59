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

/** Longer than the 60 s of usual proxies, so that the server never closes a connection that a proxy is about to use. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 70_000;
const DRAIN_CHECK_MS = 20;

/** Connections that the supervisor accepts and passes to this process. */
export interface AcceptedConnections {
  /** The port on which they are accepted. */
  readonly port: number;
  /** Registers the handler of connections. */
  take(serveConnection: (socket: Socket) => void): void;
}

interface ListenOptions {
  readonly app: Hono<ServiceEnv>;
  readonly services: readonly Service[];
  readonly host: string;
  readonly port: number;
  /** Replaces `host` and `port` in a worker. */
  readonly accepted?: AcceptedConnections | undefined;
}

export interface NodeListener {
  readonly port: number;
  /**
   * Accepts no more requests and waits for the running ones.
   *
   * @param deadline when it aborts, the remaining connections are closed
   */
  drain(deadline: AbortSignal): Promise<void>;
  /** Closes all remaining connections, such as WebSockets. */
  close(): Promise<void>;
}

function serveAccepted(server: Server, accepted: AcceptedConnections): number {
  // `listen` would emit this event. Node enforces its timeout for headers from this event on.
  server.emit('listening');
  accepted.take((socket) => {
    // The default for connections that Node's server accepts itself.
    socket.allowHalfOpen = true;
    server.emit('connection', socket);
    socket.resume();
  });
  return accepted.port;
}

/** Passes WebSocket upgrades to the service of their path. */
function routeUpgrades(
  services: readonly Service[],
  upgraded: Set<Duplex>,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    const path = request.url ?? '';
    const service = services.find(
      ({ prefix, upgrade }) => upgrade !== undefined && path.startsWith(`${prefix}/`),
    );
    // A broken connection cannot receive an error response.
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

/** Serves HTTP requests and WebSockets. */
export async function listen(options: ListenOptions): Promise<NodeListener> {
  const server = createAdaptorServer({
    fetch: options.app.fetch,
    serverOptions: {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // `guardBodies` enforces a minimum rate instead, so that large bodies can take longer.
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
    // Node counts a connection without any request as busy. Browsers open such connections in advance.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }
  const requestConnections = () => [...connections].filter((socket) => !upgraded.has(socket));

  return {
    port,
    async drain(deadline) {
      isClosing = true;
      server.close();
      while (requestConnections().length > 0 && !deadline.aborted) {
        // Repeated, because a connection becomes idle when its response is complete.
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
