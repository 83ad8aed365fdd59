import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../../platform/clock.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import { UNEXPECTED_PROBLEM } from '../../../server/service.ts';
import type { Wire } from '../protocol/frame.ts';
import type { ProtocolVersion, ServerMessage } from '../protocol/message.ts';

/** What a socket is closed with; clients come back after all of them. */
export const CLOSE = {
  malformed: { code: 1007, reason: 'Malformed message' },
  silent: { code: 1001, reason: 'No heartbeat' },
  flood: { code: 1008, reason: 'Too many messages per second' },
  slow: { code: 1013, reason: 'Messages are not read fast enough' },
  failed: { code: 1011, reason: UNEXPECTED_PROBLEM },
  restart: { code: 1012, reason: 'The server restarts' },
} as const;

type CloseCause = (typeof CLOSE)[keyof typeof CLOSE];

/** How long a socket that is told to close may take to answer. */
const CLOSE_TIMEOUT_MS = 1000;

/** One socket, as channels see it. */
export interface Connection {
  /** For whom it speaks where a channel has no token of its own. */
  readonly caller: Caller;
  /** The client's address, by which anonymous callers are limited. */
  readonly address: string;
  readonly version: ProtocolVersion;
  tell(message: ServerMessage): void;
  /** What is written already, and may go to many. */
  send(wire: Wire): void;
  close(cause: CloseCause): void;
}

export interface LivingConnection extends Connection {
  readonly isOpen: boolean;
  /** When it last said something. */
  lastHeardMs: number;
  terminate(): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** What the socket itself writes to. */
  readonly stream: Duplex;
  readonly caller: Caller;
  readonly address: string;
  readonly version: ProtocolVersion;
  readonly maxBufferBytes: number;
  readonly clock: Clock;
}

/** Sends to a socket, and gives it up when it does not read. */
export function createConnection(options: ConnectionOptions): LivingConnection {
  const { socket, stream, caller, address, version, maxBufferBytes, clock } = options;
  let isClosing = false;

  function close({ code, reason }: CloseCause): void {
    if (isClosing) return;
    isClosing = true;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  const isOpen = (): boolean => !isClosing && socket.readyState === socket.OPEN;

  function tell(message: ServerMessage): void {
    if (!isOpen()) return;
    socket.send(version.encode(message));
    if (socket.bufferedAmount > maxBufferBytes) close(CLOSE.slow);
  }

  /**
   * By way of the library each reader of a topic would cost a header and two
   * writes. It keeps nothing back that would have to go first, and changes
   * nothing, unless the socket has agreed on an extension, which is compression.
   */
  function send({ frame, message, isBinary }: Wire): void {
    if (!isOpen()) return;
    if (socket.extensions === '') stream.write(frame);
    else socket.send(message, { binary: isBinary });
    if (socket.bufferedAmount > maxBufferBytes) close(CLOSE.slow);
  }

  return {
    caller,
    address,
    version,
    lastHeardMs: clock.now().getTime(),
    get isOpen() {
      return isOpen();
    },
    tell,
    send,
    close,
    terminate: () => socket.terminate(),
  };
}
