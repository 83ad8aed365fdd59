import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask as askServer, type RawRequest } from './rest-fixtures.ts';

let server: TestServer;

function createParityClient() {
  return createClient(server.url, server.secretKey, {
    db: { schema: 'parity' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
let parity: ReturnType<typeof createParityClient>;

beforeAll(async () => {
  const fixtures = await readFile(new URL('./rest-parity.sql', import.meta.url), 'utf8');
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'parity', DB_TX_END: 'commit-allow-override' },
    prepare: async (sql) => {
      await sql.unsafe(fixtures);
    },
  });
  parity = createParityClient();
});
afterAll(() => server.stop());

const ask = (path: string, request: RawRequest = {}) => askServer(server, path, request);

async function json(path: string, request: RawRequest = {}): Promise<unknown> {
  const answer = await ask(path, request);
  expect(answer.json, path).not.toHaveProperty('code');
  return answer.json;
}

describe('names that the statement also uses', () => {
  test.each([
    ['/letters?select=id,q&id=eq.1', [{ id: 1, q: 'q1' }]],
    ['/projects?select=id,q:name&id=eq.1', [{ id: 1, q: 'W7' }]],
    ['/projects?select=id,clients(r:name)&id=eq.1', [{ id: 1, clients: { r: 'Micro' } }]],
    ['/projects?select=id,q:clients(name)&id=eq.1', [{ id: 1, q: { name: 'Micro' } }]],
    ['/letters?select=id,kids(r)&id=eq.1', [{ id: 1, kids: [{ r: 'k1' }, { r: 'k2' }] }]],
    ['/letters?select=t0,e1,kids(count())&id=eq.1', [{ t0: 't1', e1: 'e1', kids: [{ count: 2 }] }]],
    ['/letters?select=src,kids()&kids=is.null', [{ src: 's2' }]],
    [
      '/letters?select=id,letter_kids(id)&id=eq.1',
      [{ id: 1, letter_kids: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      '/clients?select=projects(r:tasks(name))&id=eq.2',
      [{ projects: [{ r: [{ name: 'test' }] }, { r: [] }] }],
    ],
  ])('refer to the column or alias in %s', async (path, rows) => {
    expect(await json(path)).toEqual(rows);
  });

  test('refer to the column in CSV', async () => {
    const { text } = await ask('/letters?select=h,q&id=eq.1', { headers: { Accept: 'text/csv' } });
    expect(text).toBe('h,q\nh1,q1');
  });

  test('refer to the column of a written row', async () => {
    const { data, error } = await parity
      .from('letters')
      .insert({ id: 9, q: 'new', t0: 'x' })
      .select('id,q,t0,letter_kids(id)');
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 9, q: 'new', t0: 'x', letter_kids: [] }]);
    await parity.from('letters').delete().eq('id', 9);
  });
});

describe('counting', () => {
  test('is possible with count without parentheses, unless a column has that name', async () => {
    expect(await json('/projects?select=count')).toEqual([{ count: 4 }]);
    expect(await json('/clients?select=name,projects(count)&order=id')).toEqual([
      { name: 'Micro', projects: [{ count: 2 }] },
      { name: 'Apple', projects: [{ count: 2 }] },
    ]);
  });

  test('with count=planned counts the rows before grouping', async () => {
    const { headers } = await ask('/projects?select=count()', {
      headers: { Prefer: 'count=planned' },
    });
    expect(Number(headers.get('content-range')?.split('/')[1])).toBeGreaterThan(1);
  });

  test('returns the total when the offset is beyond it', async () => {
    for (const path of ['/projects?offset=10', '/rpc/numbers?up=4&offset=10']) {
      const answer = await ask(path, { headers: { Prefer: 'count=exact' } });
      expect(answer).toMatchObject({ status: 416, json: { code: 'PGRST103' } });
      expect(answer.headers.get('content-range')).toBe('*/4');
    }
  });
});

describe('embedding', () => {
  test('repeats the parent for a view with several rows per key', async () => {
    expect(await json('/orders?select=id,client_projects(project)')).toEqual([
      { id: 1, client_projects: { project: 'W7' } },
      { id: 1, client_projects: { project: 'W10' } },
    ]);
  });

  test('sorts by a column of a spread row beside aggregates', async () => {
    expect(await json('/tasks?select=hours.sum(),...projects(name)&order=projects(name)')).toEqual([
      { sum: 7, name: 'IOS' },
      { sum: 8, name: 'W7' },
    ]);
  });

  test('groups by rows embedded in a spread', async () => {
    const rows = await json('/tasks?select=...projects(clients(name)),hours.sum()');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ clients: { name: 'Micro' }, sum: 8 });
  });

  test('sorts by the alias of an embedded column', async () => {
    const rows = await json('/projects?select=id,clients(called:name)&order=clients(called),id');
    expect((rows as { id: number }[]).map(({ id }) => id)).toEqual([3, 4, 1, 2]);
  });

  test('applies a filter to the first embed of a table that is embedded twice', async () => {
    const [third] = (await json(
      '/projects?select=x:clients(name),y:clients(name)&clients.id=eq.1&id=eq.3',
    )) as { x: unknown; y: unknown }[];
    expect(third).toEqual({ x: null, y: { name: 'Apple' } });
  });

  test('resolves a table’s own name to the to-many direction', async () => {
    expect(await json('/nodes?select=id,nodes(id)&id=eq.1')).toEqual([
      { id: 1, nodes: [{ id: 2 }, { id: 3 }] },
    ]);
    expect(await json('/nodes?select=id,next_id(id)&id=eq.3')).toEqual([
      { id: 3, next_id: { id: 2 } },
    ]);
  });

  test('does not use a view with a part of the key as a junction', async () => {
    expect(await json('/users?select=name,clients(name)')).toEqual([
      { name: 'Ann', clients: [{ name: 'Micro' }] },
    ]);
  });
});

