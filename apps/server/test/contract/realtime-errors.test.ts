/** @covers security.limits.18 */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  receivedOn,
  endAll,
  joinTopic,
  openClient,
  openPerson,
  openRaw,
} from './realtime-fixtures.ts';

const JWT_SECRET = 'a secret of an older project, long enough';
let server: TestServer;
/** A pair of clients that rejected messages must not affect. */
let neighbor: { received: unknown[]; send: () => Promise<unknown> };

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      JWT_SECRET,
      REALTIME_MAX_CHANNELS: '20',
      REALTIME_JOINS_PER_S: '50',
      REALTIME_MESSAGES_PER_S: '20',
      REALTIME_MAX_MESSAGE_BYTES: '200000',
      REALTIME_MAX_BUFFER_BYTES: '1000000',
    },
  });
});
afterEach(endAll);
afterAll(() => server.stop());

function sign(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}

const nowS = () => Math.floor(Date.now() / 1000);

async function joinWith(token: string): Promise<unknown> {
  const raw = await openRaw(server);
  raw.send('1', '1', 'realtime:t', 'phx_join', { access_token: token });
  await expect.poll(() => raw.received).not.toEqual([]);
  return raw.received[0]?.[4];
}

const rejectionOf = (reason: string) => ({ status: 'error', response: { reason } });

