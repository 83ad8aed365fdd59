import { failures, type RestError } from '../errors.ts';

/** What a name in the grammar is called in messages about it. */
const FIELD_NAME = 'field name (* or [a..z0..9_$])';

const PLAIN_NAME = /[\p{L}\p{N}_ $]/u;

/** Thrown while looking for the one alternative that fits; only the furthest one is reported. */
class Mismatch extends Error {}

/**
 * Reads one text of the query string from left to right. It remembers the
 * furthest place where it could not go on and what would have been possible
 * there, so that a failure can be told in the words clients know.
 */
export class Scanner {
  readonly text: string;
  position = 0;
  #furthest = 0;
  #expected = new Set<string>();
  #problem: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Whether what stands in a list or in parentheses may end here. */
  get atItemEnd(): boolean {
    return this.atEnd || this.peek() === ',' || this.peek() === ')';
  }

  peek(): string {
    return this.text[this.position] ?? '';
  }

  startsWith(part: string): boolean {
    return this.text.startsWith(part, this.position);
  }

  /** Takes `part` if it comes next; else a failure here says that it could have come. */
  accept(part: string): boolean {
    if (this.skip(part)) return true;
    this.note(JSON.stringify(part));
    return false;
  }

  /** Takes `part` if it comes next, and keeps quiet if not. */
  skip(part: string): boolean {
    if (!this.startsWith(part)) return false;
    this.position += part.length;
    return true;
  }

  expect(part: string, name = JSON.stringify(part)): void {
    if (!this.startsWith(part)) this.fail(name);
    this.position += part.length;
  }

  /** Takes everything up to one of `stops` or the end. */
  takeUntil(stops: string): string {
    const start = this.position;
    while (!this.atEnd && !stops.includes(this.peek())) this.position += 1;
    return this.text.slice(start, this.position);
  }

  skipSpaces(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.position += 1;
  }

  /** Letters, digits, `_`, `$` and inner spaces. */
  takeWord(name = FIELD_NAME): string {
    const start = this.position;
    while (!this.atEnd && PLAIN_NAME.test(this.#character())) {
      this.position += this.#character().length;
    }
    if (this.position === start) this.fail(name);
    return this.text.slice(start, this.position).trim();
  }

  /** A name as the grammar has it: plain with dashes inside, or quoted. */
  takeName(): string {
    if (this.peek() === '"') return this.takeQuoted();
    let name = this.takeWord();
    while (this.peek() === '-' && this.text[this.position + 1] !== '>') {
      this.position += 1;
      name += `-${this.takeWord()}`;
    }
    return name;
  }

  /** The text between double quotes; a backslash keeps the character after it. */
  takeQuoted(): string {
    this.expect('"');
    let value = '';
    for (;;) {
      const character = this.peek();
      if (character === '') this.fail('"\\""');
      this.position += 1;
      if (character === '"') return value;
      if (character === '\\') {
        if (this.atEnd) this.fail();
        value += this.peek();
        this.position += 1;
      } else {
        value += character;
      }
    }
  }

  /** Tries one alternative; on a mismatch the position is as before and null comes back. */
  attempt<T>(read: () => T): T | null {
    const start = this.position;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.position = start;
      return null;
    }
  }

  /** Remembers that `expected` would have been possible here. */
  note(...expected: string[]): void {
    if (this.position < this.#furthest) return;
    if (this.position > this.#furthest) {
      this.#furthest = this.position;
      this.#expected.clear();
      this.#problem = null;
    }
    for (const name of expected) this.#expected.add(name);
  }

  fail(...expected: string[]): never {
    this.note(...expected);
    throw new Mismatch();
  }

  /** Fails with words of its own instead of what was expected. */
  failWith(problem: string): never {
    this.note();
    this.#problem = problem;
    throw new Mismatch();
  }

  expectEnd(): void {
    if (!this.atEnd) this.fail('end of input');
  }

  /** The failure as the client is told it. */
  describe(subject: string): RestError {
    const at = Math.max(this.#furthest, this.position);
    const column = Array.from(this.text.slice(0, at)).length + 1;
    const message = `"${subject}" (line 1, column ${column})`;
    if (this.#problem !== null) return failures.unparsable(message, this.#problem);
    const next = this.text.codePointAt(at);
    const found = next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next));
    const expected = [...this.#expected];
    const last = expected.pop();
    const list = expected.length > 0 ? `${expected.join(', ')} or ${last}` : last;
    return failures.unparsable(
      message,
      `unexpected ${found}${list === undefined ? '' : ` expecting ${list}`}`,
    );
  }

  #character(): string {
    return String.fromCodePoint(this.text.codePointAt(this.position) ?? 0);
  }
}

/**
 * Reads a whole text with `read`.
 *
 * @throws RestError PGRST100 naming `subject` and the place where reading stopped
 */
export function scan<T>(text: string, subject: string, read: (scanner: Scanner) => T): T {
  const scanner = new Scanner(text);
  try {
    return read(scanner);
  } catch (error) {
    if (error instanceof Mismatch) throw scanner.describe(subject);
    throw error;
  }
}
