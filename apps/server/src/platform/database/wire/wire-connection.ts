import type { Socket } from 'node:net';
import type { OpenedConnection } from './connect.ts';
import { canRepeat, createBatch, resetBatch, type Batch, type SentBatch } from './batch.ts';
import type { CopyChannel } from './copy-streams.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { MessageReader, ProtocolError, readFields } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { PreparedStatements, type WireStatement } from './prepared-statements.ts';
import { addResponse, TYPE } from './responses.ts';
import { readNotification, type Notification } from './statement-result.ts';

const IDLE = 0x49;
export interface ConnectionEvents {
  readonly onClose: (connection: WireConnection) => void;
  readonly onNotification?: (notification: Notification) => void;
}

/**
 * One connection that sends all statements of a batch together. It accepts further batches before the
 * first has its answer: Postgres runs batches in order, each as a transaction of its own.
 */
export class WireConnection {
  readonly opened: OpenedConnection;
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #writer = new MessageWriter();
  readonly #prepared = new PreparedStatements(this.#writer);
  readonly #reader: MessageReader;
  /** In the order of their answers. Only the first one runs. */
  readonly #batches: Batch[] = [];
  #isFlushing = false;
  #closed = false;
  #changedAtMs = performance.now();

  constructor(opened: OpenedConnection, events: ConnectionEvents) {
    this.opened = opened;
    this.#socket = opened.socket;
    this.#events = events;
    this.#reader = new MessageReader((type, body) => this.#handle(type, body));
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#lose(error));
    this.#socket.on('close', () => this.#lose());
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** The number of batches without an answer. */
  get depth(): number {
    return this.#batches.length;
  }

  /**
   * Whether a batch prepares statements. If it fails, they do not exist, so a batch behind it must not
   * use them.
   */
  get isPreparing(): boolean {
    return this.#batches.some(({ preparing, parsed }) => preparing.length > parsed);
  }

  /** When the first batch started or, without batches, when the last one ended (`performance.now()`). */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /**
   * Runs statements in one round trip. Without a `begin` among them they are one transaction, which the
   * end of the batch commits. An error rolls it back. A batch with `begin` must be the only one on the
   * connection, because batches behind it would run in its failed transaction.
   */
  run(statements: readonly WireStatement[]): SentBatch {
    return this.start(createBatch({ statements }));
  }

  /** Sends a batch. The caller awaits its answer. */
  start(batch: Batch): Batch {
    if (this.#closed) batch.reject(new ConnectionError('lost'));
    else this.#send(batch);
    return batch;
  }

  /** For the rows of COPY, which are messages outside of a batch. */
  get copyChannel(): CopyChannel {
    return { socket: this.#socket, writer: this.#writer };
  }

  /** Prepares every statement again, because column types can have changed. */
  forgetPrepared(): void {
    this.#prepared.invalidate();
  }

  close(): void {
    if (this.#closed) return;
    this.#socket.write(this.#writer.begin('X').end().take());
    // Closed after the message is sent, without waiting for the server.
    this.#socket.destroySoon();
  }

  /** Closes the connection without a message to Postgres. */
  destroy(cause?: Error): void {
    this.#lose(cause);
  }

  #send(batch: Batch): void {
    const sizeBefore = this.#writer.size;
    try {
      this.#prepared.closeStale();
      if (batch.text === null) {
        for (const statement of batch.statements) this.#write(statement, batch);
        this.#writer.begin('S').end();
      } else {
        this.#writer.begin('Q').cString(batch.text).end();
      }
    } catch (error) {
      // The batch is not sent, so only its bytes are removed.
      this.#writer.truncate(sizeBefore);
      this.#prepared.forget(batch.preparing);
      batch.reject(new RangeError('the statement could not be written', { cause: error }));
      return;
    }
    this.#batches.push(batch);
    if (this.#batches.length === 1) {
      this.#startFirst();
      this.#flush();
    } else if (!this.#isFlushing) {
      // Postgres is busy, so batches of other requests that arrive together are written together.
      this.#isFlushing = true;
      setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    this.#isFlushing = false;
    if (!this.#closed && this.#writer.size > 0) this.#socket.write(this.#writer.take());
  }

  #startFirst(): void {
    this.#changedAtMs = performance.now();
    const [first] = this.#batches;
    if (first !== undefined) first.startedAtMs = this.#changedAtMs;
  }

  #write(statement: WireStatement, batch: Batch): void {
    const { parameters } = statement;
    const prepared = this.#prepared.prepare(statement, batch.preparing);
    batch.prepared.push(prepared);
    const writer = this.#writer.begin('B').cString('').cString(prepared.name).int16(0);
    writer.int16(parameters.length);
    for (const value of parameters) writer.value(value);
    writer.int16(0).end();
    writer.begin('E').cString('').int32(0).end();
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
    } catch (error) {
      // The messages after it cannot be read either.
      this.#lose(error as Error);
    }
  }

  #handle(type: number, body: Buffer): void {
    const [batch] = this.#batches;
    switch (type) {
      case TYPE.notice:
      case TYPE.parameterStatus:
        return;
      case TYPE.notification:
        this.#events.onNotification?.(readNotification(body));
        return;
      case TYPE.error:
        this.#fail(new DatabaseError(readFields(body)));
        return;
    }
    if (batch === undefined) throw new ProtocolError('a response arrived without a batch');
    if (type === TYPE.ready) this.#finish(batch, body[0] === IDLE);
    else addResponse(batch, type, body);
  }

  #fail(error: DatabaseError): void {
    const [batch] = this.#batches;
    if (batch !== undefined) batch.error ??= error;
    // Without a batch, it announces that the server closes this connection.
    else this.#lose(error);
  }

  #finish(batch: Batch, isIdle: boolean): void {
    if (batch.error === null) {
      this.#end();
      batch.rows.pop();
      batch.resolve(batch.rows);
      return;
    }
    // Postgres skipped these after the error.
    this.#prepared.forget(batch.preparing.slice(batch.parsed));
    batch.preparing.length = 0;
    if (batch.keepsTransaction && !isIdle) {
      this.#end();
      batch.reject(batch.error);
      return;
    }
    if (!isIdle && this.#batches.length > 1) {
      // The batches behind it ran in its transaction, so none of their answers is right.
      this.#lose(new ProtocolError('a batch left its transaction open'));
      return;
    }
    if (!isIdle) {
      // Ends the explicit transaction. Its response comes back here.
      this.#socket.write(this.#writer.begin('Q').cString('rollback').end().take());
      return;
    }
    this.#end();
    if (canRepeat(batch)) {
      this.#prepared.invalidate();
      resetBatch(batch);
      this.#send(batch);
      return;
    }
    batch.reject(batch.error);
  }

  #end(): void {
    this.#batches.shift();
    this.#startFirst();
  }

  #lose(cause?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    const batches = this.#batches.splice(0);
    this.#socket.destroy();
    this.#events.onClose(this);
    for (const { reject, error } of batches) {
      reject(error ?? new ConnectionError('lost', cause === undefined ? {} : { cause }));
    }
  }
}
