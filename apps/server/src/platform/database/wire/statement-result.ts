import { ProtocolError } from './message-reader.ts';

/** The cells of a row as bytes, null for NULL. */
export type Cells = readonly (Buffer | null)[];

/** The rows of a statement. */
export type RawRows = readonly Cells[];

/** A column of a result. */
export interface Field {
  readonly name: string;
  readonly typeOid: number;
}

/** The result of one statement. */
export interface StatementResult {
  readonly rows: RawRows;
  /** Null for a statement that returns no rows. */
  readonly fields: readonly Field[] | null;
  /** The command tag, such as `INSERT 0 1`. */
  readonly tag: string;
}

/** A message that another session sent with NOTIFY. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

/** The bytes of a column in a RowDescription after its name, up to and after the OID of its type. */
const [BEFORE_TYPE_BYTES, AFTER_TYPE_BYTES] = [6, 8];

/** @throws ProtocolError, RangeError when the text has no end */
function readText(body: Buffer, at: number): { text: string; next: number } {
  const end = body.indexOf(0, at);
  if (end < 0) throw new ProtocolError('a text has no end');
  return { text: body.toString('utf8', at, end), next: end + 1 };
}

/** The columns of a RowDescription message. */
export function readDescription(body: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 2;
  for (let count = body.readUInt16BE(0); count > 0; count -= 1) {
    const { text, next } = readText(body, at);
    fields.push({ name: text, typeOid: body.readUInt32BE(next + BEFORE_TYPE_BYTES) });
    at = next + BEFORE_TYPE_BYTES + 4 + AFTER_TYPE_BYTES;
  }
  return fields;
}

/** The content of a NotificationResponse message. */
export function readNotification(body: Buffer): Notification {
  const { text: channel, next } = readText(body, 4);
  return { channel, payload: readText(body, next).text };
}
