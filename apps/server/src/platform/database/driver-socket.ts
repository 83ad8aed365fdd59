import { Socket } from 'node:net';
import type { ConnectionSettings } from './connection-settings.ts';
import {
  CANCEL_REQUEST_CODE,
  openConnection,
  requestCancel,
  type OpenedConnection,
} from './wire/connect.ts';
import { MessageWriter } from './wire/message-writer.ts';

/** The messages of a server that accepts a login without authentication. */
function loginResponseOf({ session }: OpenedConnection): Buffer {
  const writer = new MessageWriter().begin('R').int32(0).end();
  for (const [name, value] of session.reported) {
    writer.begin('S').cString(name).cString(value).end();
  }
  writer.begin('K').int32(session.processId).int32(session.secretKey).end();
  return writer.begin('Z').bytes('I').end().take();
}

/**
 * A socket that fails when the driver sends its first message. After an earlier failure, the driver would never
 * send that message again, because it believes that the message is still in transit.
 */
function failedSocket(error: Error): Socket {
  const socket = new Socket();
  const fail = (): boolean => {
    process.nextTick(() => socket.destroy(error));
    return true;
  };
  return Object.assign(socket, { write: fail });
}

/**
 * Opens a socket that is logged in already, so that the driver uses the same login and security rules as other
 * connections. The driver's first message is answered here. All later messages go to Postgres unchanged.
 *
 * The promise never rejects, because the driver expects errors from the socket.
 */
export async function openDriverSocket(
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<Socket> {
  let opened: OpenedConnection;
  try {
    opened = await openConnection(settings, parameters);
  } catch (error) {
    return failedSocket(error as Error);
  }
  const { socket, session, encryption } = opened;
  const answerFirst = (message: Uint8Array): boolean => {
    Reflect.deleteProperty(socket, 'write');
    const view = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    if (view.readInt32BE(4) === CANCEL_REQUEST_CODE) {
      // The driver opens a new connection for each cancel request.
      const target = {
        session: { ...session, processId: view.readInt32BE(8), secretKey: view.readInt32BE(12) },
        encryption,
      };
      requestCancel(settings, target).then(
        () => socket.destroy(),
        (error: unknown) => socket.destroy(error as Error),
      );
    } else {
      // On the next tick, because the driver clears its pending message only when `write` has returned.
      process.nextTick(() => socket.unshift(loginResponseOf(opened)));
    }
    return true;
  };
  return Object.assign(socket, { write: answerFirst });
}
