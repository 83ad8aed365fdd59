import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { OpenedConnection } from './connect.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { MessageReader, ProtocolError, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

/** The maximum number of prepared statements of a connection. The least recently used one is closed. */
const MAX_PREPARED = 200;
const TYPE = {
  parseComplete: 0x31,
  bindComplete: 0x32,
  closeComplete: 0x33,
  notification: 0x41,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  emptyQuery: 0x49,
  notice: 0x4e,
  parameterStatus: 0x53,
  ready: 0x5a,
} as const;
const IDLE = 0x49;
/**
 * The Postgres functions that report a missing or outdated prepared statement. Nothing was executed then, so the
 * statement is prepared and sent again.
 */
const UNPREPARED_ROUTINES = ['FetchPreparedStatement', 'RevalidateCachedQuery'];

export interface WireStatement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /**
   * Statements with the same text and different scopes are prepared separately. An example is the role: its
   * policies are part of the plan.
   */
  readonly scope?: string;
}

/** The cells of a row as bytes, null for NULL. */
export type Cells = readonly (Buffer | null)[];

/** The rows of a statement. */
export type RawRows = readonly Cells[];

interface Batch {
  readonly statements: readonly WireStatement[];
  readonly resolve: (rows: RawRows[]) => void;
  readonly reject: (error: Error) => void;
  rows: Cells[][];
  /** The statements in preparation, in the order of their responses. */
  parsing: string[];
  current: number;
  parsed: number;
  error: Error | null;
  isRepeated: boolean;
}

/** A connection that pipelines the statements of a batch. Each statement is prepared once. */
export class WireConnection {
  readonly opened: OpenedConnection;
  readonly openedAtMs = Date.now();
  readonly #socket: Socket;
  readonly #onClose: (connection: WireConnection) => void;
  readonly #writer = new MessageWriter();
  readonly #reader: MessageReader;
  /** Scope and text of a prepared statement → its name. */
  readonly #prepared = new LRUCache<string, string>({
    max: MAX_PREPARED,
    dispose: (name, _key, reason) => {
      if (reason === 'evict') this.#closeStatement(name);
    },
  });
  #names = 0;
  #isStale = false;
  #batch: Batch | null = null;
  #closed = false;
  #changedAtMs = Date.now();

  constructor(opened: OpenedConnection, onClose: (connection: WireConnection) => void) {
    this.opened = opened;
    this.#socket = opened.socket;
    this.#onClose = onClose;
    this.#reader = new MessageReader((type, body) => this.#handle(type, body));
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#lose(error));
    this.#socket.on('close', () => this.#lose());
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Whether a batch is running. */
  get isBusy(): boolean {
    return this.#batch !== null;
  }

  /** The start or the end of the last batch. */
  get changedAtMs(): number {
    return this.#changedAtMs;
  }

  /**
   * Runs statements in one batch. A batch without `begin` is one transaction: its end commits, and an error rolls
   * it back.
   *
   * @returns the rows of each statement
   * @throws DatabaseError, ConnectionError
   */
  run(statements: readonly WireStatement[]): Promise<RawRows[]> {
    if (this.#closed) return Promise.reject(new ConnectionError('lost'));
    return new Promise((resolve, reject) => {
      const batch: Batch = {
        statements,
        resolve,
        reject,
        rows: [[]],
        parsing: [],
        current: 0,
        parsed: 0,
        error: null,
        isRepeated: false,
      };
      this.#changedAtMs = Date.now();
      this.#send(batch);
    });
  }

  /** Prepares every statement again, because column types can have changed. */
  forgetPrepared(): void {
    this.#isStale = true;
  }

  close(): void {
    if (this.#closed) return;
    this.#socket.write(this.#writer.begin('X').end().take());
    // Closed after the message is sent, without waiting for the server.
    this.#socket.destroySoon();
  }

  /** Closes the socket without a message to Postgres. */
  destroy(cause?: Error): void {
    this.#lose(cause);
  }

  #send(batch: Batch): void {
    try {
      if (this.#isStale) this.#closePrepared();
      for (const statement of batch.statements) this.#write(statement, batch);
      this.#writer.begin('S').end();
    } catch (error) {
      // Nothing was sent, so only the buffer has to be cleared.
      this.#writer.discard();
      for (const key of batch.parsing) this.#prepared.delete(key);
      this.#batch = null;
      batch.reject(new RangeError('the statement could not be written', { cause: error }));
      return;
    }
    this.#batch = batch;
    this.#socket.write(this.#writer.take());
  }

  #closePrepared(): void {
    for (const name of this.#prepared.values()) this.#closeStatement(name);
    this.#prepared.clear();
    this.#isStale = false;
  }

  #closeStatement(name: string): void {
    this.#writer.begin('C').bytes('S').cString(name).end();
  }

  #write({ text, parameters, scope }: WireStatement, batch: Batch): void {
    const name = this.#prepare(scope === undefined ? text : `${scope}\0${text}`, text, batch);
    const writer = this.#writer.begin('B').cString('').cString(name).int16(0);
    writer.int16(parameters.length);
    for (const value of parameters) writer.value(value);
    writer.int16(0).end();
    writer.begin('E').cString('').int32(0).end();
  }

  /** The name of the prepared statement. A new statement is parsed first, and Postgres infers the types. */
  #prepare(key: string, text: string, batch: Batch): string {
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const name = `s${(this.#names += 1)}`;
    this.#prepared.set(key, name);
    this.#writer.begin('P').cString(name).cString(text).int16(0).end();
    batch.parsing.push(key);
    return name;
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
    } catch (error) {
      // Later messages cannot be parsed.
      this.#lose(error as Error);
    }
  }

  #handle(type: number, body: Buffer): void {
    const batch = this.#batch;
    switch (type) {
      case TYPE.notice:
      case TYPE.notification:
      case TYPE.parameterStatus:
        return;
      case TYPE.error:
        this.#fail(new DatabaseError(readFields(body)));
        return;
    }
    if (batch === null) throw new ProtocolError('the server sent an unexpected response');
    switch (type) {
      case TYPE.dataRow:
        batch.rows[batch.current]?.push(readRow(body));
        break;
      case TYPE.parseComplete:
        batch.parsed += 1;
        break;
      case TYPE.bindComplete:
      case TYPE.closeComplete:
        break;
      case TYPE.commandComplete:
      case TYPE.emptyQuery:
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
    if (this.#batch !== null) this.#batch.error ??= error;
    // An error outside of a batch: the server closes the connection.
    else this.#lose(error);
  }

  #finish(batch: Batch, isIdle: boolean): void {
    if (batch.error === null) {
      this.#end();
      batch.rows.pop();
      batch.resolve(batch.rows);
      return;
    }
    // Postgres skipped the rest of the batch, so these statements were not prepared.
    for (const key of batch.parsing.slice(batch.parsed)) this.#prepared.delete(key);
    batch.parsing.length = 0;
    if (!isIdle) {
      // The transaction is still open. The response to its rollback arrives here.
      this.#socket.write(this.#writer.begin('Q').cString('rollback').end().take());
      return;
    }
    if (this.#canRepeat(batch)) {
      this.#isStale = true;
      this.#send({ ...batch, rows: [[]], current: 0, parsed: 0, error: null, isRepeated: true });
      return;
    }
    this.#end();
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
    this.#batch = null;
    this.#changedAtMs = Date.now();
  }

  #lose(cause?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    const batch = this.#batch;
    this.#batch = null;
    this.#socket.destroy();
    this.#onClose(this);
    batch?.reject(batch.error ?? new ConnectionError('lost', cause === undefined ? {} : { cause }));
  }
}
