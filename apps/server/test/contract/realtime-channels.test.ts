import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  endAll,
  receivedOn,
  joinTopic,
  openClient,
  openPerson,
  openRaw,
  VERSIONS,
  type Version,
} from './realtime-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.sql.unsafe(`
    create policy "test: own topic is received" on realtime.messages for select to authenticated
      using (realtime.topic() = 'own:' || auth.uid()::text);
    create policy "test: own topic is writable" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'own:' || auth.uid()::text and extension = 'broadcast');
    create policy "test: news are received" on realtime.messages for select to authenticated
      using (realtime.topic() = 'news' and extension = 'broadcast');`);
});
afterEach(endAll);
afterAll(() => server.stop());

describe.each(VERSIONS)('With version %s of the protocol', (vsn: Version) => {
  /** @covers realtime.9 */
  test('a broadcast reaches all other clients of the topic, and its sender only on request', async () => {
    const topic = `broadcast-${vsn}`;
    const [sender, other] = [openClient(server, vsn), openClient(server, vsn)];
    const itself = openClient(server, vsn);
    const senderChannel = await joinTopic(sender, topic);
    const receivedBySender = receivedOn(senderChannel, 'shout');
    const receivedByOther = receivedOn(await joinTopic(other, topic), 'shout');
    const own = await joinTopic(itself, topic, { broadcast: { self: true } });
    const receivedByItself = receivedOn(own, 'shout');
    await senderChannel.send({ type: 'broadcast', event: 'shout', payload: { text: 'hé' } });
    await own.send({ type: 'broadcast', event: 'shout', payload: { text: 'two' } });
    await expect.poll(() => receivedByOther).toEqual([{ text: 'hé' }, { text: 'two' }]);
    await expect.poll(() => receivedByItself).toEqual([{ text: 'hé' }, { text: 'two' }]);
    expect(receivedBySender).toEqual([{ text: 'two' }]);
  });

  /** @covers realtime.9 */
  test('a broadcast is acknowledged if the client requests it', async () => {
    const channel = await joinTopic(openClient(server, vsn), `ack-${vsn}`, {
      broadcast: { ack: true },
    });
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
  });

  /** @covers realtime.2 */
  test('heartbeats get replies', async () => {
    const client = openClient(server, vsn);
    await joinTopic(client, `beat-${vsn}`);
    const statuses: string[] = [];
    client.realtime.onHeartbeat((status) => statuses.push(status));
    await client.realtime.sendHeartbeat();
    await expect.poll(() => statuses).toContain('ok');
  });

  test('a client that leaves receives no more messages and can join again', async () => {
    const [sender, listener] = [openClient(server, vsn), openClient(server, vsn)];
    const senderChannel = await joinTopic(sender, `left-${vsn}`);
    const first = await joinTopic(listener, `left-${vsn}`);
    const receivedFirst = receivedOn(first, 'e');
    expect(await listener.removeChannel(first)).toBe('ok');
    await senderChannel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
    const receivedAgain = receivedOn(await joinTopic(listener, `left-${vsn}`), 'e');
    await senderChannel.send({ type: 'broadcast', event: 'e', payload: { n: 2 } });
    await expect.poll(() => receivedAgain).toEqual([{ n: 2 }]);
    expect(receivedFirst).toEqual([]);
  });

  /** @covers realtime.10 */
  test('presence contains every tracked state until its client leaves', async () => {
    const [ada, bob] = [openClient(server, vsn), openClient(server, vsn)];
    const presence = { presence: { key: 'ada', enabled: true } };
    const adas = await joinTopic(ada, `room-${vsn}`, presence);
    expect(await adas.track({ mood: 'well' })).toBe('ok');
    const secondAda = await joinTopic(openClient(server, vsn), `room-${vsn}`, presence);
    await secondAda.track({ mood: 'better' });
    const bobs = await joinTopic(bob, `room-${vsn}`, { presence: { key: 'bob', enabled: true } });
    await bobs.track({});
    const moodsOf = () =>
      (bobs.presenceState<{ mood: string }>().ada ?? []).map(({ mood }) => mood).sort();
    await expect.poll(moodsOf).toEqual(['better', 'well']);
    await secondAda.track({ mood: 'best' });
    await expect.poll(moodsOf).toEqual(['best', 'well']);
    await secondAda.untrack();
    await expect.poll(moodsOf).toEqual(['well']);
    const carols = openClient(server, vsn).channel(`room-${vsn}`, {
      config: { presence: { enabled: true } },
    });
    carols.subscribe();
    await expect.poll(() => Object.keys(carols.presenceState()).sort()).toEqual(['ada', 'bob']);
    await ada.realtime.disconnect();
    await expect.poll(() => Object.keys(carols.presenceState())).toEqual(['bob']);
  });
});

/** @covers realtime.1, realtime.3 */
test('clients of both versions exchange broadcasts, and version 2 supports binary', async () => {
  const old = await joinTopic(openClient(server, '1.0.0'), 'mixed');
  const receivedByOld = receivedOn(old, 'e');
  const fresh = await joinTopic(openClient(server), 'mixed');
  const receivedByNew = receivedOn(fresh, 'e');
  const sender = await joinTopic(openClient(server), 'mixed');
  await sender.send({ type: 'broadcast', event: 'e', payload: new Uint8Array([1, 2, 3]).buffer });
  await sender.send({ type: 'broadcast', event: 'e', payload: { then: 'text' } });
  await expect.poll(() => receivedByOld).toEqual([{ then: 'text' }]);
  await expect.poll(() => receivedByNew).toHaveLength(2);
  expect(Buffer.from(receivedByNew[0] as ArrayBuffer)).toEqual(Buffer.from([1, 2, 3]));
});

describe('A message over HTTP', () => {
  const postText = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    postText(path, JSON.stringify(body), headers);

  /** @covers realtime.12 */
  test('reaches all clients of the topic', async () => {
    const listening = await joinTopic(openClient(server), 'posted');
    const received = receivedOn(listening, 'e');
    const message = { topic: 'posted', event: 'e', payload: { n: 1 } };
    expect((await post('', { messages: [message] })).status).toBe(202);
    expect((await post('/posted/events/e', { n: 2 })).status).toBe(202);
    const sender = openClient(server).channel('posted');
    expect(await sender.httpSend('e', { n: 3 })).toEqual({ success: true });
    await expect.poll(() => received).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  /** @covers realtime.12 */
  test('that is invalid, has no key or is too long is rejected', async () => {
    expect((await post('', { messages: 'x' })).status).toBe(422);
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const [path, body] of [
      ['', `{"messages":[{"topic":"t","event":"e","payload":${nested}}]}`],
      ['/t/events/e', nested],
    ] as const) {
      expect((await postText(path, body)).status).toBe(422);
    }
    expect((await post('', { messages: [] }, { apikey: 'sb_publishable_x' })).status).toBe(401);
    expect((await post('/t/events/e', 'x'.repeat(1_100_000))).status).toBe(413);
  });
});

describe('A message by SQL', () => {
  /** @covers realtime.13 */
  test('is sent when its transaction commits, and not when it rolls back', async () => {
    const received = receivedOn(await joinTopic(openClient(server), 'sql'), 'e');
    await server.sql.begin(async (tx) => {
      await tx`select realtime.send('{"n": 1}', 'e', 'sql', false)`;
      await expect
        .poll(() => received, { timeout: 200 })
        .toHaveLength(1)
        .catch(() => undefined);
      expect(received).toEqual([]);
    });
    await server.sql
      .begin(async (tx) => {
        await tx`select realtime.send('{"n": 2}', 'e', 'sql', false)`;
        throw new Error('taken back');
      })
      .catch(() => undefined);
    await server.sql`select realtime.send('{"n": 3}', 'e', 'sql', false)`;
    await expect
      .poll(() => received)
      .toEqual([
        { n: 1, id: expect.any(String) as string },
        { n: 3, id: expect.any(String) as string },
      ]);
  });

  test('can be longer than a notification', async () => {
    const received = receivedOn(await joinTopic(openClient(server), 'long'), 'e');
    const text = 'ü"\\'.repeat(20_000);
    await server.sql`
      select realtime.send(jsonb_build_object('text', ${text}::text), 'e', 'long', false)`;
    await expect
      .poll(() => received.map((payload) => (payload as { text: string }).text === text))
      .toEqual([true]);
  });
});

describe('A binary message by SQL', () => {
  const bytes = Buffer.from([0xde, 0xad, 0x00, 0xff]);
  const toBuffers = (payloads: unknown[]) =>
    payloads.map((payload) => Buffer.from(payload as ArrayBuffer));

  /** @covers realtime.13 */
  test('reaches version 2 clients as bytes with its id, and no version 1 client', async () => {
    const channel = await joinTopic(openClient(server), 'sql-bytes');
    const received = receivedOn(channel, 'e');
    const metas: unknown[] = [];
    channel.on('broadcast', { event: 'e' }, ({ meta }) => metas.push(meta));
    const receivedByOld = receivedOn(
      await joinTopic(openClient(server, '1.0.0'), 'sql-bytes'),
      'e',
    );
    await server.sql`select realtime.send_binary(${bytes}, 'e', 'sql-bytes', false)`;
    await expect.poll(() => toBuffers(received)).toEqual([bytes]);
    const [row] = await server.sql<{ id: string }[]>`
      select id from realtime.messages where topic = 'sql-bytes' and binary_payload = ${bytes}`;
    expect(metas).toEqual([{ id: row?.id }]);
    await server.sql`select realtime.send('{"n": 2}', 'e', 'sql-bytes', false)`;
    await expect.poll(() => receivedByOld).toEqual([{ n: 2, id: expect.any(String) as string }]);
  });

  /** @covers realtime.13 */
  test('is private by default, and is replayed', async () => {
    const ada = await openPerson(server);
    const topic = `own:${ada.id}`;
    const since = Date.now() - 60_000;
    await server.sql`select realtime.send_binary(${bytes}, 'e', ${topic})`;
    const config = { private: true, broadcast: { replay: { since, limit: 1 } } };
    const channel = ada.client.channel(topic, { config });
    const received = receivedOn(channel, 'e');
    channel.subscribe();
    await expect.poll(() => toBuffers(received)).toEqual([bytes]);
  });

  /** @covers realtime.13 */
  test('that a policy rejects does not abort its transaction', async () => {
    const ada = await openPerson(server);
    await server.sql.begin(async (tx) => {
      await tx`create temporary table kept (n int) on commit drop`;
      await tx`grant insert on kept to authenticated`;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada.id })}, true)`;
      await tx`set local role authenticated`;
      await tx`select realtime.send_binary(${bytes}, 'refused', 'own:someone else')`;
      await tx`insert into kept values (1)`;
      await tx`reset role`;
      expect(await tx`select from kept`).toHaveLength(1);
    });
    expect(await server.sql`select from realtime.messages where event = 'refused'`).toEqual([]);
  });
});

