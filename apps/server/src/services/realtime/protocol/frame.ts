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

/** A message as a server sends it (RFC 6455, 5.2): one frame, which is not masked. */
export function toFrame(message: Buffer, isBinary: boolean): Buffer {
  return Buffer.concat([headOf(message.length, isBinary ? BINARY : TEXT), message]);
}
