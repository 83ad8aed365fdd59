import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { clientAddressOf } from '../../../platform/http/forwarded-headers.ts';
import { ApiKeyError, type CallerResolver } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { UNEXPECTED_PROBLEM } from '../../../http/service.ts';
import type { ClientMessage, ProtocolVersion } from '../protocol/message.ts';
import { version1 } from '../protocol/version-1.ts';
import { version2 } from '../protocol/version-2.ts';
import type { RealtimeSettings } from '../settings.ts';
import {
  CLOSE,
  createConnection,
  type Connection,
  type ConnectionOptions,
  type SocketConnection,
} from './socket-connection.ts';
import { createPerSecond } from '../../../platform/runtime/per-second.ts';

const PATH = '/websocket';
const SWEEP_INTERVAL_MS = 1000;
/** A connection that exceeds its message limit by this factor is closed without a reply. */
const FLOOD_FACTOR = 10;

/** Handles the messages of one connection. */
export interface ConnectionHandler {
  receive(message: ClientMessage): void;
  /** Called every second. */
  sweep(nowMs: number): void;
  /** The connection is closed. */
  close(): void;
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

interface OpenSocket {
  readonly connection: SocketConnection;
  readonly handler: ConnectionHandler;
}

const VERSIONS = new Map<string, ProtocolVersion>([
  ['1.0.0', version1],
  ['2.0.0', version2],
]);

/** Answers a request for a socket with an HTTP error. */
function reject(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
  );
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);

/** All sockets of this process. */
class WebSockets implements Sockets {
  readonly #options: SocketsOptions;
  readonly #open = new Map<WebSocket, OpenSocket>();
  readonly #server: WebSocketServer;
  readonly #sweeper: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.settings.maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#accept(request, socket, head).catch((error: unknown) => {
      if (error instanceof ApiKeyError) {
        reject(socket, '401 Unauthorized', error.message);
        return;
      }
      this.#options.logger.error({ err: error }, 'realtime: failed to open a socket');
      reject(socket, '500 Internal Server Error', UNEXPECTED_PROBLEM);
    });
  }

  async close(deadline: AbortSignal): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweeper);
    const closed = [...this.#open].map(([socket, { connection }]) => {
      const isClosed = new Promise((resolve) => socket.once('close', resolve));
      connection.close(CLOSE.restart);
      return isClosed;
    });
    const aborted = new Promise((resolve) => deadline.addEventListener('abort', resolve));
    await Promise.race([Promise.all(closed), aborted]);
    for (const { connection } of this.#open.values()) connection.terminate();
  }

  #sweep(): void {
    const { clock, settings } = this.#options;
    const nowMs = clock.now().getTime();
    for (const { connection, handler } of this.#open.values()) {
      if (connection.lastMessageMs + settings.heartbeatTimeoutMs < nowMs) {
        connection.close(CLOSE.silent);
      } else handler.sweep(nowMs);
    }
  }

  async #accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { prefix, callers, settings, trustProxy } = this.#options;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== `${prefix}${PATH}`) {
      reject(socket, '404 Not Found', 'Not found');
      return;
    }
    const version = VERSIONS.get(searchParams.get('vsn') ?? '1.0.0');
    if (version === undefined) {
      reject(socket, '400 Bad Request', 'Unsupported protocol version');
      return;
    }
    const header = request.headers.apikey ?? request.headers['x-api-key'];
    const apiKey = searchParams.get('apikey') ?? (typeof header === 'string' ? header : undefined);
    const caller = await callers.resolve(apiKey, undefined);
    if (this.#isClosing || this.#open.size >= settings.maxConnections) {
      reject(socket, '503 Service Unavailable', 'Too many connected users');
      return;
    }
    const forwardedFor = request.headers['x-forwarded-for']?.toString();
    const address = clientAddressOf(request.socket.remoteAddress, forwardedFor, trustProxy);
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#attach(opened, { stream: socket, caller, address, version }),
    );
  }

  #attach(
    socket: WebSocket,
    client: Pick<ConnectionOptions, 'stream' | 'caller' | 'address' | 'version'>,
  ): void {
    const { settings, handle, clock, logger } = this.#options;
    const { maxBufferBytes, messagesPerS } = settings;
    const connection = createConnection({ ...client, socket, maxBufferBytes, clock });
    const handler = handle(connection);
    const flood = createPerSecond(messagesPerS * FLOOD_FACTOR, clock);
    this.#open.set(socket, { connection, handler });
    socket.on('message', (data, isBinary) => {
      if (!connection.isOpen) return;
      connection.lastMessageMs = clock.now().getTime();
      if (flood.take()) this.#receive({ connection, handler }, data, isBinary);
      else connection.close(CLOSE.flood);
    });
    // A message that is too long, or a protocol error; the library closes the socket with the matching code.
    socket.on('error', (error) => {
      logger.debug({ err: error }, 'realtime: socket closed by a protocol error');
    });
    socket.on('close', () => {
      this.#open.delete(socket);
      handler.close();
    });
  }

  #receive({ connection, handler }: OpenSocket, data: RawData, isBinary: boolean): void {
    let message: ClientMessage;
    try {
      message = connection.version.decode(bytesOf(data), isBinary);
    } catch {
      connection.close(CLOSE.malformed);
      return;
    }
    try {
      handler.receive(message);
    } catch (error) {
      // An uncaught error would end the process and all other connections.
      this.#options.logger.error(
        { err: error, event: message.event },
        'realtime: failed to handle a message, will close the connection',
      );
      connection.close(CLOSE.failed);
    }
  }
}

export function createSockets(options: SocketsOptions): Sockets {
  return new WebSockets(options);
}
