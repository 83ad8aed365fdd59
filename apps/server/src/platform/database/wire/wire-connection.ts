import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { OpenedConnection } from './connect.ts';
import {
  createBatch,
  describe,
  resetBatch,
  resultsOf,
  type Batch,
  type SentBatch,
} from './batch.ts';
import {
  copyFromPostgres,
  copyToPostgres,
  type CopyChannel,
  type CopyHandler,
} from './copy-streams.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { MessageReader, ProtocolError, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { PreparedStatements, type WireStatement } from './prepared-statements.ts';
import {
  readDescription,
  readNotification,
  type Notification,
  type StatementResult,
} from './statement-result.ts';

const TYPE = {
  parseComplete: 0x31,
  bindComplete: 0x32,
  closeComplete: 0x33,
  notification: 0x41,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  description: 0x54,
  parameterDescription: 0x74,
  noData: 0x6e,
  copyInResponse: 0x47,
  copyOutResponse: 0x48,
  copyData: 0x64,
  copyDone: 0x63,
  emptyQuery: 0x49,
  notice: 0x4e,
  parameterStatus: 0x53,
  ready: 0x5a,
} as const;
const IDLE = 0x49;
/**
 * The functions of Postgres that find that a prepared statement is gone or no longer fits its tables.
 * Nothing has run at that point, so the batch is prepared and sent once more.
 */
const UNPREPARED_ROUTINES = ['FetchPreparedStatement', 'RevalidateCachedQuery'];

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
    return this.#start(createBatch({ statements }));
  }

  /** Runs a statement in the transaction that is open, or in one of its own. */
  async runInSession(statement: WireStatement): Promise<readonly StatementResult[]> {
    const statements = [{ ...statement, isDescribed: true }];
    const batch = this.#start(createBatch({ statements, keepsTransaction: true }));
    return resultsOf(batch, await batch.answer);
  }

  /** Runs the statements of a text with the simple protocol, like `runInSession`. */
  async runText(text: string): Promise<readonly StatementResult[]> {
    const batch = this.#start(createBatch({ text, keepsTransaction: true }));
    return resultsOf(batch, await batch.answer);
  }

  /** Runs `COPY … TO STDOUT` in the transaction that is open, or in one of its own. */
  copyOut(text: string): Readable {
    return copyFromPostgres(this.#copyChannel, (copy) => this.#runCopy(text, copy));
  }

  /** Runs `COPY … FROM STDIN` in the transaction that is open, or in one of its own. */
  copyIn(text: string): Writable {
    return copyToPostgres(this.#copyChannel, (copy) => this.#runCopy(text, copy));
  }

  get #copyChannel(): CopyChannel {
    return { socket: this.#socket, writer: this.#writer };
  }

  #runCopy(text: string, copy: CopyHandler): Promise<unknown> {
    return this.#start(createBatch({ text, copy, keepsTransaction: true })).answer;
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

  #start(batch: Batch): Batch {
    if (this.#closed) batch.reject(new ConnectionError('lost'));
    else this.#send(batch);
    return batch;
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
    switch (type) {
      case TYPE.dataRow:
        batch.rows[batch.current]?.push(readRow(body));
        break;
      case TYPE.parseComplete:
        batch.parsed += 1;
        break;
      case TYPE.description:
        describe(batch, readDescription(body));
        break;
      case TYPE.copyInResponse:
      case TYPE.copyOutResponse:
      case TYPE.copyData:
      case TYPE.copyDone:
        if (batch.copy === null) throw new ProtocolError('a copy began that was not requested');
        if (type === TYPE.copyInResponse) batch.copy.onReady();
        if (type === TYPE.copyData) batch.copy.onData(body);
        break;
      case TYPE.bindComplete:
      case TYPE.closeComplete:
      case TYPE.parameterDescription:
      case TYPE.noData:
        break;
      case TYPE.commandComplete:
      case TYPE.emptyQuery:
        batch.tags.push(body);
        batch.current += 1;
        batch.rows.push([]);
        break;
      case TYPE.ready:
        this.#finish(batch, body[0] === IDLE);
        break;
      default:
        throw new ProtocolError(`a message of type ${type} has no place here`);
    }
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
    if (this.#canRepeat(batch)) {
      this.#prepared.invalidate();
      resetBatch(batch);
      this.#send(batch);
      return;
    }
    batch.reject(batch.error);
  }

  #canRepeat({ error, isRepeated }: Batch): boolean {
    return (
      !isRepeated &&
      error instanceof DatabaseError &&
      UNPREPARED_ROUTINES.includes(error.routine ?? '')
    );
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
