import { once } from 'node:events';
import { WebSocket } from '../websocket-library.ts';

const REPLY = '"phx_reply"';

/** A message of a client, and its topic. */
export interface ClientMessage {
  readonly topic: string;
  readonly event: string;
  readonly payload: object;
}

/** A socket with version 2 of the protocol. It does little, so that benchmarks measure the server and not the client. */
export interface PhoenixSocket {
  /** Sends one message at a time and waits for the reply. @throws Error if the reply is not ok */
  request(message: ClientMessage): Promise<void>;
  send(message: ClientMessage): void;
  sendText(text: string): void;
  close(): Promise<void>;
}

interface PendingReply {
  readonly ref: string;
  readonly settled: PromiseWithResolvers<undefined>;
}

/** @param onFrame gets every frame that is not a reply */
export async function openPhoenixSocket(
  url: string,
  onFrame: (frame: Buffer) => void,
): Promise<PhoenixSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let lastRef = 0;
  let pending: PendingReply | null = null;

  function settle({ ref, settled }: PendingReply, text: string): void {
    const [, repliedRef, , , reply] = JSON.parse(text) as [
      unknown,
      string | null,
      string,
      string,
      { status: string },
    ];
    if (repliedRef !== ref) return;
    pending = null;
    if (reply.status === 'ok') settled.resolve(undefined);
    else settled.reject(new Error(`The server replied with an error: ${text}`));
  }

  const frameOf = ({ topic, event, payload }: ClientMessage, ref: string): string =>
    JSON.stringify([topic, ref, topic, event, payload]);

  socket.on('message', (data: Buffer) => {
    if (pending !== null && data.includes(REPLY)) settle(pending, data.toString());
    else onFrame(data);
  });
  socket.on('close', (code, reason) => {
    pending?.settled.reject(
      new Error(`The server closed a socket: ${String(code)} ${reason.toString()}`),
    );
    pending = null;
  });
  await once(socket, 'open');
  // The close event reports an error.
  socket.on('error', () => undefined);

  return {
    request(message) {
      lastRef += 1;
      const ref = String(lastRef);
      const settled = Promise.withResolvers<undefined>();
      pending = { ref, settled };
      socket.send(frameOf(message, ref));
      return settled.promise;
    },
    send(message) {
      lastRef += 1;
      socket.send(frameOf(message, String(lastRef)));
    },
    sendText: (text) => socket.send(text),
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

export const HEARTBEAT: ClientMessage = { topic: 'phoenix', event: 'heartbeat', payload: {} };
