import type { Socket } from 'node:net';
import { ConnectionError, DatabaseError } from './errors.ts';
import { MessageReader, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

/** Prepared statements one connection keeps; the least recently used is given up. */
const MAX_PREPARED = 200;
const TYPE = {
  parseComplete: 0x31,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  emptyQuery: 0x49,
  ready: 0x5a,
} as const;
const IDLE = 0x49;

export interface WireStatement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /**
   * Statements of one text but several scopes are prepared apart. A role, for
   * one: its policies are part of the plan, which would be made anew at each change.
   */
  readonly scope?: string;
}

/** One row; each cell as the bytes Postgres sent, null for NULL. */
export type Cells = readonly (Buffer | null)[];

/** Rows of one statement. */
export type RawRows = readonly Cells[];

interface Batch {
  readonly rows: Cells[][];
  /** Statements that are being prepared, in the order of their answers. */
  readonly parsing: string[];
  readonly resolve: (rows: RawRows[]) => void;
  readonly reject: (error: Error) => void;
  current: number;
  parsed: number;
  error: Error | null;
}

/**
 * One connection that sends several statements at once and reads all answers
 * together. Every statement is prepared once and then only bound and executed.
 */
export class WireConnection {
  readonly #socket: Socket;
  readonly #onClose: (connection: WireConnection) => void;
  readonly #writer = new MessageWriter();
  readonly #reader: MessageReader;
  /** Scope and text of a prepared statement → its name, the least recently used first. */
  readonly #prepared = new Map<string, string>();
  #names = 0;
  #isStale = false;
  #batch: Batch | null = null;
  #closed = false;

  constructor(socket: Socket, onClose: (connection: WireConnection) => void) {
    this.#socket = socket;
    this.#onClose = onClose;
    this.#reader = new MessageReader((type, body) => this.#handle(type, body));
    socket.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    socket.on('error', (error) => this.#lose(error));
    socket.on('close', () => this.#lose());
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Runs statements in one go. Without a `begin` among them they are one
   * transaction of their own, which the end of the batch commits; an error
   * rolls all of it back.
   *
   * @returns the rows of each statement
   * @throws DatabaseError, ConnectionError
   */
  run(statements: readonly WireStatement[]): Promise<RawRows[]> {
    if (this.#closed) return Promise.reject(new ConnectionError('lost'));
    return new Promise((resolve, reject) => {
      const batch: Batch = {
        rows: [[]],
        parsing: [],
        resolve,
        reject,
        current: 0,
        parsed: 0,
        error: null,
      };
      try {
        if (this.#isStale) this.#closePrepared();
        for (const statement of statements) this.#write(statement, batch);
        this.#writer.begin('S').end();
      } catch (error) {
        // Nothing has left yet, so what was half written only has to be forgotten.
        this.#writer.discard();
        for (const key of batch.parsing) this.#prepared.delete(key);
        reject(new RangeError('the statement could not be written', { cause: error }));
        return;
      }
      this.#batch = batch;
      this.#socket.write(this.#writer.take());
    });
  }

  /** Has every statement prepared anew, because types of columns may have changed. */
  forgetPrepared(): void {
    this.#isStale = true;
  }

  close(): void {
    if (this.#closed) return;
    this.#socket.end(this.#writer.begin('X').end().take());
  }

  /** Gives the connection up without saying so to Postgres. */
  destroy(): void {
    this.#lose();
  }

  #closePrepared(): void {
    for (const name of this.#prepared.values()) {
      this.#writer.begin('C').bytes('S').cString(name).end();
    }
    this.#prepared.clear();
    this.#isStale = false;
  }

  #write({ text, parameters, scope }: WireStatement, batch: Batch): void {
    const name = this.#prepare(scope === undefined ? text : `${scope}\0${text}`, text, batch);
    const writer = this.#writer.begin('B').cString('').cString(name).int16(0);
    writer.int16(parameters.length);
    for (const value of parameters) writer.value(value);
    writer.int16(0).end();
    writer.begin('E').cString('').int32(0).end();
  }

  /** The statement's name; new statements are parsed first, types left for Postgres to infer. */
  #prepare(key: string, text: string, batch: Batch): string {
    const known = this.#prepared.get(key);
    if (known !== undefined) {
      this.#prepared.delete(key);
      this.#prepared.set(key, known);
      return known;
    }
    const oldest = this.#prepared.entries().next().value;
    if (this.#prepared.size >= MAX_PREPARED && oldest !== undefined) {
      this.#prepared.delete(oldest[0]);
      this.#writer.begin('C').bytes('S').cString(oldest[1]).end();
    }
    const name = `s${(this.#names += 1)}`;
    this.#writer.begin('P').cString(name).cString(text).int16(0).end();
    this.#prepared.set(key, name);
    batch.parsing.push(key);
    return name;
  }

  #handle(type: number, body: Buffer): void {
    const batch = this.#batch;
    if (batch === null) return;
    switch (type) {
      case TYPE.dataRow:
        batch.rows[batch.current]?.push(readRow(body));
        break;
      case TYPE.parseComplete:
        batch.parsed += 1;
        break;
      case TYPE.commandComplete:
      case TYPE.emptyQuery:
        batch.current += 1;
        batch.rows.push([]);
        break;
      case TYPE.error:
        batch.error ??= new DatabaseError(readFields(body));
        break;
      case TYPE.ready:
        this.#finish(batch, body[0] === IDLE);
        break;
    }
  }

  #finish(batch: Batch, isIdle: boolean): void {
    if (batch.error === null) {
      this.#batch = null;
      batch.rows.pop();
      batch.resolve(batch.rows);
      return;
    }
    // What Postgres skipped after the error was never prepared.
    for (const key of batch.parsing.slice(batch.parsed)) this.#prepared.delete(key);
    batch.parsing.length = 0;
    if (!isIdle) {
      // An explicit transaction waits to be ended; its answer comes back here.
      this.#socket.write(this.#writer.begin('Q').cString('rollback').end().take());
      return;
    }
    this.#batch = null;
    batch.reject(batch.error);
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
