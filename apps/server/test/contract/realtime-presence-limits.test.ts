/** @covers realtime.11, security.limits.16 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServer, type RunningServer } from '../../src/index.ts';
import { generateApiKeys } from '../../src/platform/identity/api-keys.ts';
import { createTestDatabase, startTestServer, type TestDatabase } from '../support/index.ts';
import { endAll, openPerson, openRaw, type RawSocket } from './realtime-fixtures.ts';

// Two servers on one database, for a limit that counts on both.
const MAX_BYTES = 300_000;
const META_BYTES = 60_000;

let dir: string;
let database: TestDatabase;
const servers: RunningServer[] = [];
const { publishableKey, secretKey } = generateApiKeys();

beforeAll(async () => {
  dir = await mkdtemp(joinPath(tmpdir(), 'beaconpay-presence-'));
  database = await createTestDatabase();
  for (const name of ['a', 'b']) {
    servers.push(
      await createServer({
        environment: {
          DATABASE_URL: database.url,
          DATA_DIR: joinPath(dir, name),
          PORT: '0',
          LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
          PUBLISHABLE_KEY: publishableKey,
          SECRET_KEY: secretKey,
          TRUST_PROXY: 'true',
          REALTIME_MAX_PRESENCE_BYTES: String(MAX_BYTES),
        },
      }),
    );
  }
});
afterEach(async () => {
  await endAll();
  await expect.poll(storedBytes).toBe(0);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

async function storedBytes(): Promise<number> {
  const [row] = await database.sql<{ bytes: number }[]>`
    select coalesce(sum(octet_length(meta::text)), 0)::int as bytes
    from backend_realtime.presences`;
  return row?.bytes ?? 0;
}

const serverAt = (index: number) => ({
  url: `http://127.0.0.1:${String(servers[index % servers.length]?.port)}`,
  publishableKey,
});

/** Data that Postgres cannot compress. */
const incompressible = () => ({ text: randomBytes(META_BYTES / 2).toString('hex') });

/** The status and reason of a reply, once it has arrived. */
async function replyTo(raw: RawSocket, ref: string) {
  const find = () =>
    raw.received.find(([, to, , event]) => to === ref && event === 'phx_reply')?.[4] as
      | { status: string; response: { reason?: string } }
      | undefined;
  await expect.poll(find).toBeDefined();
  return find();
}

let lastRef = 0;
const nextRef = () => String((lastRef += 1));

async function join(raw: RawSocket, token?: string): Promise<string> {
  const topic = `realtime:${randomUUID()}`;
  raw.send(topic, nextRef(), topic, 'phx_join', {
    config: { presence: { enabled: true } },
    ...(token === undefined ? {} : { access_token: token }),
  });
  expect(await replyTo(raw, String(lastRef))).toMatchObject({ status: 'ok' });
  return topic;
}

async function presence(raw: RawSocket, topic: string, event: string, payload: object = {}) {
  const ref = nextRef();
  raw.send(topic, ref, topic, 'presence', { type: 'presence', event, payload });
  return replyTo(raw, ref);
}

const REJECTED = {
  status: 'error',
  response: {
    reason: `ClientPresenceLimitReached: One client may track at most ${MAX_BYTES} bytes; untrack or leave another channel first`,
  },
};
const TAKEN = { status: 'ok' };
const FITTING = Math.floor(MAX_BYTES / (META_BYTES + 1000));

test('One client with twelve sockets on two processes cannot exceed its limit', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 12 }, (_, index) => openRaw(serverAt(index))),
  );
  const replies = await Promise.all(
    sockets.map(async (raw) => {
      const topics = [await join(raw), await join(raw)];
      return Promise.all(topics.map((topic) => presence(raw, topic, 'track', incompressible())));
    }),
  );
  const all = replies.flat();
  expect(all.filter((reply) => reply?.status === 'ok')).toHaveLength(FITTING);
  expect(all.filter((reply) => reply?.status === 'error')).toEqual(
    Array.from({ length: 24 - FITTING }, () => REJECTED),
  );
  expect(await storedBytes()).toBeLessThanOrEqual(MAX_BYTES);
});

