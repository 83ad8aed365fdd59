import type { Socket } from 'node:net';
import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from './connect.ts';
import { DatabaseError } from './errors.ts';
import { MessageReader, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

const COPY_DATA = 'd'.charCodeAt(0);
const KEEP_ALIVE_MS = 10_000;

type Rows = (string | null)[][];

/** A replication connection. It runs statements until it streams the write-ahead log. */
export class LogConnection {
  readonly #socket: Socket;
  readonly #closed = new AbortController();
  #query: { readonly rows: Rows; readonly result: PromiseWithResolvers<Rows> } | null = null;
  #error: Error | null = null;
  #onData: (data: Buffer) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new MessageReader((type, body) => this.#receive(type, body));
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', (error) => {
      this.#error ??= error;
    });
    socket.on('close', () => {
      this.#error ??= new Error('The connection that reads the log was closed.');
      this.#settle();
      this.#closed.abort();
    });
  }

  /** Aborts when the connection has ended, for any reason. */
  get ended(): AbortSignal {
    return this.#closed.signal;
  }

  /** Runs a statement without parameters. @returns its rows as texts */
  query(text: string): Promise<Rows> {
    if (this.#socket.destroyed) return Promise.reject(new Error('The connection is closed.'));
    const result = Promise.withResolvers<Rows>();
    this.#query = { rows: [], result };
    this.#socket.write(new MessageWriter().begin('Q').cString(text).end().take());
    return result.promise;
  }

  /** Resolves when the stream begins. Afterwards the connection accepts no more queries. */
  async stream(command: string, onData: (data: Buffer) => void): Promise<void> {
    this.#onData = onData;
    await this.query(command);
  }

  write(data: Buffer): void {
    if (!this.#socket.writable) return;
    const head = Buffer.alloc(5);
    head[0] = COPY_DATA;
    head.writeInt32BE(data.length + 4, 1);
    this.#socket.write(Buffer.concat([head, data]));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(type: number, body: Buffer): void {
    if (type === COPY_DATA) {
      this.#onData(body);
      return;
    }
    switch (String.fromCharCode(type)) {
      case 'D':
        this.#query?.rows.push(readRow(body).map((cell) => cell?.toString() ?? null));
        break;
      case 'E':
        this.#error = new DatabaseError(readFields(body));
        break;
      // The stream begins, or the query has ended.
      case 'W':
      case 'Z':
        this.#settle();
        break;
    }
  }

  #settle(): void {
    const query = this.#query;
    const error = this.#error;
    this.#query = null;
    this.#error = null;
    if (error !== null) query?.result.reject(error);
    else query?.result.resolve(query.rows);
  }
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
  return new LogConnection(socket);
}
