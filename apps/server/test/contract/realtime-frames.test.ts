import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../support/index.ts';
import { endAll, openRaw, type RawSocket } from './realtime-fixtures.ts';

// Tests the messages themselves, which the client library hides.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    prepare: async (sql) => {
      await sql.unsafe(`
        create table public.signs (id int primary key, name text, tags text[]);
        alter table public.signs replica identity full;
        grant select on public.signs to anon;
        alter publication supabase_realtime add table public.signs;
        create function public.send_signs() returns trigger language plpgsql security definer as $$
        begin
          perform realtime.broadcast_changes(
            'signs', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
          return null;
        end $$;
        create trigger send_signs after insert on public.signs
        for each row execute function public.send_signs();
        create policy "test: signs are received" on realtime.messages for select to anon
          using (realtime.topic() = 'signs');`);
    },
  });
});
afterEach(endAll);
afterAll(() => server.stop());

const TOPIC = 'realtime:frames';

function find(raw: RawSocket, event: string) {
  return raw.received.filter((message) => message[3] === event).map((message) => message[4]);
}

async function received(raw: RawSocket, event: string, count = 1): Promise<unknown[]> {
  await expect.poll(() => find(raw, event).length).toBeGreaterThanOrEqual(count);
  return find(raw, event);
}

/** @covers realtime.4, realtime.6 */
test('The reply to a join repeats each subscription in order, and a system message follows when they are live', async () => {
  const raw = await openRaw(server);
  const subscriptions = [
    { event: 'UPDATE', schema: 'public', table: 'signs', filter: 'id=gt.0' },
    { event: '*', schema: 'public' },
    { event: 'INSERT', schema: 'public', table: 'signs' },
  ];
  raw.send('1', '1', TOPIC, 'phx_join', { config: { postgres_changes: subscriptions } });
  const [reply] = await received(raw, 'phx_reply');
  expect(reply).toMatchObject({ status: 'ok' });
  const messages = (reply as { response: { postgres_changes: { id: number }[] } }).response;
  expect(messages.postgres_changes).toEqual(
    subscriptions.map((subscription) => ({ ...subscription, id: expect.any(Number) as number })),
  );
  expect(new Set(messages.postgres_changes.map(({ id }) => id)).size).toBe(subscriptions.length);
  expect(await received(raw, 'system')).toEqual([
    {
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'frames',
    },
  ]);
});

/** @covers realtime.14 */
test('A join with replication_ready gets one system message once database notifications arrive', async () => {
  const raw = await openRaw(server);
  raw.send('1', '1', TOPIC, 'phx_join', { config: { broadcast: { replication_ready: true } } });
  raw.send('2', '2', `${TOPIC}-other`, 'phx_join', { config: {} });
  const ready = {
    extension: 'system',
    status: 'ok',
    message: 'Replication connection established',
    channel: 'frames',
  };
  expect(await received(raw, 'system')).toEqual([ready]);
  await server.sql`select realtime.send('{"n": 1}', 'e', 'frames', false)`;
  await received(raw, 'broadcast');
  expect(find(raw, 'system')).toEqual([ready]);
});

/** @covers realtime.5 */
test('A rejected join gets the reason', async () => {
  const raw = await openRaw(server);
  raw.send('1', '1', TOPIC, 'phx_join', { config: {}, access_token: 'nonsense' });
  expect(await received(raw, 'phx_reply')).toEqual([
    { status: 'error', response: { reason: expect.stringContaining('MalformedJWT') as string } },
  ]);
});

/** @covers realtime.7 */
test('A change names its subscriptions, its time, its columns with their types, and the row before and after', async () => {
  const raw = await openRaw(server);
  const subscription = { event: '*', schema: 'public', table: 'signs' };
  raw.send('1', '1', TOPIC, 'phx_join', {
    config: { postgres_changes: [subscription, { ...subscription, event: 'INSERT' }] },
  });
  await received(raw, 'system');
  await server.sql`insert into public.signs values (1, 'a', '{x,y}')`;
  await received(raw, 'postgres_changes');
  await server.sql`update public.signs set name = 'b'`;
  await received(raw, 'postgres_changes', 2);
  await server.sql`delete from public.signs`;
  const changes = await received(raw, 'postgres_changes', 3);
  const [reply] = find(raw, 'phx_reply') as {
    response: { postgres_changes: { id: number }[] };
  }[];
  const [all, inserts] = (reply?.response.postgres_changes ?? []).map(({ id }) => id);
  const common = {
    schema: 'public',
    table: 'signs',
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    columns: [
      { name: 'id', type: 'int4' },
      { name: 'name', type: 'text' },
      { name: 'tags', type: '_text' },
    ],
    errors: null,
  };
  const before = { id: 1, name: 'a', tags: ['x', 'y'] };
  const after = { ...before, name: 'b' };
  expect(changes).toEqual([
    { ids: [all, inserts], data: { ...common, type: 'INSERT', record: before } },
    { ids: [all], data: { ...common, type: 'UPDATE', record: after, old_record: before } },
    { ids: [all], data: { ...common, type: 'DELETE', old_record: after } },
  ]);
});