describe('ranges', () => {
  test('are rejected if header and query have no row in common', async () => {
    const answer = await ask('/projects?limit=2', { headers: { Range: '3-9' } });
    expect(answer).toMatchObject({ status: 416, json: { code: 'PGRST103' } });
  });

  test('of a header apply to GET only', async () => {
    const headers = { Range: '1-1', Prefer: 'count=exact' };
    const { status, headers: received } = await ask('/projects', { method: 'HEAD', headers });
    expect([status, received.get('content-range')]).toEqual([200, '0-3/4']);
  });

  test('limit the values of a function', async () => {
    expect(await parity.rpc('numbers', { up: 5 }).limit(2)).toMatchObject({ data: [1, 2] });
    const answer = await ask('/rpc/numbers?up=5&limit=2&offset=1', {
      headers: { Prefer: 'count=exact' },
    });
    expect(answer).toMatchObject({ status: 206, json: [2, 3] });
    expect(answer.headers.get('content-range')).toBe('1-2/5');
  });
});

describe('writes', () => {
  test('are rolled back if a single row is expected and the number of rows differs', async () => {
    const some = await parity.from('projects').update({ budget: 0 }).gt('id', 0).single();
    expect(some).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const none = await parity.from('projects').update({ budget: 0 }).eq('id', 99).single();
    expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const two = await parity
      .from('clients')
      .insert([{ id: 8 }, { id: 9 }])
      .single();
    expect(two).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await json('/projects?select=budget.sum()')).toEqual([{ sum: 100 }]);
    expect(await json('/clients?select=count()')).toEqual([{ count: 2 }]);
  });

  test('of empty objects insert a row for each', async () => {
    const { data } = await parity.from('defaults').insert([{}, {}, {}]).select('a');
    expect(data).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
  });

  test('do not truncate values of fixed-length types', async () => {
    const row = { id: 1, code: 'ABC', bits: '1010', codes: ['XYZ'] };
    const { data, error } = await parity.from('fixed').insert(row).select();
    expect(error).toBeNull();
    expect(data).toEqual([row]);
  });

  test('with invalid UTF-8 are rejected', async () => {
    const body = Buffer.concat([
      Buffer.from('{"id":50,"name":"'),
      Buffer.from([0xff, 0xe9]),
      Buffer.from('"}'),
    ]);
    const answer = await ask('/clients', { method: 'POST', body: new Uint8Array(body) });
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST102' } });
  });

  test('that are rolled back are checked for deferred constraints', async () => {
    const answer = await ask('/children', {
      method: 'POST',
      headers: { Prefer: 'tx=rollback' },
      body: '{"id":1,"parent_id":99}',
    });
    expect(answer).toMatchObject({ status: 409, json: { code: '23503' } });
  });
});

describe('functions', () => {
  test('with one named result return rows with that name', async () => {
    expect(await json('/rpc/one_column?up=3&x=gt.1&select=x')).toEqual([{ x: 2 }, { x: 3 }]);
    expect(await json('/rpc/one_out?v=2')).toEqual({ w: 3 });
  });

  test('do not truncate arguments of fixed-length types', async () => {
    expect(await json('/rpc/letter?c=abc&b=1010')).toBe('abc1010');
  });

  test('use the first element of an array as arguments', async () => {
    expect(await json('/rpc/total', { method: 'POST', body: '[{"a":1,"b":2}]' })).toBe(3);
  });

  test('use only the arguments in the columns parameter', async () => {
    const request = { method: 'POST', body: '{"a":1,"b":2,"zz":3}' };
    expect(await json('/rpc/total?columns=a,b', request)).toBe(3);
  });

  test('can set a header several times, in UTF-8', async () => {
    const { headers } = await ask('/rpc/cookies', { method: 'POST' });
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Buffer.from(headers.get('x-name') ?? '', 'latin1').toString('utf8')).toBe('é');
  });

  test('cannot inject a line break into a header', async () => {
    const answer = await ask('/rpc/bad_header', { method: 'POST' });
    expect(answer).toMatchObject({ status: 500, json: { code: 'PGRST111' } });
  });

  test('have their own statement timeout', async () => {
    const answer = await ask('/rpc/slow', { method: 'POST' });
    expect(answer).toMatchObject({ status: 500, json: { code: '57014' } });
  });
});

test('An API key in the query with invalid UTF-8 is an invalid key', async () => {
  const response = await fetch(`${server.url}/rest/v1/projects?apikey=%E0%A4%A`);
  expect(response.status).toBe(401);
});
