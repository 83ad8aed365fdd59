import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { head, openRaw } from '../support/raw-request.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import type { Random } from './random.ts';
import type { Session } from './sessions.ts';

/** A masked text frame (RFC 6455, section 5.2) with a mask of zeros. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const size =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([0x81]), size, Buffer.alloc(4), payload]);
}

const JOIN = (token: string): string =>
  JSON.stringify({
    topic: 'realtime:room',
    event: 'phx_join',
    ref: '1',
    join_ref: '1',
    payload: {
      config: {
        broadcast: { ack: true, self: true },
        presence: { key: 'fuzz', enabled: true },
        postgres_changes: [{ event: '*', schema: 'public', table: 'orders' }],
        private: false,
      },
      access_token: token,
    },
  });

const UPGRADE = {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
};

export const SOCKET_FAULTS = [
  'hangUpAfterHeaders',
  'hangUpAfterJoin',
  'hangUpInFrame',
  'malformedFrame',
  'malformedMessage',
  'oneByteWrites',
  'sessionEndsAfterJoin',
] as const;

/** Opens a WebSocket of realtime, does one thing wrong, and disconnects. */
export async function breakSocket(
  { url, publishableKey }: FuzzedServer,
  fault: (typeof SOCKET_FAULTS)[number],
  session: Session,
  random: Random,
): Promise<void> {
  const socket = await openRaw(url);
  const path = `/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`;
  const key = randomBytes(16).toString('base64');
  socket.write(head(`GET ${path}`, { ...UPGRADE, 'Sec-WebSocket-Key': key }));
  if (fault === 'hangUpAfterHeaders') {
    socket.destroy();
    return;
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString().startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString());
  const frame = frameOf(JOIN(session.headers.Authorization?.slice('Bearer '.length) ?? ''));
  switch (fault) {
    case 'hangUpAfterJoin':
      socket.write(frame);
      break;
    case 'hangUpInFrame':
      socket.write(frame.subarray(0, random.upTo(frame.length - 1)));
      break;
    case 'malformedFrame':
      socket.write(Buffer.from([0xff, 0xff, random.upTo(255), random.upTo(255)]));
      await once(socket, 'close');
      break;
    case 'malformedMessage':
      socket.write(frameOf(random.pick(['', '[', '{}', '[1,2,3,4,5]', '{"topic":7}'])));
      break;
    case 'oneByteWrites':
      for (const byte of frame) socket.write(Buffer.from([byte]));
      await once(socket, 'data');
      break;
    case 'sessionEndsAfterJoin':
      socket.write(frame);
      await session.end();
      break;
  }
  socket.destroy();
}
