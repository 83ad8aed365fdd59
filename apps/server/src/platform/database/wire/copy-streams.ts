import { Readable, Writable } from 'node:stream';
import type { Socket } from 'node:net';
import type { MessageWriter } from './message-writer.ts';

/** The part of a connection that transfers the rows of COPY. */
export interface CopyChannel {
  readonly socket: Socket;
  readonly writer: MessageWriter;
}

/** Receives the messages of a COPY statement. */
export interface CopyHandler {
  /** Postgres waits for rows. */
  readonly onReady: () => void;
  /** Part of the rows from Postgres. The bytes are valid during the call. */
  readonly onData: (data: Buffer) => void;
}

/** Writes one message and calls back when the socket accepts more bytes. */
function sendMessage(
  { socket, writer }: CopyChannel,
  type: string,
  data: Buffer,
  done: () => void,
) {
  const header = writer.begin(type).end().take();
  header.writeInt32BE(header.length - 1 + data.length, 1);
  socket.cork();
  socket.write(header);
  const isAccepting = data.length === 0 || socket.write(data);
  socket.uncork();
  if (isAccepting) done();
  else socket.once('drain', done);
}

/**
 * The rows of `COPY … TO STDOUT`. A slow reader pauses the socket.
 *
 * @param run sends the statement and resolves when it has ended
 */
export function copyFromPostgres(
  { socket }: CopyChannel,
  run: (handler: CopyHandler) => Promise<unknown>,
): Readable {
  const rows = new Readable({ read: () => socket.resume() });
  const onData = (data: Buffer): void => {
    if (!rows.push(Buffer.from(data))) socket.pause();
  };
  run({ onReady: () => undefined, onData }).then(
    () => rows.push(null),
    (error: unknown) => rows.destroy(error as Error),
  );
  // A reader that stops early leaves the rest to be read and dropped.
  rows.once('close', () => socket.resume());
  return rows;
}

/**
 * Accepts the rows for `COPY … FROM STDIN`. It finishes when Postgres has accepted all rows.
 *
 * @param run sends the statement and resolves when it has ended
 */
export function copyToPostgres(
  channel: CopyChannel,
  run: (handler: CopyHandler) => Promise<unknown>,
): Writable {
  const ready = Promise.withResolvers<null>();
  const ended = run({ onReady: () => ready.resolve(null), onData: () => undefined });
  ended.catch(ready.reject);
  ready.promise.catch(() => undefined);
  return new Writable({
    construct: (done) => void ready.promise.then(() => done(), done),
    write: (chunk: Buffer, _encoding, done) => sendMessage(channel, 'd', chunk, () => done()),
    final: (done) => {
      sendMessage(channel, 'c', Buffer.alloc(0), () => undefined);
      ended.then(() => done(), done);
    },
    destroy: (error, done) => {
      if (error === null) {
        done(null);
        return;
      }
      // Fails the statement, so that the connection can be used again.
      const { socket, writer } = channel;
      socket.write(writer.begin('f').cString('the source of the rows failed').end().take());
      ended.then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
