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

/** Selects rows with supabase-js. */
async function rows(table: string, select: string, order = 'id') {
  const { data, error } = await shop.from(table).select(select).order(order);
  expect(error).toBeNull();
  return data as unknown as Record<string, unknown>[];
}

describe('columns', () => {
  test('returns all columns in the order of the table for *', async () => {
    const [first] = await rows('countries', '*');
    expect(first).toEqual({ id: 1, name: 'Peru' });
  });

  test('renames and casts columns', async () => {
    const [first] = await rows('people', 'who:name,age::text');
    expect(first).toEqual({ who: 'Ada Byron', age: '36' });
  });

  test('selects quoted names', async () => {
    const { data } = await shop.from('odd "names", (all)').select('"a.b","c d",ü,"x,y"');
    expect(data).toEqual([{ 'a.b': 1, 'c d': 'one', ü: 'umlaut', 'x,y': 'comma' }]);
  });

  test('names a JSON path by its last key', async () => {
    const [first] = await rows(
      'people',
      'profile->phones->0->>no,level:profile->level,settings->>theme',
    );
    expect(first).toEqual({ no: '11', level: 3, theme: 'dark' });
  });

  test('converts other types to JSON for a JSON path', async () => {
    const [first] = await rows('people', 'tags->>0');
    expect(first).toEqual({ tags: 'math' });
  });

  test('selects a function of a row like a column', async () => {
    const [first] = await rows('people', 'name,initials');
    expect(first).toEqual({ name: 'Ada Byron', initials: 'A' });
  });

  test('returns numbers as numbers and timestamps with an offset', async () => {
    const [first] = await rows('people', 'score,joined_at');
    expect(first).toEqual({ score: 10.5, joined_at: '2026-01-02T03:04:05.678+00:00' });
  });
});

describe('embeds', () => {
  test('returns an object or null for many-to-one', async () => {
    const all = await rows('people', 'id,home:countries!people_country_id_fkey(name)');
    expect(all[0]).toEqual({ id: 1, home: { name: 'Peru' } });
    expect(all[3]).toEqual({ id: 4, home: null });
  });

  test('accepts a column of the origin as a hint', async () => {
    const [first] = await rows('people', 'countries!birthplace_id(name)');
    expect(first).toEqual({ countries: { name: 'Chad' } });
  });

  test('accepts the name of a foreign key or its column as a target', async () => {
    const [first] = await rows('people', 'country_id(name),people_birthplace_id_fkey(name)');
    expect(first).toEqual({
      country_id: { name: 'Peru' },
      people_birthplace_id_fkey: { name: 'Chad' },
    });
  });

  test('returns an array for one-to-many', async () => {
    const all = await rows('people', 'id,tasks(title)');
    expect(all[0]).toEqual({ id: 1, tasks: [{ title: 'write' }, { title: 'compute' }] });
    expect(all[3]).toEqual({ id: 4, tasks: [] });
  });

  test('returns an object for both directions of one-to-one', async () => {
    const [first] = await rows('people', 'passports(number)');
    expect(first).toEqual({ passports: { number: 'P-1' } });
    const [passport] = await rows('passports', 'people(name)');
    expect(passport).toEqual({ people: { name: 'Ada Byron' } });
  });

  test('resolves many-to-many through a junction', async () => {
    const [first] = await rows('people', 'clubs(name)');
    expect(first).toEqual({ clubs: [{ name: 'Chess' }, { name: 'Rowing' }] });
    const [club] = await rows('clubs', 'people!memberships(name)');
    expect(club).toEqual({ people: [{ name: 'Ada Byron' }, { name: 'Bo Diaz' }] });
  });

  test('resolves a self reference by the table to many, and by the column to one', async () => {
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

  test('nests embeds', async () => {
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

  test('resolves relationships of views, through other views too', async () => {
    const adults = await rows('adults', 'name,countries(name)');
    expect(adults[0]).toEqual({ name: 'Ada Byron', countries: { name: 'Peru' } });
    const names = await rows('adult_names', 'name,countries(name)', 'adult_id');
    expect(names[1]).toEqual({ name: 'Cy Young', countries: { name: 'Chad' } });
    const counts = await rows('task_counts', 'tasks,people(name)', 'person_id');
    expect(counts[0]).toEqual({ tasks: 2, people: { name: 'Ada Byron' } });
  });

  test('resolves functions of a row as relationships, to many and to one', async () => {
    const [first] = await rows('people', 'chess_mates(name),best_task(title)');
    expect(first).toEqual({ chess_mates: [{ name: 'Bo Diaz' }], best_task: { title: 'compute' } });
  });

  test('removes rows without a match for an inner embed', async () => {
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

  test('filters with an embed without columns', async () => {
    const { data } = await shop.from('people').select('name,tasks()').is('tasks', null);
    expect(data).toEqual([{ name: 'Dee "Q", Jr' }]);
    const some = await shop
      .from('people')
      .select('id,tasks()')
      .not('tasks', 'is', null)
      .order('id');
    expect(some.data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('filters by a missing to-one embed in a logic tree', async () => {
    const { data } = await shop
      .from('people')
      .select('id,passports(number)')
      .or('passports.is.null,name.like.Ada*')
      .order('id');
    expect((data ?? []).map(({ id }) => id as number)).toEqual([1, 2, 4]);
  });

  test('filters, sorts and limits embeds separately', async () => {
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

  test('sorts rows by a column of a to-one embed, selected or not', async () => {
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
  test('adds the columns of a to-one spread to the parent', async () => {
    const all = await rows('people', 'id,...passports(number)');
    expect(all.slice(0, 2)).toEqual([
      { id: 1, number: 'P-1' },
      { id: 2, number: null },
    ]);
  });

  test('adds arrays of values for a to-many spread', async () => {
    const all = await rows('people', 'id,...tasks(title,spent:hours)');
    expect(all[0]).toEqual({ id: 1, title: ['write', 'compute'], spent: [2, 5] });
    expect(all[3]).toEqual({ id: 4, title: [], spent: [] });
  });

  test('resolves a spread inside a spread', async () => {
    const [first] = await rows(
      'passports',
      'number,...people(name,...countries!country_id(home:name))',
    );
    expect(first).toEqual({ number: 'P-1', name: 'Ada Byron', home: 'Peru' });
  });

  test('adds all columns for * inside a spread', async () => {
    const [first] = await rows('passports', 'number,...people(...countries!country_id(*))');
    expect(first).toEqual({ number: 'P-1', id: 1, name: 'Peru' });
  });
});

describe('aggregates', () => {
  test('group by the other columns', async () => {
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

  test('are one row without other columns', async () => {
    const { json } = await ask(server, '/tasks?select=count(),hours.avg(),hours.min()', {
      headers: { 'Accept-Profile': 'shop' },
    });
    expect(json).toEqual([{ count: 4, avg: 2.75, min: 1 }]);
  });

  test('work inside an embed and across a to-one spread', async () => {
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

test('An embed is evaluated for the rows of the page, not for every sorted row', async () => {
  const { json } = await ask(server, '/people?select=name,tasks(title)&order=score,name&limit=1', {
    headers: { Accept: 'application/vnd.pgrst.plan+json; options=analyze' },
  });
  const [{ Plan }] = json as [{ Plan: PlanNode }];
  const scans = nodesOf(Plan).filter((node) => node['Relation Name'] === 'tasks');
  expect(scans.map((node) => node['Actual Loops'])).toEqual([1]);
});
