const FIN = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;
/** A longer payload needs a length of two bytes, or of eight. */
const MAX_INLINE_LENGTH = 125;
const MAX_IN_TWO_BYTES = 65_535;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

function headOf(length: number, opcode: number): Buffer {
  if (length <= MAX_INLINE_LENGTH) return Buffer.from([FIN | opcode, length]);
  if (length <= MAX_IN_TWO_BYTES) {
    const head = Buffer.from([FIN | opcode, IN_TWO_BYTES, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head.set([FIN | opcode, IN_EIGHT_BYTES]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** A message that is encoded once for all its recipients. */
export interface EncodedMessage {
  readonly message: Buffer;
  readonly isBinary: boolean;
  /** The message as one unmasked, uncompressed frame (RFC 6455, 5.2). */
  readonly frame: Buffer;
}

export function encodeFrame(message: Buffer, isBinary: boolean): EncodedMessage {
  const head = headOf(message.length, isBinary ? BINARY : TEXT);
  const frame = Buffer.concat([head, message]);
  // A view of the same bytes, not a copy.
  return { message: frame.subarray(head.length), isBinary, frame };
}
