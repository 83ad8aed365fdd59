/** The messages of the Postgres wire protocol with the statements of a client. */

export interface ExecutedStatement {
  /** The role of the connection. */
  readonly user: string;
  readonly text: string;
  /** Null for a statement sent as plain text. */
  readonly parameters: readonly (string | null)[] | null;
}

const TEXT_FORMAT = 0;

/** The code of an SSLRequest, which precedes the startup message. */
const ENCRYPTION_REQUESTS = [80_877_103, 80_877_104];

/** Reads the fields of a message in order. */
function createFieldReader(message: Buffer) {
  let offset = 0;
  return {
    text() {
      const end = message.indexOf(0, offset);
      const value = message.toString('utf8', offset, end);
      offset = end + 1;
      return value;
    },
    int16() {
      offset += 2;
      return message.readInt16BE(offset - 2);
    },
    int32() {
      offset += 4;
      return message.readInt32BE(offset - 4);
    },
    bytes(length: number) {
      offset += length;
      return message.toString('utf8', offset - length, offset);
    },
    isAtEnd: () => offset >= message.length,
  };
}

function readParse(message: Buffer) {
  const fields = createFieldReader(message);
  return { name: fields.text(), text: fields.text() };
}

function readBind(message: Buffer) {
  const fields = createFieldReader(message);
  fields.text(); // the name of the portal
  const name = fields.text();
  const formats = Array.from({ length: fields.int16() }, () => fields.int16());
  if (formats.some((format) => format !== TEXT_FORMAT)) {
    throw new Error('Only text parameters can be replayed.');
  }
  const values = Array.from({ length: fields.int16() }, () => {
    const length = fields.int32();
    return length < 0 ? null : fields.bytes(length);
  });
  return { name, values };
}

/** @returns null for an SSLRequest */
function readUser(startup: Buffer): string | null {
  const fields = createFieldReader(startup);
  const version = fields.int32();
  if (ENCRYPTION_REQUESTS.includes(version)) return null;
  while (!fields.isAtEnd()) {
    const name = fields.text();
    const value = fields.text();
    if (name === 'user') return value;
  }
  return '';
}

/**
 * Parses the messages of a client.
 *
 * @returns a function that accepts the bytes in chunks of any size
 */
export function createStatementReader(
  onExecuted: (statement: ExecutedStatement) => void,
): (bytes: Buffer) => void {
  const statements = new Map<string, string>();
  let pending: Buffer = Buffer.alloc(0);
  let user: string | null = null;

  const readMessage = (type: string, message: Buffer, loggedInAs: string): void => {
    if (type === 'Q') {
      const text = createFieldReader(message).text();
      onExecuted({ user: loggedInAs, text, parameters: null });
    } else if (type === 'P') {
      const { name, text } = readParse(message);
      statements.set(name, text);
    } else if (type === 'B') {
      const { name, values } = readBind(message);
      const text = statements.get(name);
      if (text === undefined) throw new Error('Bound a statement that was not parsed.');
      onExecuted({ user: loggedInAs, text, parameters: values });
    }
  };

  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (;;) {
      // The startup message has no type before its length.
      const lengthAt = user === null ? 0 : 1;
      if (pending.length < lengthAt + 4) return;
      const end = lengthAt + pending.readInt32BE(lengthAt);
      if (pending.length < end) return;
      const message = pending.subarray(lengthAt + 4, end);
      if (user === null) user = readUser(message);
      else readMessage(pending.toString('latin1', 0, 1), message, user);
      pending = pending.subarray(end);
    }
  };
}
