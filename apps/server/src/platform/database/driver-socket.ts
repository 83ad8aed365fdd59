import { Socket } from 'node:net';
import type { ConnectionSettings } from './connection-settings.ts';
import {
  CANCEL_REQUEST_CODE,
  openConnection,
  requestCancel,
  type OpenedConnection,
} from './wire/connect.ts';
import { MessageWriter } from './wire/message-writer.ts';

/** What a server says to a client that it lets in without a question. */
function greetingOf({ session }: OpenedConnection): Buffer {
  const writer = new MessageWriter().begin('R').int32(0).end();
  for (const [name, value] of session.reported) {
    writer.begin('S').cString(name).cString(value).end();
  }
  writer.begin('K').int32(session.processId).int32(session.secretKey).end();
  return writer.begin('Z').bytes('I').end().take();
}

/**
 * A socket that fails at the driver's first message. Not before: the driver
 * would never send that message on any later socket, because it takes what it
 * was about to send for still on its way.
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
 * A socket for the driver that has logged in already, so that there is one way
 * of logging in and one set of rules for it. The driver's own first message is
 * answered here; all others go to Postgres untouched.
 *
 * It never rejects: the driver expects a failure from the socket itself.
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
      // The driver cancels a query by what it takes for a connection of that very purpose.
      const target = {
        session: { ...session, processId: view.readInt32BE(8), secretKey: view.readInt32BE(12) },
        encryption,
      };
      requestCancel(settings, target).then(
        () => socket.destroy(),
        (error: unknown) => socket.destroy(error as Error),
      );
    } else {
      // Later, because the driver forgets what it is sending only when `write` has returned.
      process.nextTick(() => socket.unshift(greetingOf(opened)));
    }
    return true;
  };
  return Object.assign(socket, { write: answerFirst });
}