describe('A private channel', () => {
  /** @covers realtime.19, realtime.bad-input.1, security.realtime.2 */
  test('accepts only callers that a policy allows', async () => {
    const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
    const topic = `own:${ada.id}`;
    const own = await joinTopic(ada.client, topic, { private: true, broadcast: { self: true } });
    const received = receivedOn(own, 'e');
    await expect(joinTopic(eve.client, topic, { private: true })).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
    await expect(joinTopic(openClient(server), topic, { private: true })).rejects.toThrow(
      'Unauthorized',
    );
    await own.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
    await expect.poll(() => received).toEqual([{ n: 1 }]);
    expect(await own.track({})).toBe('error');
    expect(await server.sql`select from realtime.messages where topic = ${topic}`).toHaveLength(0);
  });

  /** @covers realtime.19, realtime.bad-input.1, security.realtime.2 */
  test('is independent of the public channel of the same name', async () => {
    const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
    const topic = `own:${ada.id}`;
    const received = receivedOn(await joinTopic(ada.client, topic, { private: true }), 'e');
    const receivedPublicly = receivedOn(
      await joinTopic(eve.client, topic, { broadcast: { self: true } }),
      'e',
    );
    await server.sql`select realtime.send('{"secret": true}', 'e', ${topic}, true)`;
    const evil = eve.client.channel(topic);
    await evil.send({ type: 'broadcast', event: 'e', payload: { forged: true } });
    await expect.poll(() => receivedPublicly).toEqual([{ forged: true }]);
    await expect.poll(() => received).toMatchObject([{ secret: true }]);
  });

  /** @covers realtime.19, security.realtime.2 */
  test('rejects broadcasts of callers with read access only, over the socket and over HTTP', async () => {
    const [ada, bob] = await Promise.all([openPerson(server), openPerson(server)]);
    const adas = await joinTopic(ada.client, 'news', { private: true, broadcast: { ack: true } });
    const received = receivedOn(await joinTopic(bob.client, 'news', { private: true }), 'e');
    expect(await adas.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('error');
    await expect(adas.httpSend('e', { by: 'request' })).rejects.toThrow('Unauthorized');
    await server.sql`select realtime.send('{"by": "the database"}', 'e', 'news')`;
    await expect.poll(() => received).toMatchObject([{ by: 'the database' }]);
  });

  /** @covers realtime.13 */
  test('replays earlier messages on request', async () => {
    const ada = await openPerson(server);
    const since = Date.now() - 60_000;
    await server.sql`select realtime.send('{"n": 1}', 'again', 'news')`;
    await server.sql`select realtime.send('{"n": 2}', 'again', 'news')`;
    const metas: unknown[] = [];
    const config = { private: true, broadcast: { replay: { since, limit: 2 } } };
    const channel = ada.client.channel('news', { config });
    const received = receivedOn(channel, 'again');
    channel.on('broadcast', { event: 'again' }, ({ meta }) => metas.push(meta));
    channel.subscribe();
    await expect.poll(() => received).toMatchObject([{ n: 1 }, { n: 2 }]);
    expect(metas[0]).toMatchObject({ replayed: true });
  });

  /** @covers realtime.13 */
  test('gets a replayed message once, also when its notification arrives after the replay', async () => {
    const ada = await openPerson(server);
    const since = Date.now() - 60_000;
    const topic = `own:${ada.id}`;
    await server.sql`select realtime.send('{"n": 1}', 'once', ${topic})`;
    const config = { private: true, broadcast: { replay: { since, limit: 5 } } };
    const channel = ada.client.channel(topic, { config });
    const received = receivedOn(channel, 'once');
    channel.subscribe();
    await expect.poll(() => received).toMatchObject([{ n: 1 }]);
    const [message] = await server.sql<{ id: string }[]>`
      select id from realtime.messages where event = 'once'`;
    const notice = {
      topic: 'realtime:messages',
      message: { id: message?.id, topic, private: true },
    };
    await server.sql`select pg_notify('backend', ${JSON.stringify(notice)})`;
    await server.sql`select realtime.send('{"n": 2}', 'once', ${topic})`;
    await expect.poll(() => received.at(-1)).toMatchObject({ n: 2 });
    expect(received).toMatchObject([{ n: 1 }, { n: 2 }]);
  });

  /** @covers realtime.8 */
  test('is authorized again with each token', async () => {
    const [ada, bob] = await Promise.all([openPerson(server), openPerson(server)]);
    const raw = await openRaw(server);
    const topic = `realtime:own:${ada.id}`;
    raw.send('1', '1', topic, 'phx_join', { config: { private: true }, access_token: ada.token });
    await expect
      .poll(() => raw.received.find(([, ref]) => ref === '1')?.[4])
      .toMatchObject({ status: 'ok' });
    raw.send('1', '2', topic, 'access_token', { access_token: null });
    raw.send('1', '3', topic, 'access_token', { access_token: server.publishableKey });
    raw.send('1', '4', topic, 'access_token', { access_token: bob.token });
    await expect.poll(() => raw.received.map(([, , , event]) => event)).toContain('phx_close');
    expect(raw.received.filter(([, , , event]) => event === 'system')).toHaveLength(1);
  });
});
