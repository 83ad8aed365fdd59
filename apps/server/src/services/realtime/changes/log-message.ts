/** One tuple of the log: values in the text format of Postgres. An unchanged TOAST value is missing. */
export type TextRow = Readonly<Record<string, string | null>>;

export interface LogRelation {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
}

/** The messages of pgoutput, version 1, that changes need. */
export type LogMessage =
  | {
      readonly kind: 'begin';
      readonly commitLsn: string;
      readonly committedAt: Date;
      readonly xid: number;
    }
  | { readonly kind: 'commit'; readonly endLsn: bigint }
  | { readonly kind: 'relation'; readonly relation: LogRelation }
  | {
      readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
      readonly relation: LogRelation;
      readonly row: TextRow | null;
      readonly oldRow: TextRow | null;
    }
  | { readonly kind: 'message'; readonly prefix: string; readonly content: string };

/** Postgres counts microseconds from 2000-01-01. */
export const EPOCH_2000_MS = 946_684_800_000;

/** A log sequence number as Postgres writes it, such as `16/B374D848`. */
export function formatLsn(lsn: bigint): string {
  const high = (lsn >> 32n).toString(16);
  const low = (lsn & 0xff_ff_ff_ffn).toString(16);
  return `${high}/${low}`.toUpperCase();
}

export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Reads the fields of a message in order, from its second byte. */
class FieldReader {
  readonly #data: Buffer;
  #offset = 1;
  constructor(data: Buffer) {
    this.#data = data;
  }
  int8(): number {
    return this.#data.readUInt8(this.#offset++);
  }
  int16(): number {
    return this.#data.readUInt16BE((this.#offset += 2) - 2);
  }
  int32(): number {
    return this.#data.readUInt32BE((this.#offset += 4) - 4);
  }
  int64(): bigint {
    return this.#data.readBigUInt64BE((this.#offset += 8) - 8);
  }
  cString(): string {
    const end = this.#data.indexOf(0, this.#offset);
    const text = this.#data.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }
  text(): string {
    const length = this.int32();
    return this.#data.toString('utf8', this.#offset, (this.#offset += length));
  }
  time(): Date {
    return new Date(EPOCH_2000_MS + Number(this.int64() / 1000n));
  }
}

function readRelation(reader: FieldReader): LogRelation {
  const oid = reader.int32();
  const schema = reader.cString();
  const table = reader.cString();
  reader.int8();
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.int8();
    const name = reader.cString();
    const typeOid = reader.int32();
    reader.int32();
    return { name, typeOid };
  });
  return { oid, schema, table, columns };
}

function readTuple(reader: FieldReader, { columns }: LogRelation): TextRow {
  const row: Record<string, string | null> = Object.create(null) as Record<string, string | null>;
  const count = reader.int16();
  for (let index = 0; index < count; index += 1) {
    const { name = '' } = columns[index] ?? {};
    const kind = String.fromCharCode(reader.int8());
    if (kind === 't') row[name] = reader.text();
    else if (kind === 'n') row[name] = null;
    else if (kind !== 'u') throw new Error(`Unknown tuple value kind in the log: ${kind}`);
  }
  return row;
}

/** @returns decodes one message after the other; null for a message that changes do not need */
export function createLogDecoder(): (data: Buffer) => LogMessage | null {
  const relations = new Map<number, LogRelation>();

  function readChange(kind: 'INSERT' | 'UPDATE' | 'DELETE', reader: FieldReader): LogMessage {
    const relation = relations.get(reader.int32());
    if (relation === undefined)
      throw new Error('The log contains a change of an unknown relation.');
    let row: TextRow | null = null;
    let oldRow: TextRow | null = null;
    const part = String.fromCharCode(reader.int8());
    if (part !== 'N') {
      oldRow = readTuple(reader, relation);
      if (kind === 'UPDATE') reader.int8();
    }
    if (kind !== 'DELETE') row = readTuple(reader, relation);
    return { kind, relation, row, oldRow };
  }

  return (data) => {
    const reader = new FieldReader(data);
    switch (String.fromCharCode(data[0] ?? 0)) {
      case 'B':
        return {
          kind: 'begin',
          commitLsn: formatLsn(reader.int64()),
          committedAt: reader.time(),
          xid: reader.int32(),
        };
      case 'C':
        reader.int8();
        reader.int64();
        return { kind: 'commit', endLsn: reader.int64() };
      case 'R': {
        const relation = readRelation(reader);
        relations.set(relation.oid, relation);
        return { kind: 'relation', relation };
      }
      case 'I':
        return readChange('INSERT', reader);
      case 'U':
        return readChange('UPDATE', reader);
      case 'D':
        return readChange('DELETE', reader);
      case 'M':
        reader.int8();
        reader.int64();
        return { kind: 'message', prefix: reader.cString(), content: reader.text() };
      default:
        return null;
    }
  };
}
