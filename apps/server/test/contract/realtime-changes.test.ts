import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import {
  endAll,
  joinForChanges,
  openClient,
  openPerson,
  openRaw,
  VERSIONS,
  type Version,
} from './realtime-fixtures.ts';

interface ReceivedChange {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: string[] | null;
  table: string;
}

const FIXTURES = `
  create table public.notes (
    id bigint primary key generated always as identity,
    owner uuid not null,
    title text,
    amount numeric(10, 2) default 5,
    tags text[] default '{a,"b c",NULL}',
    extra jsonb default '{"deep": [1]}',
    is_open boolean default true,
    at timestamptz default '2026-01-02 03:04:05.5+00',
    secret text default 'hidden'
  );
  alter table public.notes enable row level security;
  grant select (id, owner, title, amount, tags, extra, is_open, at) on public.notes to authenticated;
  create policy "own notes" on public.notes for select to authenticated using (owner = auth.uid());
  create table public.boards (id int primary key, name text);
  grant select on public.boards to anon, authenticated;
  alter table public.boards replica identity full;
  create table public.keyless (name text);
  alter table public.keyless enable row level security;
  alter table public.keyless replica identity full;
  grant select on public.keyless to authenticated;
  create policy "all" on public.keyless for select to authenticated using (true);
  create table public.letters (id int primary key, owner uuid not null, body text);
  alter table public.letters enable row level security;
  alter table public.letters replica identity full;
  grant select on public.letters to authenticated;
  create policy "own letters" on public.letters for select to authenticated
    using (owner = auth.uid());
  create table public.pairs (
    name text, place int, owner uuid not null, primary key (name, place)
  );
  alter table public.pairs enable row level security;
  grant select on public.pairs to authenticated;
  create policy "own pairs" on public.pairs for select to authenticated using (owner = auth.uid());
  create table public.paths (path text[] primary key, owner uuid not null);
  alter table public.paths enable row level security;
  grant select on public.paths to authenticated;
  create policy "own paths" on public.paths for select to authenticated using (owner = auth.uid());
  create table public.tags (tag text primary key, owner uuid not null);
  alter table public.tags enable row level security;
  grant select on public.tags to authenticated;
  -- Looks up the caller once per transaction.
  create function public.remembered_user() returns uuid language plpgsql as $$
  begin
    if coalesce(current_setting('app.user', true), '') = '' then
      perform set_config('app.user', auth.uid()::text, true);
    end if;
    return current_setting('app.user')::uuid;
  end $$;
  create policy "own tags" on public.tags for select to authenticated
    using (owner = public.remembered_user());
  create table public.forbidden (id int primary key);
  create table public.unpublished (id int primary key);
  grant select on public.unpublished to authenticated;
  create policy "Slowly" on realtime.messages for select to authenticated
    using (realtime.topic() not like 'slow%' or pg_sleep(0.2) is not null);
  alter publication supabase_realtime
    add table public.notes, public.boards, public.keyless, public.forbidden, public.letters,
      public.pairs, public.paths, public.tags;`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    prepare: async (sql) => {
      await sql.unsafe(FIXTURES);
    },
  });
});
afterEach(endAll);
afterAll(() => server.stop());

