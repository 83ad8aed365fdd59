import { LRUCache } from 'lru-cache';
import type { MessageWriter } from './message-writer.ts';
import type { Field } from './statement-result.ts';

/** The maximum number of prepared statements per connection. The least recently used one is closed. */
const MAX_PREPARED = 200;

export interface WireStatement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /**
   * Statements with the same text and different scopes are prepared separately. The scope is usually a
   * role: its policies are part of the plan, and Postgres would plan again at each change of the role.
   */
  readonly scope?: string;
  /** The OIDs of the parameters' types, 0 for an inferred type. By default, all are inferred. */
  readonly types?: readonly number[];
  /** Whether the result includes the columns. */
  readonly isDescribed?: boolean;
}

/** A statement that a batch prepares. */
export interface Preparation {
  readonly key: string;
  readonly name: string;
  /** The columns of the result, when the statement is described. */
  fields: readonly Field[] | null;
}

function keyOf({ text, scope, types }: WireStatement): string {
  const prefix = scope ?? types?.join(',');
  return prefix === undefined ? text : `${prefix}\0${text}`;
}

/** The prepared statements of one connection, by scope and text. */
export class PreparedStatements {
  readonly #writer: MessageWriter;
  readonly #byKey: LRUCache<string, Preparation>;
  #count = 0;
  #isStale = false;

  constructor(writer: MessageWriter) {
    this.#writer = writer;
    this.#byKey = new LRUCache({
      max: MAX_PREPARED,
      dispose: ({ name }, _key, reason) => {
        if (reason === 'evict') this.#close(name);
      },
    });
  }

  /** Prepares every statement again, because column types can have changed. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Closes invalidated statements. Called before each batch. */
  closeStale(): void {
    if (!this.#isStale) return;
    for (const { name } of this.#byKey.values()) this.#close(name);
    this.#byKey.clear();
    this.#isStale = false;
  }

  /** Finds the prepared statement, or prepares it and adds it to `preparing`. */
  prepare(statement: WireStatement, preparing: Preparation[]): Preparation {
    const key = keyOf(statement);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const name = `s${String((this.#count += 1))}`;
    const preparation: Preparation = { key, name, fields: null };
    this.#byKey.set(key, preparation);
    const { text, types = [], isDescribed } = statement;
    const message = this.#writer.begin('P').cString(name).cString(text).int16(types.length);
    for (const type of types) message.int32(type);
    message.end();
    if (isDescribed === true) this.#writer.begin('D').bytes('S').cString(name).end();
    preparing.push(preparation);
    return preparation;
  }

  /** Removes statements that Postgres did not prepare, because the batch failed before them. */
  forget(failed: readonly Preparation[]): void {
    for (const preparation of failed) {
      if (this.#byKey.peek(preparation.key) === preparation) this.#byKey.delete(preparation.key);
    }
  }

  #close(name: string): void {
    this.#writer.begin('C').bytes('S').cString(name).end();
  }
}
