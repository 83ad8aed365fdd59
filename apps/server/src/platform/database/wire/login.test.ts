/** @covers security.sessions.15 */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionSettings } from '../connection-settings.ts';
import { openConnection } from './connect.ts';
import { logIn } from './login.ts';
import { MessageWriter } from './message-writer.ts';

const PASSWORD = 'correct horse';
const SALT = Buffer.from('some salt');
const ROUNDS = 4096;
const OK = message('R', 0);
const READY = new MessageWriter().begin('Z').bytes('I').end().take();
const KEY_DATA = new MessageWriter().begin('K').int32(7).int32(8).end().take();
const SASL = authentication(10, 'SCRAM-SHA-256\0\0');

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function message(type: string, number: number): Buffer {
  return new MessageWriter().begin(type).int32(number).end().take();
}

function authentication(kind: number, text: string): Buffer {
  return new MessageWriter().begin('R').int32(kind).bytes(text).end().take();
}

let server: Server | null = null;

afterEach(() => {
  server?.close();
  server = null;
});

/** The messages of a server, one list for each message of the client. */
type Script = (message: Buffer, turn: number, socket: Socket) => Buffer | null;

async function listen(script: Script): Promise<ConnectionSettings> {
  server = createServer((socket) => {
    let turn = 0;
    socket.on('error', () => undefined);
    socket.on('data', (message) => {
      const answer = script(message, turn++, socket);
      if (answer !== null) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    database: 'app',
    username: 'owner',
    password: PASSWORD,
    sslMode: 'disable',
    connectTimeoutMs: 1000,
  };
}

/** Logs in as if the server were on another machine, over plain text. */
async function logInRemotely(settings: ConnectionSettings) {
  const socket = connect(settings.port, settings.host);
  await once(socket, 'connect');
  try {
    return await logIn({ socket, isProven: false }, settings, {});
  } finally {
    socket.destroy();
  }
}

/** Responds to SCRAM as a server that knows `password`. The last two messages may be sent together with others. */
function scramServer(password: string, finish: (signature: Buffer) => Buffer): Script {
  let bare = '';
  let first = '';
  return (message, turn) => {
    if (turn === 0) return SASL;
    if (turn === 1) {
      bare = message.toString('utf8', message.indexOf('n,,') + 3);
      first = `r=${bare.split('r=')[1] ?? ''}more,s=${SALT.toString('base64')},i=${ROUNDS}`;
      return authentication(11, first);
    }
    const withoutProof = message.toString('utf8', 5).split(',p=')[0] ?? '';
    const salted = pbkdf2Sync(password, SALT, ROUNDS, 32, 'sha256');
    return finish(hmac(hmac(salted, 'Server Key'), `${bare},${first},${withoutProof}`));
  };
}

const finalOf = (signature: Buffer) => authentication(12, `v=${signature.toString('base64')}`);

test('A server that proves it knows the password is accepted, even if all its messages arrive together', async () => {
  const settings = await listen(
    scramServer(PASSWORD, (signature) => Buffer.concat([finalOf(signature), OK, KEY_DATA, READY])),
  );
  const session = await logInRemotely(settings);
  expect(session).toMatchObject({ processId: 7, secretKey: 8 });
});

test.each<[string, (signature: Buffer) => Buffer[]]>([
  ['a wrong signature', () => [finalOf(Buffer.alloc(32)), OK, KEY_DATA, READY]],
  ['no signature', () => [authentication(12, 'e=other-error'), OK, KEY_DATA, READY]],
  ['success without a signature', () => [OK, KEY_DATA, READY]],
  ['another challenge', () => [authentication(11, 'r=x,s=eA==,i=4096'), OK, KEY_DATA, READY]],
  ['a request for the password', () => [message('R', 3), OK, KEY_DATA, READY]],
  ['readiness without success', (signature) => [finalOf(signature), KEY_DATA, READY]],
  ['success twice', (signature) => [finalOf(signature), OK, OK, KEY_DATA, READY]],
  ['rows before a request', (signature) => [finalOf(signature), OK, KEY_DATA, READY, READY]],
])(
  'A server that responds to SCRAM with %s is refused, even if all messages arrive together',
  async (_, finish) => {
    const settings = await listen(
      scramServer(PASSWORD, (signature) => Buffer.concat(finish(signature))),
    );
    await expect(logInRemotely(settings)).rejects.toThrow();
  },
);

test('A server that sends all messages before the client has responded is refused', async () => {
  const settings = await listen(() =>
    Buffer.concat([
      SASL,
      authentication(11, `r=x,s=${SALT.toString('base64')},i=4096`),
      finalOf(Buffer.alloc(32)),
      OK,
      KEY_DATA,
      READY,
    ]),
  );
  await expect(logInRemotely(settings)).rejects.toThrow();
});

test.each([
  ['accepts every client', OK],
  ['requests the password in plain text', message('R', 3)],
  ['requests the password as MD5', authentication(5, 'salt')],
])('Without TLS, a remote server that %s receives no password', async (_, request) => {
  const received: Buffer[] = [];
  const settings = await listen((message, turn) => {
    received.push(message);
    return turn === 0 ? request : Buffer.concat([OK, KEY_DATA, READY]);
  });
  await expect(logInRemotely(settings)).rejects.toThrow('did not prove');
  expect(received).toHaveLength(1);
});

test.each([
  ['accepts every client', OK, null],
  ['requests the password in plain text', message('R', 3), PASSWORD],
  [
    'requests the password as MD5',
    authentication(5, 'salt'),
    `md5${md5(`${md5(`${PASSWORD}owner`)}salt`)}`,
  ],
])('On this machine, a server that %s gets a response', async (_, request, answer) => {
  const received: string[] = [];
  const settings = await listen((message, turn) => {
    if (turn > 0) received.push(message.toString('utf8', 5, message.length - 1));
    if (turn > 0) return Buffer.concat([OK, KEY_DATA, READY]);
    return answer === null ? Buffer.concat([OK, KEY_DATA, READY]) : request;
  });
  const { socket } = await openConnection(settings, {});
  expect(received).toEqual(answer === null ? [] : [answer]);
  socket.destroy();
});

const SHUTDOWN = new MessageWriter()
  .begin('E')
  .cString('SFATAL')
  .cString('C57P01')
  .cString('Mterminating connection due to administrator command')
  .bytes('\0')
  .end()
  .take();

test('An error right after the login is the reason why the connection fails', async () => {
  const settings = await listen(() => Buffer.concat([OK, KEY_DATA, READY, SHUTDOWN]));
  await expect(openConnection(settings, {})).rejects.toMatchObject({
    problem: 'unreachable',
    cause: { name: 'DatabaseError', code: '57P01' },
  });
});

test('An error after the login can arrive in two parts', async () => {
  const settings = await listen((_, __, socket) => {
    socket.write(Buffer.concat([OK, KEY_DATA, READY, SHUTDOWN.subarray(0, 3)]));
    setTimeout(() => socket.end(SHUTDOWN.subarray(3)), 20);
    return null;
  });
  await expect(openConnection(settings, {})).rejects.toMatchObject({ cause: { code: '57P01' } });
});

test('A notice and a changed parameter right after the login are accepted', async () => {
  const notice = new MessageWriter().begin('N').cString('SNOTICE').bytes('\0').end().take();
  const changed = new MessageWriter().begin('S').cString('TimeZone').cString('UTC').end().take();
  const settings = await listen(() => Buffer.concat([OK, KEY_DATA, READY, notice, changed]));
  const { socket, session } = await openConnection(settings, {});
  expect(session.reported.get('TimeZone')).toBe('UTC');
  socket.destroy();
});

test('A result without a statement is a protocol error', async () => {
  const result = new MessageWriter().begin('C').cString('SELECT 1').end().take();
  const settings = await listen(() => Buffer.concat([OK, KEY_DATA, READY, result]));
  await expect(openConnection(settings, {})).rejects.toMatchObject({
    cause: { name: 'ProtocolError' },
  });
});

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

test('An owner without a password gets an error when the server requires one', async () => {
  const settings = await listen(() => SASL);
  await expect(openConnection({ ...settings, password: '' }, {})).rejects.toMatchObject({
    cause: { message: 'the server requires a password, and owner has none' },
  });
});

test('More than one byte in response to the TLS request is refused', async () => {
  const settings = await listen(() => Buffer.concat([Buffer.from('S'), OK, KEY_DATA, READY]));
  await expect(openConnection({ ...settings, sslMode: 'require' }, {})).rejects.toMatchObject({
    cause: { message: 'the server sent more than its response to the TLS request' },
  });
});

test('A server without TLS gets no plain text if encryption is required', async () => {
  const received: Buffer[] = [];
  const settings = await listen((message) => {
    received.push(message);
    return Buffer.from('N');
  });
  for (const sslMode of ['require', 'verify-ca', 'verify-full'] as const) {
    await expect(openConnection({ ...settings, sslMode }, {})).rejects.toThrow('unreachable');
  }
  expect(received.map((bytes) => bytes.length)).toEqual([8, 8, 8]);
});

test.each([
  ['sends nothing', () => null],
  ['sends a message shorter than its own length', () => message('R', 0).fill(0, 1, 5)],
  ['announces a message of four gigabytes', () => message('R', 0).fill(0xff, 1, 5)],
  ['sends a message that is invalid during login', () => message('T', 0)],
])('A connection to a server that %s fails', async (_, script) => {
  const settings = await listen(script);
  await expect(openConnection(settings, {})).rejects.toMatchObject({ problem: 'unreachable' });
});
