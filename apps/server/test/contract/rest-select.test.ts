import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, clientOf, startShop } from './rest-fixtures.ts';

let server: TestServer;
let shop: ReturnType<typeof clientOf>;

beforeAll(async () => {
  server = await startShop();
  shop = clientOf(server);
});
afterAll(() => server.stop());

/** The rows of a select on one table, as the client sees them. */
async function rows(table: string, select: string, order = 'id') {
  const { data, error } = await shop.from(table).select(select).order(order);
  expect(error).toBeNull();
  return data as unknown as Record<string, unknown>[];
}

describe('columns', () => {
  test('A star brings every column in the order of the table', async () => {
    const [first] = await rows('countries', '*');
    expect(first).toEqual({ id: 1, name: 'Peru' });
  });

  test('Columns can be renamed and cast', async () => {
    const [first] = await rows('people', 'who:name,age::text');
    expect(first).toEqual({ who: 'Ada Byron', age: '36' });
  });

  test('Names that need quotes can be selected', async () => {
    const { data } = await shop.from('odd "names", (all)').select('"a.b","c d",ü,"x,y"');
    expect(data).toEqual([{ 'a.b': 1, 'c d': 'one', ü: 'umlaut', 'x,y': 'comma' }]);
  });

  test('A JSON path gives the value under the name of its last key', async () => {
    const [first] = await rows(
      'people',
      'profile->phones->0->>no,level:profile->level,settings->>theme',
    );
    expect(first).toEqual({ no: '11', level: 3, theme: 'dark' });
  });

  test('A path into what is no JSON goes through its JSON form', async () => {
    const [first] = await rows('people', 'tags->>0');
    expect(first).toEqual({ tags: 'math' });
  });

  test('A function of one row is read like a column', async () => {
    const [first] = await rows('people', 'name,initials');
    expect(first).toEqual({ name: 'Ada Byron', initials: 'A' });
  });

  test('Numbers stay numbers and timestamps have an offset', async () => {
    const [first] = await rows('people', 'score,joined_at');
    expect(first).toEqual({ score: 10.5, joined_at: '2026-01-02T03:04:05.678+00:00' });
  });
});

