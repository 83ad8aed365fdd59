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

const representation = { Prefer: 'return=representation' };

/** A row for one test. */
async function addPerson(name: string): Promise<number> {
  const { data, error } = await shop.from('people').insert({ name }).select('id').single();
  expect(error).toBeNull();
  return (data as { id: number }).id;
}

async function countOf(table: string, query: string): Promise<number> {
  const { headers } = await ask(server, `/${table}?${query}`, {
    method: 'HEAD',
    headers: { Prefer: 'count=exact' },
  });
  return Number(headers.get('content-range')?.split('/')[1]);
}

describe('insert', () => {
  test('returns 201 without a body and Content-Type by default', async () => {
    const answer = await ask(server, '/people', { method: 'POST', body: '{"name":"quiet"}' });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('content-range')).toBe('*/*');
  });

  test('applies defaults, and returns the row with embeds', async () => {
    const { data, status } = await shop
      .from('people')
      .insert({ name: 'Eve', country_id: 1 })
      .select('name,mood,initials,countries!country_id(name),chess_mates(id)')
      .single();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      name: 'Eve',
      mood: 'calm',
      initials: 'E',
      countries: { name: 'Peru' },
    });
  });

  test('inserts many rows, with null or the default for missing keys', async () => {
    const rows = [
      { name: 'b1', age: 1 },
      { name: 'b2', mood: 'busy' },
    ];
    const nulls = await shop.from('people').insert(rows).select('age,mood').order('age');
    expect(nulls.data).toEqual([
      { age: 1, mood: null },
      { age: null, mood: 'busy' },
    ]);
    const defaults = await shop
      .from('people')
      .insert(rows, { defaultToNull: false })
      .select('age,mood')
      .order('age');
    expect(defaults.data).toEqual([
      { age: 1, mood: 'calm' },
      { age: null, mood: 'busy' },
    ]);
  });

  test('inserts nothing for an empty array, and a row of defaults for an empty object', async () => {
    const none = await ask(server, '/people', {
      method: 'POST',
      body: '[]',
      headers: representation,
    });
    expect([none.status, none.json]).toEqual([201, []]);
    const before = await countOf('countries', '');
    const refused = await ask(server, '/countries', { method: 'POST', body: '{}' });
    expect(refused.json).toMatchObject({ code: '23502' });
    expect(await countOf('countries', '')).toBe(before);
  });

  test('inserts only the columns of the columns parameter', async () => {
    const { json } = await ask(server, '/people?columns=name&select=name,age', {
      method: 'POST',
      body: '[{"name":"only","age":5,"unknown":1}]',
      headers: representation,
    });
    expect(json).toEqual([{ name: 'only', age: null }]);
  });

  test('returns Location with return=headers-only', async () => {
    const { status, headers, text } = await ask(server, '/clubs', {
      method: 'POST',
      body: '{"id":50,"name":"Go"}',
      headers: { Prefer: 'return=headers-only' },
    });
    expect([status, text]).toEqual([201, '']);
    expect(headers.get('location')).toBe('/clubs?id=eq.50');
    const two = await ask(server, '/clubs', {
      method: 'POST',
      body: '[{"id":51,"name":"X"},{"id":52,"name":"Y"}]',
      headers: { Prefer: 'return=headers-only' },
    });
    expect(two.headers.get('location')).toBeNull();
  });

  test('accepts CSV and forms', async () => {
    const csv = await ask(server, '/people?select=name,age&order=age', {
      method: 'POST',
      body: 'name,age\n"Quo ""te"", x",70\nplain,NULL\n',
      headers: { ...representation, 'Content-Type': 'text/csv' },
    });
    expect(csv.json).toEqual([
      { name: 'Quo "te", x', age: 70 },
      { name: 'plain', age: null },
    ]);
    const form = await ask(server, '/people?select=name,age', {
      method: 'POST',
      body: 'name=form+er&age=8',
      headers: { ...representation, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(form.json).toEqual([{ name: 'form er', age: 8 }]);
  });

  test('keeps JSON, arrays and numbers unchanged', async () => {
    const row = {
      name: 'types',
      profile: { a: [1, null] },
      tags: ['x', 'y,"z"'],
      score: 1234567890.1234,
    };
    const { data } = await shop
      .from('people')
      .insert(row)
      .select('name,profile,tags,score')
      .single();
    expect(data).toEqual(row);
  });
});

describe('upsert', () => {
  test('updates with merge-duplicates: 200 without a new row, else 201', async () => {
    const row = { warehouse: 'm1', sku: 'AA', amount: 1 };
    const first = await shop.from('stock').upsert(row).select();
    expect([first.status, first.data]).toEqual([201, [{ ...row, note: 'none' }]]);
    const again = await shop
      .from('stock')
      .upsert({ ...row, amount: 2 })
      .select('amount');
    expect([again.status, again.data]).toEqual([200, [{ amount: 2 }]]);
    const mixed = await shop.from('stock').upsert([row, { ...row, warehouse: 'm2' }]);
    expect(mixed.status).toBe(201);
  });

  test('keeps existing rows with ignore-duplicates', async () => {
    const row = { warehouse: 'i1', sku: 'AA', amount: 1 };
    await shop.from('stock').insert(row);
    const { data, status } = await shop
      .from('stock')
      .upsert(
        [
          { ...row, amount: 9 },
          { ...row, warehouse: 'i2' },
        ],
        { ignoreDuplicates: true },
      )
      .select('warehouse,amount');
    expect([status, data]).toEqual([201, [{ warehouse: 'i2', amount: 1 }]]);
  });

  test('uses the unique key in on_conflict', async () => {
    await shop.from('clubs').insert({ id: 60, name: 'Bridge' });
    const { data } = await shop
      .from('clubs')
      .upsert({ id: 61, name: 'Bridge' }, { onConflict: 'name' })
      .select();
    expect(data).toEqual([{ id: 61, name: 'Bridge' }]);
  });

  test('inserts or replaces the row of the URL with PUT', async () => {
    const put = (amount: number) =>
      ask(server, '/stock?warehouse=eq.put&sku=eq.ZZ', {
        method: 'PUT',
        body: `{"warehouse":"put","sku":"ZZ","amount":${amount},"note":null}`,
        headers: representation,
      });
    const made = await put(1);
    expect([made.status, made.json]).toEqual([
      201,
      [{ warehouse: 'put', sku: 'ZZ', amount: 1, note: null }],
    ]);
    expect((await put(2)).status).toBe(200);
    const quiet = await ask(server, '/stock?warehouse=eq.put&sku=eq.ZZ', {
      method: 'PUT',
      body: '{"warehouse":"put","sku":"ZZ","amount":3}',
    });
    expect([quiet.status, quiet.text]).toEqual([204, '']);
  });
});

describe('update and delete', () => {
  test('returns 204, or 200 with the updated rows', async () => {
    const id = await addPerson('before');
    expect((await shop.from('people').update({ name: 'after' }).eq('id', id)).status).toBe(204);
    const { data, status } = await shop
      .from('people')
      .update({ age: 5 })
      .eq('id', id)
      .select('name,age,clubs(name)');
    expect([status, data]).toEqual([200, [{ name: 'after', age: 5, clubs: [] }]]);
  });

  test('returns 204 or an empty array if no row matches', async () => {
    expect((await shop.from('people').update({ age: 5 }).eq('id', -1)).status).toBe(204);
    expect((await shop.from('people').delete().eq('id', -1).select()).data).toEqual([]);
    expect((await shop.from('people').update({}).eq('id', 1).select()).data).toEqual([]);
  });

  test('filters rows with a logic tree', async () => {
    const id = await addPerson('logic');
    const { data } = await shop
      .from('people')
      .update({ age: 77 })
      .eq('id', id)
      .or('age.is.null,age.gt.100')
      .select('age');
    expect(data).toEqual([{ age: 77 }]);
  });

  test('returns and counts deleted rows', async () => {
    const id = await addPerson('gone');
    const { data, count } = await shop
      .from('people')
      .delete({ count: 'exact' })
      .eq('id', id)
      .select('name');
    expect([data, count]).toEqual([[{ name: 'gone' }], 1]);
    expect((await shop.from('people').select('id').eq('id', id)).data).toEqual([]);
  });

  test('sorts returned rows and filters their embeds', async () => {
    const { data } = await shop
      .from('tasks')
      .update({ hours: 5 })
      .eq('person_id', 1)
      .select('id,people(name)')
      .order('id', { ascending: false });
    expect(data).toEqual([
      { id: 2, people: { name: 'Ada Byron' } },
      { id: 1, people: { name: 'Ada Byron' } },
    ]);
  });

  test('changes nothing if a single object is requested and several rows match', async () => {
    const { error, status } = await shop
      .from('tasks')
      .update({ title: 'lost' })
      .gt('id', 0)
      .select()
      .single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 4 rows' });
    expect(await countOf('tasks', 'title=eq.lost')).toBe(0);
  });

  test('enforces max-affected only with strict handling', async () => {
    const remove = (prefer: string) =>
      ask(server, '/tasks?id=gt.0', {
        method: 'DELETE',
        headers: { Prefer: `${prefer},tx=rollback` },
      });
    const refused = await remove('handling=strict,max-affected=2');
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual({
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 4 rows',
      hint: null,
    });
    expect(await countOf('tasks', '')).toBe(4);
    expect((await remove('handling=strict,max-affected=4')).status).toBe(204);
    expect((await remove('max-affected=1')).status).toBe(204);
  });

  test('returns the result and rolls back with tx=rollback', async () => {
    const { json, headers } = await ask(server, '/clubs?select=name', {
      method: 'POST',
      body: '{"id":99,"name":"Ghost"}',
      headers: { Prefer: 'tx=rollback,return=representation' },
    });
    expect(json).toEqual([{ name: 'Ghost' }]);
    expect(headers.get('preference-applied')).toBe('return=representation, tx=rollback');
    expect(await countOf('clubs', 'id=eq.99')).toBe(0);
  });

  test('writes with return=minimal without the select privilege', async () => {
    await server.sql`create table shop.dropbox (id int, body text)`;
    await server.sql`grant insert on shop.dropbox to anon`;
    await server.sql`notify pgrst, 'reload schema'`;
    await expect
      .poll(async () => {
        const answer = await ask(server, '/dropbox', {
          method: 'POST',
          body: '{"id":1,"body":"x"}',
          key: server.publishableKey,
        });
        return answer.status;
      })
      .toBe(201);
    const refused = await ask(server, '/dropbox', {
      method: 'POST',
      body: '{"id":2}',
      headers: representation,
      key: server.publishableKey,
    });
    expect([refused.status, refused.json]).toMatchObject([401, { code: '42501' }]);
  });
});
