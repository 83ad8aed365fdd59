import { LRUCache } from 'lru-cache';
import type { MessageWriter } from './message-writer.ts';

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
}

/** A statement that a batch prepares. */
export interface Preparation {
  readonly key: string;
  readonly name: string;
}

function keyOf({ text, scope }: WireStatement): string {
  return scope === undefined ? text : `${scope}\0${text}`;
}

/** The prepared statements of one connection, by scope and text. */
export class PreparedStatements {
  readonly #writer: MessageWriter;
  readonly #names: LRUCache<string, string>;
  #count = 0;
  #isStale = false;

  constructor(writer: MessageWriter) {
    this.#writer = writer;
    this.#names = new LRUCache({
      max: MAX_PREPARED,
      dispose: (name, _key, reason) => {
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
    for (const name of this.#names.values()) this.#close(name);
    this.#names.clear();
    this.#isStale = false;
  }

  /** The name of the statement. A new one is prepared, and Postgres infers the types of its parameters. */
  prepare(statement: WireStatement, preparing: Preparation[]): string {
    const key = keyOf(statement);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `s${String((this.#count += 1))}`;
    this.#names.set(key, name);
    this.#writer.begin('P').cString(name).cString(statement.text).int16(0).end();
    preparing.push({ key, name });
    return name;
  }

  /** Removes statements that Postgres did not prepare, because the batch failed before them. */
  forget(failed: readonly Preparation[]): void {
    for (const { key, name } of failed) {
      if (this.#names.peek(key) === name) this.#names.delete(key);
    }
  }

  #close(name: string): void {
    this.#writer.begin('C').bytes('S').cString(name).end();
  }
}