/** @covers realtime.10 */
test('Presence is sent as a state, then as joins and leaves by reference', async () => {
  const [raw, other] = [await openRaw(server), await openRaw(server)];
  raw.send('1', '1', TOPIC, 'phx_join', { config: { presence: { key: 'me', enabled: true } } });
  expect(await received(raw, 'presence_state')).toEqual([{}]);
  other.send('1', '1', TOPIC, 'phx_join', { config: { presence: { key: 'you', enabled: true } } });
  await received(other, 'presence_state');
  const track = { type: 'presence', event: 'track', payload: { mood: 'well' } };
  other.send('1', '2', TOPIC, 'presence', track);
  const phxRef = expect.any(String) as string;
  const metas = { metas: [{ phx_ref: phxRef, mood: 'well' }] };
  expect(await received(raw, 'presence_diff')).toEqual([{ joins: { you: metas }, leaves: {} }]);
  other.send('1', '3', TOPIC, 'presence', { type: 'presence', event: 'untrack' });
  const messages = (await received(raw, 'presence_diff', 2)) as { leaves: object }[];
  expect(messages[1]).toEqual({ joins: {}, leaves: { you: metas } });
});

/** @covers realtime.2 */
test.each([
  ['1.0.0', { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }],
  ['2.0.0', [null, '7', 'phoenix', 'heartbeat', {}]],
])(
  'A heartbeat in frames of version %s gets a reply in frames of the same version',
  async (vsn, beat) => {
    const address = server.url.replace('http', 'ws');
    const socket = new WebSocket(
      `${address}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=${vsn}`,
    );
    const answered = new Promise<unknown>((resolve) => {
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
    });
    socket.once('open', () => socket.send(JSON.stringify(beat)));
    const reply = { status: 'ok', response: {} };
    const answer = await answered;
    socket.terminate();
    if (vsn === '1.0.0') {
      expect(answer).toMatchObject({
        topic: 'phoenix',
        event: 'phx_reply',
        payload: reply,
        ref: '7',
      });
    } else expect(answer).toEqual([null, '7', 'phoenix', 'phx_reply', reply]);
  },
);

/** @covers realtime.13 */
test('A row that a trigger sends by realtime.broadcast_changes reaches its private channel', async () => {
  const raw = await openRaw(server);
  raw.send('1', '1', 'realtime:signs', 'phx_join', { config: { private: true } });
  await received(raw, 'phx_reply');
  await server.sql`insert into public.signs values (2, 'messages')`;
  const [sent] = await received(raw, 'broadcast');
  expect(sent).toMatchObject({
    type: 'broadcast',
    event: 'INSERT',
    payload: {
      operation: 'INSERT',
      schema: 'public',
      table: 'signs',
      record: { id: 2, name: 'messages' },
      old_record: null,
    },
  });
});

test('A broadcast of every frame length arrives complete and before its reply', async () => {
  const raw = await openRaw(server);
  raw.send('1', '1', TOPIC, 'phx_join', { config: { broadcast: { self: true, ack: true } } });
  await received(raw, 'phx_reply');
  const broadcastOf = (text: string) => ({ type: 'broadcast', event: 'length', payload: { text } });
  const around = JSON.stringify([null, null, TOPIC, 'broadcast', broadcastOf('')]).length;
  const sent = [125, 126, 65_535, 65_536, 300_000].map((length) =>
    broadcastOf('x'.repeat(length - around)),
  );
  raw.received.splice(0);
  for (const [index, one] of sent.entries()) raw.send('1', String(index), TOPIC, 'broadcast', one);
  await received(raw, 'phx_reply', sent.length);
  expect(find(raw, 'broadcast')).toEqual(sent);
  const events = raw.received
    .map((message) => message[3])
    .filter((event) => event !== 'presence_state');
  expect(events).toEqual(sent.flatMap(() => ['broadcast', 'phx_reply']));
});
