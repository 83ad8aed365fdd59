import { createHash } from 'node:crypto';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionSettings } from '../connection.ts';
import { ConnectionError, DatabaseError } from './errors.ts';
import { MessageReader, readFields } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import { startScram, type ScramConversation } from './scram.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const PROTOCOL_VERSION = 196_608;
const SSL_REQUEST_CODE = 80_877_103;
/** What Postgres asks for in an authentication message. */
const AUTHENTICATION = { ok: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 };

function openSocket(settings: ConnectionSettings): Socket {
  const { host, port } = settings;
  const socket = host.startsWith('/')
    ? connectTcp(`${host}/.s.PGSQL.${port}`)
    : connectTcp({ host, port, noDelay: true, keepAlive: true });
  return socket;
}

async function once(socket: Socket, event: 'connect' | 'secureConnect' | 'data'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) =>
      reject(new ConnectionError('unreachable', error === undefined ? {} : { cause: error }));
    socket.once('error', fail).once('close', fail);
    socket.once(event, (data: Buffer) => {
      socket.off('error', fail).off('close', fail);
      resolve(data);
    });
  });
}

/** Asks for encryption before anything else is said. */
async function secure(socket: Socket, settings: ConnectionSettings): Promise<Socket> {
  if (settings.ssl === false) return socket;
  const request = new MessageWriter().begin('').int32(SSL_REQUEST_CODE).end().take();
  socket.write(request);
  const [answer] = await once(socket, 'data');
  if (answer !== 'S'.charCodeAt(0)) {
    if (settings.ssl === 'prefer') return socket;
    throw new ConnectionError('unreachable', { cause: new Error('the server offers no TLS') });
  }
  const encrypted = connectTls({
    socket,
    servername: settings.host,
    rejectUnauthorized: settings.ssl === 'verify-full',
  });
  await once(encrypted, 'secureConnect');
  return encrypted;
}

function md5Password({ username, password }: ConnectionSettings, salt: Buffer): string {
  const digest = (...parts: (string | Buffer)[]) => {
    const hash = createHash('md5');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  return `md5${digest(digest(password, username), salt)}`;
}

/** Answers what Postgres asks until it lets us in or not. */
class Login {
  readonly #settings: ConnectionSettings;
  readonly #writer = new MessageWriter();
  #scram: ScramConversation | null = null;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  startup(parameters: Readonly<Record<string, string>>): Buffer {
    const { username, database } = this.#settings;
    const all = { user: username, database, client_encoding: 'UTF8', ...parameters };
    this.#writer.begin('').int32(PROTOCOL_VERSION);
    for (const [name, value] of Object.entries(all)) this.#writer.cString(name).cString(value);
    return this.#writer.bytes('\0').end().take();
  }

  /** The next message to send; null when there is nothing to say. */
  async answer(request: Buffer): Promise<Buffer | null> {
    const kind = request.readInt32BE(0);
    const text = request.toString('utf8', 4);
    switch (kind) {
      case AUTHENTICATION.ok:
        return null;
      case AUTHENTICATION.cleartext:
        return this.#writer.begin('p').cString(this.#settings.password).end().take();
      case AUTHENTICATION.md5: {
        const answer = md5Password(this.#settings, request.subarray(4, 8));
        return this.#writer.begin('p').cString(answer).end().take();
      }
      case AUTHENTICATION.sasl: {
        this.#scram = startScram(this.#settings.password);
        const { mechanism, firstMessage } = this.#scram;
        return this.#writer.begin('p').cString(mechanism).value(firstMessage).end().take();
      }
      case AUTHENTICATION.saslContinue: {
        const answer = (await this.#scram?.answer(text)) ?? '';
        return this.#writer.begin('p').bytes(answer).end().take();
      }
      case AUTHENTICATION.saslFinal:
        this.#scram?.verify(text);
        return null;
      default:
        throw new Error(`the server asks for authentication ${kind}, which is not known here`);
    }
  }
}

async function logIn(
  socket: Socket,
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const login = new Login(settings);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      stop();
      reject(new ConnectionError('unreachable', { cause: error }));
    };
    const lost = () => fail(new Error('the connection was closed'));
    const reader = new MessageReader((type, body) => {
      switch (String.fromCharCode(type)) {
        case 'R':
          login.answer(body).then((answer) => answer && socket.write(answer), fail);
          break;
        case 'E':
          fail(new DatabaseError(readFields(body)));
          break;
        case 'Z':
          stop();
          resolve();
          break;
      }
    });
    const push = (chunk: Buffer) => reader.push(chunk);
    const stop = () => {
      socket.off('data', push).off('error', fail).off('close', lost);
    };
    socket.on('data', push).on('error', fail).on('close', lost);
    socket.write(login.startup(parameters));
  });
}

/**
 * Opens a connection and logs in.
 *
 * @param parameters settings of the session, such as application_name
 * @throws ConnectionError
 */
export async function openConnection(
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<Socket> {
  const plain = openSocket(settings);
  const timer = setTimeout(() => plain.destroy(new Error('timed out')), CONNECT_TIMEOUT_MS);
  try {
    await once(plain, 'connect');
    const socket = await secure(plain, settings);
    await logIn(socket, settings, parameters);
    return socket;
  } catch (error) {
    plain.on('error', () => undefined).destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
