import type { Socket } from 'node:net';
import { MessageReader } from './message-reader.ts';

/** Messages before the login are short. Errors are the longest. */
const MAX_BYTES = 65_536;

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

export interface IncomingMessages {
  /** Whether a further message was received, at least in part. */
  readonly isPending: boolean;
  /** The next message. */
  next(): Promise<Message>;
  /** Stops reading. Call it when no message is pending. @throws Error when the connection was lost */
  stop(): void;
}

/** Reads messages from a socket one by one. */
export function readIncoming(socket: Socket): IncomingMessages {
  const arrived: Message[] = [];
  let failure: Error | null = null;
  let wake: (() => void) | null = null;

  const notify = () => {
    wake?.();
    wake = null;
  };
  const fail = (error: Error) => {
    failure ??= error;
    notify();
  };
  const lost = () => fail(new Error('the connection was closed'));
  const reader = new MessageReader((type, body) => {
    arrived.push({ type: String.fromCharCode(type), body });
    notify();
  }, MAX_BYTES);
  const push = (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch (error) {
      fail(error as Error);
    }
  };
  socket.on('data', push).on('error', fail).on('close', lost);

  return {
    get isPending() {
      return arrived.length > 0 || reader.isWithin;
    },
    async next() {
      for (;;) {
        const message = arrived.shift();
        if (message !== undefined) return message;
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    stop() {
      socket.off('data', push).off('error', fail).off('close', lost);
      if (failure !== null) throw failure;
    },
  };
}
