import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from './connect.ts';
import { DatabaseError } from './errors.ts';
import { MessageReader, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

const COPY_DATA = 'd'.charCodeAt(0);
const KEEP_ALIVE_MS = 10_000;

/** A connection made for replication: it takes statements until it begins to stream the log. */
export interface LogConnection {
  /** Aborts when the connection has ended, for any reason. */
  readonly ended: AbortSignal;
  /** A statement without parameters. @returns its rows as texts */
  query(text: string): Promise<(string | null)[][]>;
  /** Settles once the stream begins; from then on nothing but `write` may be used. */
  stream(command: string, hear: (data: Buffer) => void): Promise<void>;
  write(data: Buffer): void;
  pause(): void;
  resume(): void;
  close(): void;
}

interface Asked {
  readonly rows: (string | null)[][];
  readonly settle: PromiseWithResolvers<(string | null)[][]>;
}

/** @throws ConnectionError */
export async function openLogConnection(
  settings: ConnectionSettings,
  applicationName: string,
): Promise<LogConnection> {
  const { socket } = await openConnection(settings, {
    application_name: applicationName,
    replication: 'database',
  });
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  const over = new AbortController();
  let asked: Asked | null = null;
  let failure: Error | null = null;
  let hearData: (data: Buffer) => void = () => undefined;

  function settle(): void {
    const { rows, settle: settled } = asked ?? {};
    asked = null;
    if (failure !== null) settled?.reject(failure);
    else settled?.resolve(rows ?? []);
    failure = null;
  }

  const reader = new MessageReader((type, body) => {
    if (type === COPY_DATA) {
      hearData(body);
      return;
    }
    switch (String.fromCharCode(type)) {
      case 'D':
        asked?.rows.push(readRow(body).map((cell) => cell?.toString() ?? null));
        break;
      case 'E':
        failure = new DatabaseError(readFields(body));
        break;
      // The stream begins, or what was asked is done.
      case 'W':
      case 'Z':
        settle();
        break;
    }
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.on('close', () => {
    failure ??= new Error('The connection that reads the log was closed.');
    settle();
    over.abort();
  });

  function ask(text: string): Promise<(string | null)[][]> {
    const next = { rows: [], settle: Promise.withResolvers<(string | null)[][]>() };
    if (socket.destroyed) return Promise.reject(new Error('The connection is closed.'));
    asked = next;
    socket.write(new MessageWriter().begin('Q').cString(text).end().take());
    return next.settle.promise;
  }

  return {
    ended: over.signal,
    query: ask,
    async stream(command, hear) {
      hearData = hear;
      await ask(command);
    },
    write(data) {
      if (!socket.writable) return;
      const head = Buffer.alloc(5);
      head[0] = COPY_DATA;
      head.writeInt32BE(data.length + 4, 1);
      socket.write(Buffer.concat([head, data]));
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
  };
}
