import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import { UNEXPECTED_PROBLEM } from '../../../http/service.ts';
import type { EncodedMessage } from '../protocol/frame.ts';
import type { ProtocolVersion, ServerMessage } from '../protocol/message.ts';

/** Close codes and reasons. Clients reconnect after each of them. */
export const CLOSE = {
  malformed: { code: 1007, reason: 'Malformed message' },
  silent: { code: 1001, reason: 'No heartbeat' },
  flood: { code: 1008, reason: 'Too many messages per second' },
  slow: { code: 1013, reason: 'Messages are not read fast enough' },
  failed: { code: 1011, reason: UNEXPECTED_PROBLEM },
  restart: { code: 1012, reason: 'The server restarts' },
} as const;

type CloseCause = (typeof CLOSE)[keyof typeof CLOSE];

/** How long the close handshake may take. */
const CLOSE_TIMEOUT_MS = 1000;

/** One socket, as channels see it. */
export interface Connection {
  /** Used by channels without a token. */
  readonly caller: Caller;
  /** The address of the client. Limits of anonymous callers count by it. */
  readonly address: string;
  readonly version: ProtocolVersion;
  send(message: ServerMessage): void;
  sendEncoded(message: EncodedMessage): void;
  close(cause: CloseCause): void;
}

export interface SocketConnection extends Connection {
  readonly isOpen: boolean;
  /** Time of the last message from the client. */
  lastMessageMs: number;
  terminate(): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** The stream below the socket. */
  readonly stream: Duplex;
  readonly caller: Caller;
  readonly address: string;
  readonly version: ProtocolVersion;
  readonly maxBufferBytes: number;
  readonly clock: Clock;
}

/** Sends to a socket, and closes it when its client reads too slowly. */
export function createConnection(options: ConnectionOptions): SocketConnection {
  const { socket, stream, caller, address, version, maxBufferBytes, clock } = options;
  let isClosing = false;

  function close({ code, reason }: CloseCause): void {
    if (isClosing) return;
    isClosing = true;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  const isOpen = (): boolean => !isClosing && socket.readyState === socket.OPEN;

  function send(message: ServerMessage): void {
    if (!isOpen()) return;
    socket.send(version.encode(message));
    if (socket.bufferedAmount > maxBufferBytes) close(CLOSE.slow);
  }

  /**
   * Writes the frame to the stream, because the library would cost a header and two
   * writes per recipient. The library buffers nothing and leaves frames unchanged,
   * unless the socket negotiated compression, the only extension.
   */
  function sendEncoded({ frame, message, isBinary }: EncodedMessage): void {
    if (!isOpen()) return;
    if (socket.extensions === '') stream.write(frame);
    else socket.send(message, { binary: isBinary });
    if (socket.bufferedAmount > maxBufferBytes) close(CLOSE.slow);
  }

  return {
    caller,
    address,
    version,
    lastMessageMs: clock.now().getTime(),
    get isOpen() {
      return isOpen();
    },
    send,
    sendEncoded,
    close,
    terminate: () => socket.terminate(),
  };
}