async function fill(raw: RawSocket, token?: string): Promise<string[]> {
  const topics: string[] = [];
  for (let filled = 0; filled < FITTING; filled += 1) {
    const topic = await join(raw, token);
    expect(await presence(raw, topic, 'track', incompressible())).toMatchObject(TAKEN);
    topics.push(topic);
  }
  return topics;
}

test('Each user and each address of anonymous callers has a separate limit', async () => {
  const [here, there] = await Promise.all([openRaw(serverAt(0)), openRaw(serverAt(1))]);
  await fill(here);
  const anonymous = await join(there);
  expect(await presence(there, anonymous, 'track', incompressible())).toEqual(REJECTED);
  const server = { ...serverAt(0), secretKey } as Parameters<typeof openPerson>[0];
  const [ada, bob] = [await openPerson(server), await openPerson(server)];
  await fill(there, ada.token);
  const adas = await join(here, ada.token);
  expect(await presence(here, adas, 'track', incompressible())).toEqual(REJECTED);
  const bobs = await join(here, bob.token);
  expect(await presence(here, bobs, 'track', incompressible())).toMatchObject(TAKEN);
  const elsewhere = await openRaw(serverAt(1), publishableKey, {
    'X-Forwarded-For': '192.0.2.7, 192.0.2.8',
  });
  const distant = await join(elsewhere);
  expect(await presence(elsewhere, distant, 'track', incompressible())).toMatchObject(TAKEN);
});

test('The secret key has no limit', async () => {
  const raw = await openRaw(serverAt(0), secretKey);
  await fill(raw);
  const topic = await join(raw);
  expect(await presence(raw, topic, 'track', incompressible())).toMatchObject(TAKEN);
});

test('Untracked, replaced and closed entries free their bytes, and a rejected one replaces nothing', async () => {
  const [raw, watcher] = await Promise.all([openRaw(serverAt(0)), openRaw(serverAt(1))]);
  const [first = '', second = '', third = ''] = await fill(raw);
  expect(await presence(raw, third, 'track', incompressible())).toMatchObject(TAKEN);
  const late = await join(raw);
  expect(await presence(raw, late, 'track', { small: 1 })).toMatchObject(TAKEN);
  expect(await presence(raw, late, 'track', incompressible())).toEqual(REJECTED);
  // Other clients still see the previous state.
  watcher.send(late, 'w', late, 'phx_join', { config: { presence: { enabled: true } } });
  const states = () =>
    watcher.received.filter(([, , topic, event]) => topic === late && event === 'presence_state');
  await expect.poll(states).toHaveLength(1);
  expect(Object.values(states()[0]?.[4] ?? {})).toMatchObject([{ metas: [{ small: 1 }] }]);

  expect(await presence(raw, first, 'untrack')).toMatchObject(TAKEN);
  expect(await presence(raw, late, 'track', incompressible())).toMatchObject(TAKEN);
  const last = await join(raw);
  expect(await presence(raw, last, 'track', incompressible())).toEqual(REJECTED);
  raw.send(second, nextRef(), second, 'phx_leave', {});
  await replyTo(raw, String(lastRef));
  await expect.poll(() => presence(raw, last, 'track', incompressible())).toMatchObject(TAKEN);
});

test('A client that tracks too often is rejected as on a hosted project, and its channel stays', async () => {
  const server = await startTestServer({
    environment: { REALTIME_PRESENCE_EVENTS_PER_MIN: '5' },
  });
  const raw = await openRaw(server);
  const topic = await join(raw);
  for (let n = 0; n < 5; n += 1) {
    expect(await presence(raw, topic, 'track', { n })).toMatchObject(TAKEN);
  }
  const second = await openRaw(server);
  const other = await join(second);
  expect(await presence(second, other, 'track', { n: 5 })).toEqual({
    status: 'error',
    response: {
      reason: 'ClientPresenceRateLimitReached: Client presence rate limit exceeded',
    },
  });
  expect(await presence(second, other, 'untrack')).toMatchObject(TAKEN);
  await server.stop();
});