interface Subscription {
  event?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

function createSubscriptions(client: SupabaseClient, subscriptions: readonly Subscription[]) {
  const channel = client.channel(`changes-${Math.random()}`);
  const received: ReceivedChange[] = [];
  for (const { event = '*', ...subscription } of subscriptions) {
    channel.on(
      'postgres_changes' as 'system',
      { event, schema: 'public', ...subscription } as object,
      (change: ReceivedChange) => received.push(change),
    );
  }
  return { channel, received };
}

async function receive(
  client: SupabaseClient,
  ...subscriptions: Subscription[]
): Promise<{ channel: RealtimeChannel; received: ReceivedChange[] }> {
  const { channel, received } = createSubscriptions(client, subscriptions);
  await joinForChanges(channel);
  return { channel, received };
}

const addNote = async (owner: string, title: string): Promise<string> => {
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.notes (owner, title) values (${owner}, ${title}) returning id`;
  return row?.id ?? '';
};

const titles = (received: ReceivedChange[]) => received.map((change) => change.new.title);

describe.each(VERSIONS)('With version %s of the protocol', (vsn: Version) => {
  /** @covers realtime.16, realtime.17, security.realtime.1 */
  test('a subscriber receives their own rows with every column that they may read', async () => {
    const [ada, eve] = await Promise.all([openPerson(server, vsn), openPerson(server, vsn)]);
    const adas = await receive(ada.client, { table: 'notes' });
    const eves = await receive(eve.client, { table: 'notes' });
    const id = await addNote(ada.id, 'hello');
    // Policies cannot check a row that is deleted before its change is delivered.
    await expect.poll(() => adas.received).toHaveLength(1);
    await server.sql`update public.notes set title = 'changed' where id = ${id}`;
    await expect.poll(() => adas.received).toHaveLength(2);
    await server.sql`delete from public.notes where id = ${id}`;
    await addNote(eve.id, 'hers');
    await expect.poll(() => adas.received).toHaveLength(3);
    expect(adas.received[0]).toMatchObject({
      eventType: 'INSERT',
      errors: null,
      table: 'notes',
      new: {
        id: Number(id),
        owner: ada.id,
        title: 'hello',
        amount: 5,
        tags: ['a', 'b c', null],
        extra: { deep: [1] },
        is_open: true,
        at: '2026-01-02T03:04:05.5+00:00',
      },
    });
    expect(adas.received[0]?.new).not.toHaveProperty('secret');
    expect(adas.received[1]).toMatchObject({
      eventType: 'UPDATE',
      new: { title: 'changed' },
      old: { id: Number(id) },
    });
    expect(adas.received[2]).toMatchObject({ eventType: 'DELETE', old: { id: Number(id) } });
    await expect
      .poll(() => eves.received.map(({ eventType }) => eventType))
      .toEqual(['DELETE', 'INSERT']);
    expect(eves.received[0]?.old).toEqual({ id: Number(id) });
  });
});

/** @covers realtime.4 */
test('Each subscription of a channel receives its own events only', async () => {
  const ada = await openPerson(server);
  const { channel } = createSubscriptions(ada.client, []);
  const inserts: unknown[] = [];
  const updates: unknown[] = [];
  const on = { schema: 'public', table: 'notes' };
  channel.on('postgres_changes', { event: 'INSERT', ...on }, (change) => inserts.push(change));
  channel.on('postgres_changes', { event: 'UPDATE', ...on }, (change) => updates.push(change));
  await joinForChanges(channel);
  const id = await addNote(ada.id, 'one');
  await expect.poll(() => inserts).toHaveLength(1);
  await server.sql`update public.notes set title = 'two' where id = ${id}`;
  await expect.poll(() => [inserts.length, updates.length]).toEqual([1, 1]);
});

/** @covers realtime.17 */
test('A change of a table without policies contains the complete old and new row', async () => {
  const { received } = await receive(openClient(server), { table: 'boards' });
  await server.sql`insert into public.boards values (1, 'old')`;
  await server.sql`update public.boards set name = 'new'`;
  await server.sql`delete from public.boards`;
  await expect.poll(() => received).toHaveLength(3);
  expect(received[1]).toMatchObject({ new: { id: 1, name: 'new' }, old: { id: 1, name: 'old' } });
  expect(received[2]).toMatchObject({ old: { id: 1, name: 'new' } });
});

describe('A filter', () => {
  /** @covers realtime.16 */
  test.each([
    ['title=eq.b', ['b']],
    ['title=neq.b', ['a', 'c, (d)']],
    ['title=in.(a,"c, (d)")', ['a', 'c, (d)']],
    ['title=not.in.(a,b)', ['c, (d)']],
    ['title=like.%(%', ['c, (d)']],
    ['title=ilike.B', ['b']],
    ['title=match.^[ab]$', ['a', 'b']],
    ['title=imatch.^B', ['b']],
    ['title=is.null', [null]],
    ['title=not.is.null', ['a', 'b', 'c, (d)']],
    ['title=isdistinct.a', ['b', 'c, (d)', null]],
    ['title=gt.a', ['b', 'c, (d)']],
    ['amount=gte.20', ['b', 'c, (d)', null]],
    ['amount=lt.20.0', ['a']],
    ['amount=eq.10.00,title=eq.a', ['a']],
    ['id=gt.0,title=lte.b', ['a', 'b']],
    ['is_open=is.true', ['a']],
    ['is_open=eq.false', ['b', 'c, (d)', null]],
  ])('%s matches the expected rows', async (filter, expected) => {
    const ada = await openPerson(server);
    const { received } = await receive(ada.client, { event: 'INSERT', table: 'notes', filter });
    const end = await receive(ada.client, { event: 'INSERT', table: 'notes' });
    await server.sql`
      insert into public.notes (owner, title, amount, is_open) values
        (${ada.id}, 'a', 10, true), (${ada.id}, 'b', 20, false),
        (${ada.id}, 'c, (d)', 30, false), (${ada.id}, null, 40, false)`;
    await expect.poll(() => end.received).toHaveLength(4);
    await expect.poll(() => titles(received)).toEqual(expected);
  });

  /** @covers realtime.16, realtime.bad-input.1, security.realtime.1 */
  test('for rows of another user matches nothing', async () => {
    const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
    const eves = await receive(eve.client, { table: 'notes', filter: `owner=eq.${ada.id}` });
    const adas = await receive(ada.client, { table: 'notes', filter: `owner=eq.${ada.id}` });
    await addNote(ada.id, 'private');
    await expect.poll(() => titles(adas.received)).toEqual(['private']);
    await addNote(eve.id, 'hers');
    expect(eves.received).toEqual([]);
  });

  /** @covers security.realtime.1 */
  test('is never applied to a row that its subscriber may not see, so that no error reveals the row', async () => {
    const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
    // Postgres rejects this pattern only for a text of the same length.
    const { channel, received } = await receive(eve.client, {
      table: 'notes',
      filter: 'title=like.a\\',
    });
    const messages: unknown[] = [];
    channel.on('system', {}, (payload: unknown) => messages.push(payload));
    const all = await receive(eve.client, { table: 'notes' });
    await addNote(ada.id, 'abc');
    await addNote(eve.id, 'x');
    await expect.poll(() => titles(all.received)).toEqual(['x']);
    await addNote(eve.id, 'y');
    await expect.poll(() => titles(all.received)).toEqual(['x', 'y']);
    expect([messages, received]).toEqual([[], []]);
    await addNote(eve.id, 'abc');
    await expect
      .poll(() => messages)
      .toMatchObject([{ message: 'LIKE pattern must not end with escape character' }]);
  });

  test('matches no row that is sent without its values', async () => {
    const ada = await openPerson(server);
    const { received } = await receive(ada.client, { table: 'keyless', filter: 'name=eq.x' });
    const all = await receive(ada.client, { table: 'keyless' });
    await server.sql`insert into public.keyless values ('x')`;
    await server.sql`insert into public.keyless values ('x')`;
    await expect.poll(() => all.received).toHaveLength(2);
    expect(received).toEqual([]);
  });

  /** @covers security.limits.4 */
  test('is rejected beyond a hundred filters that only Postgres can evaluate', async () => {
    const ada = await openPerson(server);
    const subscriptions = Array.from({ length: 60 }, (_, at) => ({
      table: 'notes',
      filter: `title=like.${String(at)}%`,
    }));
    await receive(ada.client, ...subscriptions);
    await expect(receive(ada.client, ...subscriptions)).rejects.toThrow(
      'At most 100 filters by patterns',
    );
    const eve = await openPerson(server);
    await receive(eve.client, ...subscriptions);
  });

  test.each([
    [
      `id=in.(${Array.from({ length: 101 }, (_, id) => id).join(',')})`,
      '`in` filter may list at most 100 values',
    ],
    ['nonsense', 'Error parsing `filter` params: ["nonsense"]'],
    ['no_column=eq.1', 'invalid column for filter no_column'],
    ['secret=eq.hidden', 'invalid column for filter secret'],
    ['id=eq.abc', 'invalid input syntax for type bigint: "abc"'],
    ["title=eq.x' or true --", null],
    ['title=match.(', 'invalid regular expression: parentheses () not balanced'],
  ])('%s is rejected with a message when it is invalid', async (filter, message) => {
    const ada = await openPerson(server);
    const joined = receive(ada.client, { table: 'notes', filter });
    if (message === null) await joined;
    else await expect(joined).rejects.toThrow(message);
  });
});

/** @covers realtime.6 */
test.each(['forbidden', 'unpublished', 'nowhere'])(
  'A subscription without readable changes is rejected as on a hosted project: %s',
  async (table) => {
    const ada = await openPerson(server);
    await expect(receive(ada.client, { table })).rejects.toThrow(
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled',
    );
  },
);

/** @covers realtime.7, realtime.bad-input.5 */
test('A row without a primary key is sent with an error and without its values', async () => {
  const ada = await openPerson(server);
  const { received } = await receive(ada.client, { table: 'keyless' });
  await server.sql`insert into public.keyless values ('x')`;
  await expect
    .poll(() => received)
    .toMatchObject([{ errors: ['Error 400: Bad Request, no primary key'], new: {} }]);
});

/** @covers realtime.16 */
test('A setting that a policy changes for one subscriber is reset before the next subscriber', async () => {
  const people = await Promise.all([openPerson(server), openPerson(server), openPerson(server)]);
  const received = await Promise.all(
    people.map(({ client }) => receive(client, { table: 'tags' })),
  );
  await server.sql`
    insert into public.tags
    select id, id::uuid
    from json_array_elements_text(${JSON.stringify(people.map(({ id }) => id))}::text::json) as id`;
  await expect
    .poll(() => received.map((one) => one.received.map((change) => change.new.owner)))
    .toEqual(people.map(({ id }) => [id]));
});

/** @covers realtime.16 */
test('Rows are found by keys of every type', async () => {
  const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
  const awkward = ['plain', 'NULL', '{a,"b"}', "O'Brien \\ (x)", ' ', 'ü,', '%L $1'];
  const all = await receive(ada.client, { table: 'pairs' });
  const one = await receive(ada.client, { table: 'pairs', filter: 'place=eq.2' });
  const paths = await receive(ada.client, { table: 'paths' });
  const eves = await receive(eve.client, { table: 'pairs' }, { table: 'paths' });
  const names = JSON.stringify(awkward);
  await server.sql`
    insert into public.pairs
    select name, place, ${ada.id}
    from json_array_elements_text(${names}::text::json) with ordinality as a (name, place)`;
  await server.sql`
    insert into public.paths values
      (array(select json_array_elements_text(${names}::text::json)), ${ada.id}),
      (array['b'], ${ada.id})`;
  await expect.poll(() => all.received.map((change) => change.new.name)).toEqual(awkward);
  await expect.poll(() => one.received.map((change) => change.new.name)).toEqual(['NULL']);
  await expect
    .poll(() => paths.received.map((change) => change.new.path))
    .toEqual([awkward, ['b']]);
  expect(eves.received).toEqual([]);
});

/** @covers realtime.16 */
test('A filter delivers every change of the matching rows, and no change of other rows', async () => {
  const ada = await openPerson(server);
  const { received } = await receive(ada.client, { table: 'notes', filter: 'title=eq.even' });
  await server.sql`
    insert into public.notes (owner, title)
    select ${ada.id}, case n % 2 when 0 then 'even' else 'odd' end from generate_series(1, 150) as n`;
  await server.sql`update public.notes set amount = 6 where owner = ${ada.id}`;
  await expect.poll(() => received).toHaveLength(150);
  expect(new Set(titles(received))).toEqual(new Set(['even']));
  expect(received.map(({ eventType }) => eventType)).toEqual([
    ...Array.from({ length: 75 }, () => 'INSERT'),
    ...Array.from({ length: 75 }, () => 'UPDATE'),
  ]);
});

/** @covers realtime.17, realtime.bad-input.1 */
test('A filter matches a deleted row of a table with policies by its key only', async () => {
  const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
  const of = (filter: string) => receive(eve.client, { event: 'DELETE', table: 'letters', filter });
  const [byBody, byOwner, byKey] = [
    await of('body=eq.secret'),
    await of(`owner=eq.${ada.id}`),
    await of('id=eq.1'),
  ];
  await server.sql`insert into public.letters values (1, ${ada.id}, 'secret')`;
  await server.sql`delete from public.letters`;
  await expect.poll(() => byKey.received.map((change) => change.old)).toEqual([{ id: 1 }]);
  expect([byBody.received, byOwner.received]).toEqual([[], []]);
});

/** @covers realtime.7, realtime.bad-input.5 */
test('A row with a value of 5 MB is sent without it, and the next row is complete', async () => {
  const ada = await openPerson(server);
  const { received } = await receive(ada.client, { table: 'notes' });
  await addNote(ada.id, 'x'.repeat(5_000_000));
  await addNote(ada.id, 'short');
  await expect.poll(() => received).toHaveLength(2);
  expect(received[0]).toMatchObject({
    errors: ['Error 413: Payload Too Large'],
    new: { owner: ada.id },
  });
  expect(received[0]?.new).not.toHaveProperty('title');
  expect(titles(received)[1]).toBe('short');
});

test('Only the selected columns are sent', async () => {
  const ada = await openPerson(server);
  const { received } = await receive(ada.client, { table: 'notes', select: ['id', 'title'] });
  await addNote(ada.id, 'picked');
  await expect
    .poll(() => received.map((change) => Object.keys(change.new)))
    .toEqual([['id', 'title']]);
});

/** @covers realtime.bad-input.5 */
test('A subscription continues after its table is altered', async () => {
  const ada = await openPerson(server);
  const kept = await receive(ada.client, { table: 'notes' });
  await server.sql`alter table public.notes add column fresh int default 7`;
  await server.sql`grant select (fresh) on public.notes to authenticated`;
  await addNote(ada.id, 'with fresh');
  await expect.poll(() => titles(kept.received)).toEqual(['with fresh']);
  await server.sql`alter table public.notes drop column fresh`;
  await addNote(ada.id, 'without');
  await expect.poll(() => titles(kept.received)).toEqual(['with fresh', 'without']);
  expect(kept.received[0]?.new).toMatchObject({ fresh: 7 });
  expect(kept.received[1]?.new).not.toHaveProperty('fresh');
});

/** @covers realtime.16 */
test('A policy that fails or is slow for one subscriber does not affect the others', async () => {
  const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
  await server.sql.unsafe(`
    create policy "test: fails" on public.notes for select to authenticated using (
      case when auth.uid() = '${eve.id}' then (1 / (id - id)) = 1 else false end)`);
  const eves = await receive(eve.client, { table: 'notes' });
  const adas = await receive(ada.client, { table: 'notes' });
  await addNote(ada.id, 'received');
  await expect.poll(() => titles(adas.received)).toEqual(['received']);
  expect(eves.received).toEqual([]);
  await server.sql.unsafe(`
    drop policy "test: fails" on public.notes;
    create policy "test: slow" on public.notes for select to authenticated using (
      case when auth.uid() = '${eve.id}' then pg_sleep(3) is not null else false end)`);
  const joinedAgain: string[] = [];
  adas.channel.on('system', {}, () => joinedAgain.push('ada'));
  eves.channel.on('system', {}, () => joinedAgain.push('eve'));
  await addNote(ada.id, 'received too');
  await expect.poll(() => titles(adas.received)).toEqual(['received', 'received too']);
  expect(eves.received).toEqual([]);
  // The policy timed out for eve, so that she joins again and fetches the changes that she missed.
  await expect.poll(() => joinedAgain).toEqual(['eve']);
  await server.sql.unsafe('drop policy "test: slow" on public.notes');
});

/** @covers security.limits.4 */
test('Changes and joins of other users continue while one user floods the join queue', async () => {
  const [ada, eve] = await Promise.all([openPerson(server), openPerson(server)]);
  const before = await receive(ada.client, { table: 'notes' });
  const raw = await openRaw(server);
  const joins = 90;
  for (let n = 0; n < joins; n += 1) {
    const payload = { config: { private: true }, access_token: eve.token };
    raw.send(String(n), String(n), `realtime:slow ${String(n)}`, 'phx_join', payload);
  }
  const answers = () => raw.received.filter(([, , , event]) => event === 'phx_reply').length;
  await expect.poll(answers).toBeGreaterThan(0);
  await addNote(ada.id, 'meanwhile');
  await expect.poll(() => titles(before.received)).toEqual(['meanwhile']);
  await receive(ada.client, { table: 'notes' });
  // In arrival order, all joins of eve would have been first.
  expect(answers()).toBeLessThan(joins);
});

test('Changes arrive in the order of their transaction, and rolled back changes do not', async () => {
  const ada = await openPerson(server);
  const { received } = await receive(ada.client, { event: 'INSERT', table: 'notes' });
  await server.sql
    .begin(async (tx) => {
      await tx`insert into public.notes (owner, title) values (${ada.id}, 'never')`;
      throw new Error('taken back');
    })
    .catch(() => undefined);
  await server.sql`
    insert into public.notes (owner, title)
    select ${ada.id}, n::text from generate_series(1, 1500) as n`;
  await expect.poll(() => received).toHaveLength(1500);
  expect(titles(received)).toEqual(Array.from({ length: 1500 }, (_, n) => String(n + 1)));
});