describe('embeds', () => {
  test('A many-to-one is one object, or null', async () => {
    const all = await rows('people', 'id,home:countries!people_country_id_fkey(name)');
    expect(all[0]).toEqual({ id: 1, home: { name: 'Peru' } });
    expect(all[3]).toEqual({ id: 4, home: null });
  });

  test('A column of the origin is a hint', async () => {
    const [first] = await rows('people', 'countries!birthplace_id(name)');
    expect(first).toEqual({ countries: { name: 'Chad' } });
  });

  test('The name of a key or of its column is a target', async () => {
    const [first] = await rows('people', 'country_id(name),people_birthplace_id_fkey(name)');
    expect(first).toEqual({
      country_id: { name: 'Peru' },
      people_birthplace_id_fkey: { name: 'Chad' },
    });
  });

  test('A one-to-many is a list, empty where there is none', async () => {
    const all = await rows('people', 'id,tasks(title)');
    expect(all[0]).toEqual({ id: 1, tasks: [{ title: 'write' }, { title: 'compute' }] });
    expect(all[3]).toEqual({ id: 4, tasks: [] });
  });

  test('A one-to-one is one object from both ends', async () => {
    const [first] = await rows('people', 'passports(number)');
    expect(first).toEqual({ passports: { number: 'P-1' } });
    const [passport] = await rows('passports', 'people(name)');
    expect(passport).toEqual({ people: { name: 'Ada Byron' } });
  });

  test('A many-to-many goes through its junction', async () => {
    const [first] = await rows('people', 'clubs(name)');
    expect(first).toEqual({ clubs: [{ name: 'Chess' }, { name: 'Rowing' }] });
    const [club] = await rows('clubs', 'people!memberships(name)');
    expect(club).toEqual({ people: [{ name: 'Ada Byron' }, { name: 'Bo Diaz' }] });
  });

  test('A self reference is followed down by the table and up by the column', async () => {
    const all = await rows('people', 'name,people(name),manager_id(name)');
    expect(all[0]).toEqual({
      name: 'Ada Byron',
      people: [{ name: 'Bo Diaz' }, { name: 'Cy Young' }],
      manager_id: null,
    });
    expect(all[1]).toMatchObject({
      people: [{ name: 'Dee "Q", Jr' }],
      manager_id: { name: 'Ada Byron' },
    });
    const hinted = await rows('people', 'reports:people!manager_id(name)');
    expect(hinted[0]).toEqual({ reports: [{ name: 'Bo Diaz' }, { name: 'Cy Young' }] });
  });

  test('Embeds nest', async () => {
    const [first] = await rows('countries', 'name,people!country_id(name,tasks(title,people(id)))');
    expect(first).toEqual({
      name: 'Peru',
      people: [
        {
          name: 'Ada Byron',
          tasks: [
            { title: 'write', people: { id: 1 } },
            { title: 'compute', people: { id: 1 } },
          ],
        },
        { name: 'Bo Diaz', tasks: [{ title: 'read', people: { id: 2 } }] },
      ],
    });
  });

  test('Views have the relationships of the columns they show, through other views too', async () => {
    const adults = await rows('adults', 'name,countries(name)');
    expect(adults[0]).toEqual({ name: 'Ada Byron', countries: { name: 'Peru' } });
    const names = await rows('adult_names', 'name,countries(name)', 'adult_id');
    expect(names[1]).toEqual({ name: 'Cy Young', countries: { name: 'Chad' } });
    const counts = await rows('task_counts', 'tasks,people(name)', 'person_id');
    expect(counts[0]).toEqual({ tasks: 2, people: { name: 'Ada Byron' } });
  });

  test('Functions of one row are relationships, to many and to one', async () => {
    const [first] = await rows('people', 'chess_mates(name),best_task(title)');
    expect(first).toEqual({ chess_mates: [{ name: 'Bo Diaz' }], best_task: { title: 'compute' } });
  });

  test('An inner embed drops rows without a match', async () => {
    const { data } = await shop
      .from('people')
      .select('name,tasks!inner(title)')
      .eq('tasks.done', true)
      .order('id');
    expect(data).toEqual([
      { name: 'Ada Byron', tasks: [{ title: 'write' }] },
      { name: 'Cy Young', tasks: [{ title: 'pitch' }] },
    ]);
    const toOne = await rows('people', 'id,countries!birthplace_id!inner(id)');
    expect(toOne.map((row) => row.id)).toEqual([1, 2, 3]);
  });

  test('An embed without columns only filters', async () => {
    const { data } = await shop.from('people').select('name,tasks()').is('tasks', null);
    expect(data).toEqual([{ name: 'Dee "Q", Jr' }]);
    const some = await shop
      .from('people')
      .select('id,tasks()')
      .not('tasks', 'is', null)
      .order('id');
    expect(some.data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('A missing to-one embed can be asked for inside a logic tree', async () => {
    const { data } = await shop
      .from('people')
      .select('id,passports(number)')
      .or('passports.is.null,name.like.Ada*')
      .order('id');
    expect((data ?? []).map(({ id }) => id as number)).toEqual([1, 2, 4]);
  });

  test('Embeds are filtered, ordered and limited on their own', async () => {
    const { data } = await shop
      .from('people')
      .select('tasks(title)')
      .eq('id', 1)
      .order('hours', { referencedTable: 'tasks', ascending: false })
      .limit(1, { referencedTable: 'tasks' });
    expect(data).toEqual([{ tasks: [{ title: 'compute' }] }]);
    const filtered = await shop
      .from('people')
      .select('tasks(title)')
      .eq('id', 1)
      .or('hours.gt.4,title.eq.none', { referencedTable: 'tasks' });
    expect(filtered.data).toEqual([{ tasks: [{ title: 'compute' }] }]);
  });

  test('Rows are ordered by a column of their to-one embed, also when it is not shown', async () => {
    const { data } = await shop
      .from('tasks')
      .select('id,people(name)')
      .order('people(age)', { ascending: false })
      .order('id');
    expect(data).toEqual([
      { id: 4, people: { name: 'Cy Young' } },
      { id: 1, people: { name: 'Ada Byron' } },
      { id: 2, people: { name: 'Ada Byron' } },
      { id: 3, people: { name: 'Bo Diaz' } },
    ]);
  });
});

describe('spreads', () => {
  test('A to-one spread brings its columns up', async () => {
    const all = await rows('people', 'id,...passports(number)');
    expect(all.slice(0, 2)).toEqual([
      { id: 1, number: 'P-1' },
      { id: 2, number: null },
    ]);
  });

  test('A to-many spread brings lists of values', async () => {
    const all = await rows('people', 'id,...tasks(title,spent:hours)');
    expect(all[0]).toEqual({ id: 1, title: ['write', 'compute'], spent: [2, 5] });
    expect(all[3]).toEqual({ id: 4, title: [], spent: [] });
  });

  test('A spread inside a spread comes up twice', async () => {
    const [first] = await rows(
      'passports',
      'number,...people(name,...countries!country_id(home:name))',
    );
    expect(first).toEqual({ number: 'P-1', name: 'Ada Byron', home: 'Peru' });
  });

  test('A star inside a spread brings every column', async () => {
    const [first] = await rows('passports', 'number,...people(...countries!country_id(*))');
    expect(first).toEqual({ number: 'P-1', id: 1, name: 'Peru' });
  });
});

describe('aggregates', () => {
  test('They group by the other columns', async () => {
    const all = await rows(
      'tasks',
      'person_id,hours.sum(),count(),most:hours.max()::text',
      'person_id',
    );
    expect(all).toEqual([
      { person_id: 1, sum: 7, count: 2, most: '5' },
      { person_id: 2, sum: 1, count: 1, most: '1' },
      { person_id: 3, sum: 3, count: 1, most: '3' },
    ]);
  });

  test('Alone they are one row', async () => {
    const { json } = await ask(server, '/tasks?select=count(),hours.avg(),hours.min()', {
      headers: { 'Accept-Profile': 'shop' },
    });
    expect(json).toEqual([{ count: 4, avg: 2.75, min: 1 }]);
  });

  test('They work inside an embed and across a to-one spread', async () => {
    const embedded = await rows('people', 'id,tasks(hours.sum())');
    expect(embedded[0]).toEqual({ id: 1, tasks: [{ sum: 7 }] });
    const { json } = await ask(
      server,
      '/tasks?select=...people(mood,age.max()),count()&order=count',
    );
    expect(json).toMatchObject({ code: '42703' });
    const spread = await ask(server, '/tasks?select=hours.sum(),...people(country_id,age.max())');
    expect(spread.json).toEqual(
      expect.arrayContaining([
        { sum: 8, country_id: 1, max: 36 },
        { sum: 3, country_id: 2, max: 52 },
      ]),
    );
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

test('An embed is made for the rows of the page, not for every row that was sorted', async () => {
  const { json } = await ask(server, '/people?select=name,tasks(title)&order=score,name&limit=1', {
    headers: { Accept: 'application/vnd.pgrst.plan+json; options=analyze' },
  });
  const [{ Plan }] = json as [{ Plan: PlanNode }];
  const scans = nodesOf(Plan).filter((node) => node['Relation Name'] === 'tasks');
  expect(scans.map((node) => node['Actual Loops'])).toEqual([1]);
});
