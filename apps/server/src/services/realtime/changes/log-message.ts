import { formatLsn } from './lsn.ts';

/** What a tuple of the log holds: texts as Postgres writes them; a value that is not told is missing. */
export type TextRow = Readonly<Record<string, string | null>>;

export interface LogRelation {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
}

/** One message of pgoutput, version 1, as far as changes need it. */
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

/** From when on Postgres counts its microseconds. */
export const EPOCH_2000_MS = 946_684_800_000;

/** Reads what is in a message, from its second byte on. */
class Reader {
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

function readRelation(reader: Reader): LogRelation {
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

function readTuple(reader: Reader, { columns }: LogRelation): TextRow {
  const row: Record<string, string | null> = Object.create(null) as Record<string, string | null>;
  const count = reader.int16();
  for (let place = 0; place < count; place += 1) {
    const { name = '' } = columns[place] ?? {};
    const kind = String.fromCharCode(reader.int8());
    if (kind === 't') row[name] = reader.text();
    else if (kind === 'n') row[name] = null;
    else if (kind !== 'u') throw new Error(`A value of the log is of the unknown kind ${kind}.`);
  }
  return row;
}

/** @returns reads one message after the other; null for those that tell of no change */
export function createLogDecoder(): (data: Buffer) => LogMessage | null {
  const relations = new Map<number, LogRelation>();

  function readChange(kind: 'INSERT' | 'UPDATE' | 'DELETE', reader: Reader): LogMessage {
    const relation = relations.get(reader.int32());
    if (relation === undefined) throw new Error('The log tells of a table that it did not name.');
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
    const reader = new Reader(data);
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