async function statusOfUpgrade(query: string): Promise<number> {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`,
  );
  const status = await new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
  });
  socket.on('error', () => undefined);
  socket.terminate();
  return status;
}

async function openNeighbour(): Promise<void> {
  const listening = await joinTopic(openClient(server), 'calm');
  const senderChannel = await joinTopic(openClient(server), 'calm');
  neighbor = {
    received: receivedOn(listening, 'e'),
    send: () => senderChannel.send({ type: 'broadcast', event: 'e', payload: {} }),
  };
}

async function expectUnaffected(): Promise<void> {
  const before = neighbor.received.length;
  await neighbor.send();
  await expect.poll(() => neighbor.received.length).toBe(before + 1);
}

/** @covers realtime.1 */
test('A socket needs a valid API key and a supported version', async () => {
  expect(await statusOfUpgrade('vsn=2.0.0')).toBe(401);
  expect(await statusOfUpgrade('apikey=sb_publishable_wrong&vsn=2.0.0')).toBe(401);
  expect(await statusOfUpgrade(`apikey=${server.publishableKey}&vsn=9`)).toBe(400);
  expect(await statusOfUpgrade(`apikey=${server.publishableKey}`)).toBe(101);
});

describe('A token', () => {
  /** @covers realtime.5, realtime.18, realtime.bad-input.2, security.realtime.3 */
  test('that is forged, expired, incomplete or malformed is rejected', async () => {
    const good = sign({ role: 'authenticated', exp: nowS() + 60 });
    expect(await joinWith(good)).toMatchObject({ status: 'ok' });
    const forged = good.slice(0, -4) + 'AAAA';
    expect(await joinWith(forged)).toEqual(
      rejectionOf('JwtSignatureError: Failed to validate JWT signature'),
    );
    expect(await joinWith('nonsense')).toEqual(
      rejectionOf('MalformedJWT: The token provided is not a valid JWT'),
    );
    expect(await joinWith(sign({ role: 'authenticated', exp: nowS() - 1 }))).toEqual(
      rejectionOf('InvalidJWTToken: Token has expired'),
    );
    const incomplete = rejectionOf('InvalidJWTToken: Fields `role` and `exp` are required in JWT');
    expect(await joinWith(sign({ role: 'authenticated' }))).toEqual(incomplete);
    expect(await joinWith(sign({ exp: nowS() + 60 }))).toEqual(incomplete);
  });

  /** @covers realtime.8, realtime.18, realtime.bad-input.2 */
  test('that expires closes its channel, unless the client replaces it first', async () => {
    const raw = await openRaw(server);
    const [short, long] = [2, 60].map((lifeS) =>
      sign({ role: 'authenticated', sub: randomUUID(), exp: nowS() + lifeS }),
    );
    raw.send('1', '1', 'realtime:ends', 'phx_join', { access_token: short });
    raw.send('2', '2', 'realtime:goes-on', 'phx_join', { access_token: short });
    await expect.poll(() => raw.received.filter(([, ref]) => ref !== null)).toHaveLength(2);
    raw.send('2', '3', 'realtime:goes-on', 'access_token', { access_token: long });
    await expect
      .poll(() => raw.received.filter(([, , , event]) => event === 'phx_close'))
      .toEqual([['1', '1', 'realtime:ends', 'phx_close', {}]]);
    expect(raw.received.find(([, , , event]) => event === 'system')?.[4]).toMatchObject({
      extension: 'system',
      status: 'error',
      message: 'Token has expired',
    });
  });

  /** @covers realtime.18, security.realtime.3 */
  test('whose session ends closes its channel within two seconds', async () => {
    const { client } = await openPerson(server);
    const states: string[] = [];
    client.channel('mine').subscribe((status) => states.push(status));
    await expect.poll(() => states).toEqual(['SUBSCRIBED']);
    await client.auth.signOut({ scope: 'local' });
    await expect.poll(() => states).toContain('CLOSED');
  });

  /** @covers security.realtime.3 */
  test('whose session has ended cannot broadcast over HTTP', async () => {
    const { client, token } = await openPerson(server);
    const send = async () => {
      const response = await fetch(`${server.url}/realtime/v1/api/broadcast/t/events/e`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      return [response.status, await response.text()];
    };
    expect(await send()).toEqual([202, '']);
    await client.auth.signOut({ scope: 'local' });
    await expect.poll(send).toEqual([401, '{"message":"JWT session has ended"}']);
  });
});

/** Valid JSON that is nested too deeply. */
const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const userBroadcast = (json: string) =>
  Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), Buffer.from('te'), Buffer.from(json)]);

describe('A socket that', () => {
  /** @covers realtime.3, realtime.bad-input.4 */
  test.each([
    [
      'sends deeply nested JSON',
      (socket: WebSocket) =>
        socket.send(`["1","1","t","broadcast",{"event":"e","payload":${NESTED}}]`),
    ],
    [
      'sends deeply nested JSON in a binary message',
      (socket: WebSocket) => socket.send(userBroadcast(NESTED)),
    ],
    ['sends garbage', (socket: WebSocket) => socket.send('{"half":')],
    ['sends an array that is not a message', (socket: WebSocket) => socket.send('[1,2,3]')],
    ['sends half a binary message', (socket: WebSocket) => socket.send(Buffer.from([3, 9, 9, 9]))],
    [
      'sends a binary message of unknown kind',
      (socket: WebSocket) => socket.send(Buffer.alloc(50, 0xee)),
    ],
  ])('%s is closed, and other sockets are not affected', async (_case, send) => {
    await openNeighbour();
    const raw = await openRaw(server);
    send(raw.socket);
    expect(await raw.closed).toEqual({ code: 1007, reason: 'Malformed message' });
    await expectUnaffected();
  });

  /** @covers realtime.bad-input.4 */
  test('sends 10 MB is closed before the message is read', async () => {
    await openNeighbour();
    const raw = await openRaw(server);
    raw.socket.send('x'.repeat(10_000_000));
    expect((await raw.closed).code).toBe(1009);
    await expectUnaffected();
  });

  /** @covers realtime.2, realtime.bad-input.3 */
  test('sends nothing is closed after the heartbeat timeout', async () => {
    const strict = await startTestServer({ environment: { REALTIME_HEARTBEAT_TIMEOUT_S: '1' } });
    const raw = await openRaw(strict);
    expect(await raw.closed).toEqual({ code: 1001, reason: 'No heartbeat' });
    await strict.stop();
  });

  /** @covers realtime.bad-input.3 */
  test('stops in the middle of a frame is closed after the heartbeat timeout', async () => {
    const strict = await startTestServer({ environment: { REALTIME_HEARTBEAT_TIMEOUT_S: '1' } });
    const raw = await openRaw(strict);
    const { _socket: stream } = raw.socket as unknown as { _socket: { write(data: Buffer): void } };
    // A text of 256 bytes is to follow, masked.
    stream.write(Buffer.from([0x81, 0xfe, 0x01, 0x00, 1, 2, 3, 4, 5]));
    expect(await raw.closed).toEqual({ code: 1001, reason: 'No heartbeat' });
    await strict.stop();
  });

  /** @covers realtime.bad-input.3 */
  test('never reads is closed, and other sockets continue to receive', async () => {
    await openNeighbour();
    const raw = await openRaw(server);
    raw.send('1', '1', 'realtime:calm', 'phx_join', {});
    await expect.poll(() => raw.received).not.toEqual([]);
    (raw.socket as unknown as { _socket: { pause(): void } })._socket.pause();
    const send = () =>
      fetch(`${server.url}/realtime/v1/api/broadcast/calm/events/big`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify('x'.repeat(190_000)),
      });
    // More than the operating system buffers on both ends.
    for (let sent = 0; sent < 100; sent += 1) expect((await send()).status).toBe(202);
    (raw.socket as unknown as { _socket: { resume(): void } })._socket.resume();
    const { code } = await raw.closed;
    expect([1013, 1006]).toContain(code);
    await expectUnaffected();
  });

  /** @covers realtime.5, realtime.bad-input.4 */
  test('joins too many topics gets at most its limit', async () => {
    await openNeighbour();
    const raw = await openRaw(server);
    for (let n = 0; n < 60; n += 1)
      raw.send(String(n), String(n), `realtime:t${n}`, 'phx_join', {});
    await expect
      .poll(() => raw.received.filter(([, , , event]) => event === 'phx_reply').length)
      .toBe(60);
    const reasons = raw.received.map(
      ([, , , , payload]) => (payload.response as { reason?: string } | undefined)?.reason,
    );
    const count = (reason: string) => reasons.filter((one) => one === reason).length;
    expect(count('ChannelRateLimitReached: Too many channels')).toBeGreaterThanOrEqual(30);
    expect(count('ClientJoinRateLimitReached: Too many joins per second')).toBeLessThanOrEqual(10);
    await expectUnaffected();
  });

  /** @covers realtime.bad-input.4 */
  test('joins 1,000 times a second gets an error and is closed', async () => {
    await openNeighbour();
    const raw = await openRaw(server);
    for (let n = 0; n < 1000; n += 1) raw.send(String(n), String(n), 'realtime:t', 'phx_join', {});
    expect(await raw.closed).toEqual({ code: 1008, reason: 'Too many messages per second' });
    const reasons = raw.received.map(
      ([, , , , payload]) => (payload.response as { reason?: string } | undefined)?.reason,
    );
    expect(reasons).toContain('ClientJoinRateLimitReached: Too many joins per second');
    await expectUnaffected();
  });

  test('exceeds the message limit of a channel loses the channel and gets the reason', async () => {
    const raw = await openRaw(server);
    raw.send('1', '1', 'realtime:loud', 'phx_join', {});
    await expect.poll(() => raw.received).not.toEqual([]);
    for (let n = 0; n < 60; n += 1) {
      raw.send('1', null, 'realtime:loud', 'broadcast', { event: 'e', payload: {} });
    }
    await expect.poll(() => raw.received.map(([, , , event]) => event)).toContain('phx_close');
    expect(raw.received.find(([, , , event]) => event === 'system')?.[4]).toMatchObject({
      message: 'Too many messages per second',
    });
  });

  /** @covers security.limits.4 */
  test('sends too large a join or presence gets an error and keeps its other channels', async () => {
    const raw = await openRaw(server);
    const long = 'x'.repeat(66_000);
    const config = {
      postgres_changes: [{ event: '*', schema: 'public', table: 't', filter: long }],
    };
    raw.send('1', '1', 'realtime:t', 'phx_join', { config });
    raw.send('2', '2', `realtime:${long}`, 'phx_join', {});
    raw.send('3', '3', 'realtime:there', 'phx_join', {});
    raw.send('3', '4', 'realtime:there', 'presence', { event: 'track', payload: { long } });
    raw.send('3', '5', 'realtime:there', 'presence', { event: 'track', payload: { short: 1 } });
    const answerTo = (ref: string) =>
      raw.received.find(([, to, , event]) => to === ref && event === 'phx_reply')?.[4];
    await expect.poll(() => answerTo('5')).toMatchObject({ status: 'ok' });
    const tooLong = 'InvalidJoinPayload: A join may have at most 65536 characters';
    expect(answerTo('1')).toEqual(rejectionOf(tooLong));
    expect(answerTo('2')).toEqual(rejectionOf(tooLong));
    expect(answerTo('4')).toEqual(
      rejectionOf('PresencePayloadTooLarge: Track message size exceeded'),
    );
  });

  test('sends to a channel that it has not joined gets an error', async () => {
    const raw = await openRaw(server);
    raw.send('1', '1', 'realtime:never', 'broadcast', { event: 'e', payload: {} });
    raw.send('1', '2', 'elsewhere', 'phx_join', {});
    raw.send('1', '3', 'realtime:', 'phx_join', {});
    raw.send('1', '4', 'realtime:t', 'phx_join', { config: { postgres_changes: 'all' } });
    await expect.poll(() => raw.received).toHaveLength(4);
    const reasons = raw.received.map(([, , , , { response }]) => response);
    expect(reasons).toEqual([
      { reason: 'unmatched topic' },
      { reason: 'unmatched topic' },
      { reason: 'TopicNameRequired: You must provide a topic name' },
      { reason: expect.stringMatching(/^InvalidJoinPayload: config.postgres_changes/) as string },
    ]);
  });
});

test('A server that stops closes its sockets so that clients reconnect', async () => {
  const own = await startTestServer();
  const raw = await openRaw(own);
  await own.stop();
  expect(await raw.closed).toEqual({ code: 1012, reason: 'The server restarts' });
});
