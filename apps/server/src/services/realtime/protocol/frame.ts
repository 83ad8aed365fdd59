const WHOLE = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;
/** Above these a length is said in two bytes, or in eight. */
const MAX_IN_PLACE = 125;
const MAX_IN_TWO_BYTES = 65_535;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

function headOf(length: number, opcode: number): Buffer {
  if (length <= MAX_IN_PLACE) return Buffer.from([WHOLE | opcode, length]);
  if (length <= MAX_IN_TWO_BYTES) {
    const head = Buffer.from([WHOLE | opcode, IN_TWO_BYTES, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head.set([WHOLE | opcode, IN_EIGHT_BYTES]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** What is written already, the same for every reader of a topic. */
export interface Wire {
  readonly message: Buffer;
  readonly isBinary: boolean;
  /** The message as a server sends it where nothing is compressed (RFC 6455, 5.2): one frame, not masked. */
  readonly frame: Buffer;
}

export function toWire(message: Buffer, isBinary: boolean): Wire {
  const head = headOf(message.length, isBinary ? BINARY : TEXT);
  const frame = Buffer.concat([head, message]);
  // The same bytes, and not a second time.
  return { message: frame.subarray(head.length), isBinary, frame };
}
