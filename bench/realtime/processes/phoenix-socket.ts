import { once } from 'node:events';
import { WebSocket } from '../websocket-library.ts';

const REPLY = '"phx_reply"';

/** What is said to a server, and by which topic. */
export interface Said {
  readonly topic: string;
  readonly event: string;
  readonly payload: object;
}

/** One socket that speaks version 2 of the protocol: little more than a socket, to measure the server and not the client. */
export interface PhoenixSocket {
  /** One question at a time. @throws Error when the answer is not ok */
  ask(said: Said): Promise<void>;
  say(said: Said): void;
  sendText(text: string): void;
  close(): Promise<void>;
}

interface Asked {
  readonly ref: string;
  readonly settled: PromiseWithResolvers<undefined>;
}

/** @param hear gets every frame that answers no question */
export async function openPhoenixSocket(
  url: string,
  hear: (frame: Buffer) => void,
): Promise<PhoenixSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let lastRef = 0;
  let asked: Asked | null = null;

  function settle({ ref, settled }: Asked, text: string): void {
    const [, answered, , , reply] = JSON.parse(text) as [
      unknown,
      string | null,
      string,
      string,
      { status: string },
    ];
    if (answered !== ref) return;
    asked = null;
    if (reply.status === 'ok') settled.resolve(undefined);
    else settled.reject(new Error(`The server refuses: ${text}`));
  }

  const frameOf = ({ topic, event, payload }: Said, ref: string): string =>
    JSON.stringify([topic, ref, topic, event, payload]);

  socket.on('message', (data: Buffer) => {
    if (asked !== null && data.includes(REPLY)) settle(asked, data.toString());
    else hear(data);
  });
  socket.on('close', (code, reason) => {
    asked?.settled.reject(
      new Error(`The server closed a socket: ${String(code)} ${reason.toString()}`),
    );
    asked = null;
  });
  await once(socket, 'open');
  // The close event reports an error.
  socket.on('error', () => undefined);

  return {
    ask(said) {
      lastRef += 1;
      const ref = String(lastRef);
      const settled = Promise.withResolvers<undefined>();
      asked = { ref, settled };
      socket.send(frameOf(said, ref));
      return settled.promise;
    },
    say(said) {
      lastRef += 1;
      socket.send(frameOf(said, String(lastRef)));
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

export const HEARTBEAT: Said = { topic: 'phoenix', event: 'heartbeat', payload: {} };
