const HEADER_BYTES = 5;
/** The length of a message includes these four bytes. */
const LENGTH_BYTES = 4;
/** The maximum message length of Postgres. */
export const MAX_MESSAGE_BYTES = 0x3fff_ffff;

/** The received bytes violate the protocol. Later bytes cannot be parsed. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Splits the received bytes into messages. A chunk can contain a part of a message or several messages. */
export class MessageReader {
  readonly #onMessage: (type: number, body: Buffer) => void;
  readonly #maxBytes: number;
  #rest: Buffer | null = null;
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #wantedBytes = 0;

  constructor(onMessage: (type: number, body: Buffer) => void, maxBytes = MAX_MESSAGE_BYTES) {
    this.#onMessage = onMessage;
    this.#maxBytes = maxBytes;
  }

  /** Whether a message was received in part. */
  get isWithin(): boolean {
    return this.#rest !== null || this.#wantedBytes > 0;
  }

  /** @throws ProtocolError when the length of a message is invalid */
  push(chunk: Buffer): void {
    if (this.#wantedBytes > 0) {
      // The chunks of a long message are joined once, when it is complete.
      this.#pieces.push(chunk);
      this.#piecesBytes += chunk.length;
      if (this.#piecesBytes < this.#wantedBytes) return;
      chunk = Buffer.concat(this.#pieces, this.#piecesBytes);
      this.#pieces = [];
      this.#wantedBytes = 0;
    } else if (this.#rest !== null) {
      chunk = Buffer.concat([this.#rest, chunk]);
      this.#rest = null;
    }
    this.#readMessages(chunk);
  }

  #readMessages(data: Buffer): void {
    let at = 0;
    while (data.length - at >= HEADER_BYTES) {
      const length = data.readUInt32BE(at + 1);
      if (length < LENGTH_BYTES || length > this.#maxBytes) {
        throw new ProtocolError(`a message of ${length} bytes is impossible`);
      }
      const end = at + 1 + length;
      if (end > data.length) {
        this.#pieces = [data.subarray(at)];
        this.#piecesBytes = data.length - at;
        this.#wantedBytes = end - at;
        return;
      }
      this.#onMessage(data[at] ?? 0, data.subarray(at + HEADER_BYTES, end));
      at = end;
    }
    if (at < data.length) this.#rest = data.subarray(at);
  }
}

/** The fields of an error or a notice, by their one-letter codes. */
export function readFields(body: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1);
    if (end < 0) throw new ProtocolError('a field has no end');
    fields.set(String.fromCharCode(body[at] ?? 0), body.toString('utf8', at + 1, end));
    at = end + 1;
  }
  return fields;
}

/**
 * The cells of a row as bytes, null for NULL.
 *
 * @throws ProtocolError, RangeError when the row is shorter than its cells
 */
export function readRow(body: Buffer): (Buffer | null)[] {
  const count = body.readUInt16BE(0);
  const cells = new Array<Buffer | null>(count);
  let at = 2;
  for (let index = 0; index < count; index += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) cells[index] = null;
    else {
      if (at + length > body.length) throw new ProtocolError('a row is shorter than its cells');
      cells[index] = body.subarray(at, at + length);
      at += length;
    }
  }
  return cells;
}
