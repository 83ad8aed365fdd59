import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Clock } from '../../../platform/clock.ts';
import { clientAddressOf } from '../../../platform/http/client-address.ts';
import { ApiKeyError, type CallerResolver } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { UNEXPECTED_PROBLEM } from '../../../server/service.ts';
import { version1 } from '../protocol/version-1.ts';
import { version2 } from '../protocol/version-2.ts';
import type { ClientMessage, ProtocolVersion } from '../protocol/message.ts';
import type { RealtimeSettings } from '../settings.ts';
import {
  CLOSE,
  createConnection,
  type Connection,
  type ConnectionOptions,
  type LivingConnection,
} from './connection.ts';
import { createPerSecond } from './per-second.ts';

const PATH = '/websocket';
const SWEEP_EVERY_MS = 1000;
/** A connection that says so much more than it may is not answered but ended. */
const FLOOD_FACTOR = 10;

/** What happens on one connection. */
export interface ConnectionHandler {
  hear(message: ClientMessage): void;
  /** Called every second. */
  sweep(nowMs: number): void;
  /** The connection is gone. */
  end(): void;
}

interface SocketsOptions {
  readonly prefix: string;
  readonly callers: CallerResolver;
  readonly settings: RealtimeSettings;
  readonly trustProxy: boolean;
  readonly handle: (connection: Connection) => ConnectionHandler;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(deadline: AbortSignal): Promise<void>;
}

interface Living {
  readonly connection: LivingConnection;
  readonly handler: ConnectionHandler;
}

const VERSIONS = new Map<string, ProtocolVersion>([
  ['1.0.0', version1],
  ['2.0.0', version2],
]);

/** Answers what asked to become a socket and does not. */
function refuse(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
  );
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);

/** The sockets of this process: who may open one, how they are heard, and how they end. */
export function createSockets(options: SocketsOptions): Sockets {
  const { prefix, callers, settings, trustProxy, handle, clock, logger } = options;
  const living = new Map<WebSocket, Living>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: settings.maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  let isClosing = false;

  const sweeper = setInterval(() => {
    const nowMs = clock.now().getTime();
    for (const { connection, handler } of living.values()) {
      if (connection.lastHeardMs + settings.heartbeatTimeoutMs < nowMs) {
        connection.close(CLOSE.silent);
      } else handler.sweep(nowMs);
    }
  }, SWEEP_EVERY_MS).unref();

  function attach(
    socket: WebSocket,
    client: Pick<ConnectionOptions, 'stream' | 'caller' | 'address' | 'version'>,
  ): void {
    const { version } = client;
    const { maxBufferBytes, messagesPerS } = settings;
    const connection = createConnection({ ...client, socket, maxBufferBytes, clock });
    const handler = handle(connection);
    const flood = createPerSecond(messagesPerS * FLOOD_FACTOR, clock);
    living.set(socket, { connection, handler });

    function hear(data: RawData, isBinary: boolean): void {
      if (!connection.isOpen) return;
      connection.lastHeardMs = clock.now().getTime();
      if (!flood.take()) {
        connection.close(CLOSE.flood);
        return;
      }
      let message: ClientMessage;
      try {
        message = version.decode(bytesOf(data), isBinary);
      } catch {
        connection.close(CLOSE.malformed);
        return;
      }
      try {
        handler.hear(message);
      } catch (error) {
        // Nobody's message may end the process, and with it the connections of all others.
        logger.error({ err: error }, 'a message could not be dealt with');
        connection.close(CLOSE.failed);
      }
    }

    socket.on('message', hear);
    // What is too long or not the protocol at all; the library closes it with the code for that.
    socket.on('error', (error) => logger.debug({ err: error }, 'a socket failed'));
    socket.on('close', () => {
      living.delete(socket);
      handler.end();
    });
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== `${prefix}${PATH}`) {
      refuse(socket, '404 Not Found', 'Not found');
      return;
    }
    const version = VERSIONS.get(searchParams.get('vsn') ?? '1.0.0');
    if (version === undefined) {
      refuse(socket, '400 Bad Request', 'Unsupported protocol version');
      return;
    }
    const header = request.headers.apikey ?? request.headers['x-api-key'];
    const apiKey = searchParams.get('apikey') ?? (typeof header === 'string' ? header : undefined);
    const caller = await callers.resolve(apiKey, undefined);
    if (isClosing || living.size >= settings.maxConnections) {
      refuse(socket, '503 Service Unavailable', 'Too many connected users');
      return;
    }
    const forwardedFor = request.headers['x-forwarded-for']?.toString();
    const address = clientAddressOf(request.socket.remoteAddress, forwardedFor, trustProxy);
    server.handleUpgrade(request, socket, head, (opened) =>
      attach(opened, { stream: socket, caller, address, version }),
    );
  }

  return {
    upgrade(request, socket, head) {
      accept(request, socket, head).catch((error: unknown) => {
        if (error instanceof ApiKeyError) {
          refuse(socket, '401 Unauthorized', error.message);
          return;
        }
        logger.error({ err: error }, 'a socket could not be opened');
        refuse(socket, '500 Internal Server Error', UNEXPECTED_PROBLEM);
      });
    },
    async close(deadline) {
      isClosing = true;
      clearInterval(sweeper);
      const ended = [...living].map(([socket, { connection }]) => {
        const closed = new Promise((resolve) => socket.once('close', resolve));
        connection.close(CLOSE.restart);
        return closed;
      });
      const over = new Promise((resolve) => deadline.addEventListener('abort', resolve));
      await Promise.race([Promise.all(ended), over]);
      for (const { connection } of living.values()) connection.terminate();
    },
  };
}
