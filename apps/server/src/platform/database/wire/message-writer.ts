/** Longest UTF-8 sequence that one UTF-16 code unit can become. */
const MAX_BYTES_PER_UNIT = 3;
const INITIAL_BYTES = 4096;
/** A buffer that one unusual request made larger than this is not kept. */
const KEPT_BYTES = 1_048_576;

/** Writes messages of Postgres's protocol, version 3, into one buffer. */
export class MessageWriter {
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #size = 0;
  #messageStart = 0;

  /** Begins a message; '' for the startup messages, which have no type. */
  begin(type: string): this {
    this.#reserve(5);
    if (type !== '') this.#buffer[this.#size++] = type.charCodeAt(0);
    this.#messageStart = this.#size;
    this.#size += 4;
    return this;
  }

  int16(value: number): this {
    this.#reserve(2);
    this.#size = this.#buffer.writeInt16BE(value, this.#size);
    return this;
  }

  int32(value: number): this {
    this.#reserve(4);
    this.#size = this.#buffer.writeInt32BE(value, this.#size);
    return this;
  }

  bytes(text: string): this {
    this.#reserve(text.length * MAX_BYTES_PER_UNIT);
    this.#size += this.#buffer.write(text, this.#size, 'utf8');
    return this;
  }

  /** A text that ends at NUL, so it must not hold one. */
  cString(text: string): this {
    if (text.includes('\0')) throw new RangeError('a protocol string cannot contain NUL');
    this.bytes(text);
    this.#reserve(1);
    this.#buffer[this.#size++] = 0;
    return this;
  }

  /** A parameter's value with its length before it; -1 for NULL. */
  value(text: string | null): this {
    if (text === null) return this.int32(-1);
    this.#reserve(4);
    const lengthAt = this.#size;
    this.#size += 4;
    this.bytes(text);
    this.#buffer.writeInt32BE(this.#size - lengthAt - 4, lengthAt);
    return this;
  }

  end(): this {
    this.#buffer.writeInt32BE(this.#size - this.#messageStart, this.#messageStart);
    return this;
  }

  /** A copy of the bytes written since the last call. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#size));
    this.#size = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.allocUnsafe(INITIAL_BYTES);
    return taken;
  }

  /** The number of bytes since the last `take`. */
  get size(): number {
    return this.#size;
  }

  /** Removes all bytes after the first `size`. */
  truncate(size: number): void {
    this.#size = size;
  }

  #reserve(bytes: number): void {
    const needed = this.#size + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#size);
    this.#buffer = larger;
  }
}
