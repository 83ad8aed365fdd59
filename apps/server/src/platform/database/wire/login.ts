import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionSettings } from '../connection-settings.ts';
import { DatabaseError } from './errors.ts';
import { readIncoming, type IncomingMessages } from './incoming-messages.ts';
import type { Link } from './link.ts';
import { ProtocolError, readFields } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { SCRAM_MECHANISM, startScram } from './scram.ts';

const PROTOCOL_VERSION = 196_608;
/** The types of authentication messages. */
const AUTHENTICATION = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 };

/** The parameters that the server reported for the session. */
export interface Session {
  readonly processId: number;
  /** The secret of cancel requests. */
  readonly secretKey: number;
  /** Name and value of each setting that the server reports. */
  readonly reported: ReadonlyMap<string, string>;
}

function startupMessage(
  { username, database }: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Buffer {
  const writer = new MessageWriter().begin('').int32(PROTOCOL_VERSION);
  const all = { user: username, database, client_encoding: 'UTF8', ...parameters };
  for (const [name, value] of Object.entries(all)) writer.cString(name).cString(value);
  return writer.bytes('\0').end().take();
}

function md5Password({ username, password }: ConnectionSettings, salt: Buffer): string {
  const digest = (...parts: (string | Buffer)[]) => {
    const hash = createHash('md5');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  return `md5${digest(digest(password, username), salt)}`;
}

/** The next message or notice. An error message ends the login. */
async function nextMessageOrNotice(messages: IncomingMessages) {
  const message = await messages.next();
  if (message.type === 'E') throw new DatabaseError(readFields(message.body));
  return message;
}

async function nextMessage(messages: IncomingMessages) {
  for (;;) {
    const message = await nextMessageOrNotice(messages);
    if (message.type !== 'N') return message;
  }
}

async function nextRequest(messages: IncomingMessages) {
  const { type, body } = await nextMessage(messages);
  if (type !== 'R' || body.length < 4) {
    throw new ProtocolError('the server did not finish the authentication');
  }
  return { kind: body.readInt32BE(0), data: body.subarray(4) };
}

async function expectRequest(messages: IncomingMessages, kind: number): Promise<Buffer> {
  const request = await nextRequest(messages);
  if (request.kind !== kind) {
    throw new ProtocolError('the server left the authentication that it had begun');
  }
  return request.data;
}

/** Authenticates both sides with SCRAM, without sending the password. */
async function proveByScram(
  socket: Socket,
  messages: IncomingMessages,
  offered: Buffer,
  password: string,
): Promise<void> {
  if (!offered.toString('utf8').split('\0').includes(SCRAM_MECHANISM)) {
    throw new Error(`the server does not offer ${SCRAM_MECHANISM}`);
  }
  const scram = startScram(password);
  const writer = new MessageWriter();
  socket.write(writer.begin('p').cString(SCRAM_MECHANISM).value(scram.firstMessage).end().take());
  const first = await expectRequest(messages, AUTHENTICATION.saslContinue);
  const answer = await scram.answer(first.toString('utf8'));
  socket.write(writer.begin('p').bytes(answer).end().take());
  const final = await expectRequest(messages, AUTHENTICATION.saslFinal);
  scram.verify(final.toString('utf8'));
}

/**
 * Authenticates with Postgres. When TLS does not verify the server, only SCRAM proves its identity, so
 * every other method is rejected: the server could be an attacker in between.
 */
async function authenticate(
  { socket, isProven }: Link,
  messages: IncomingMessages,
  settings: ConnectionSettings,
): Promise<void> {
  const { kind, data } = await nextRequest(messages);
  if (kind !== AUTHENTICATION.ok && settings.password === '') {
    throw new Error(`the server requires a password, and ${settings.username} has none`);
  }
  if (kind === AUTHENTICATION.sasl) {
    await proveByScram(socket, messages, data, settings.password);
    await expectRequest(messages, AUTHENTICATION.ok);
    return;
  }
  if (
    kind !== AUTHENTICATION.ok &&
    kind !== AUTHENTICATION.cleartext &&
    kind !== AUTHENTICATION.md5
  ) {
    throw new Error(`the server requires authentication ${kind}, which is not supported`);
  }
  if (!isProven) {
    throw new Error(
      'the server did not prove its identity: configure scram-sha-256 on the server, ' +
        'or connect with sslmode=verify-full',
    );
  }
  if (kind === AUTHENTICATION.ok) return;
  const isMd5 = kind === AUTHENTICATION.md5;
  const answer = isMd5 ? md5Password(settings, data) : settings.password;
  socket.write(new MessageWriter().begin('p').cString(answer).end().take());
  await expectRequest(messages, AUTHENTICATION.ok);
}

function readParameter(body: Buffer): [name: string, value: string] {
  const [name = '', value = ''] = body.toString('utf8').split('\0');
  return [name, value];
}

/**
 * Reads the messages that Postgres sends at any time: notices, changed parameters, and the error that ends
 * the session, such as 57P01 after `pg_terminate_backend`.
 */
async function readPending(
  messages: IncomingMessages,
  reported: Map<string, string>,
): Promise<void> {
  while (messages.isPending) {
    const { type, body } = await nextMessageOrNotice(messages);
    if (type === 'S') reported.set(...readParameter(body));
    else if (type !== 'N') {
      throw new ProtocolError(`a message ${JSON.stringify(type)} answers no request`);
    }
  }
}

/** Reads the messages between the authentication and ReadyForQuery, and those received with it. */
async function readSession(messages: IncomingMessages): Promise<Session> {
  const reported = new Map<string, string>();
  let processId = 0;
  let secretKey = 0;
  for (;;) {
    const { type, body } = await nextMessage(messages);
    switch (type) {
      case 'S':
        reported.set(...readParameter(body));
        break;
      case 'K':
        processId = body.readInt32BE(0);
        secretKey = body.readInt32BE(4);
        break;
      case 'Z':
        await readPending(messages, reported);
        return { processId, secretKey, reported };
      default:
        throw new ProtocolError(`a message ${JSON.stringify(type)} does not belong to a login`);
    }
  }
}

/**
 * Logs in over a link.
 *
 * @param parameters settings of the session, such as application_name
 * @throws DatabaseError, ProtocolError, Error
 */
export async function logIn(
  link: Link,
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<Session> {
  const messages = readIncoming(link.socket);
  link.socket.write(startupMessage(settings, parameters));
  await authenticate(link, messages, settings);
  const session = await readSession(messages);
  messages.stop();
  return session;
}
