import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask as askServer, type RawRequest } from './rest-fixtures.ts';

// The expected results are those of PostgREST 14.

let server: TestServer;
beforeAll(async () => {
  const fixtures = await readFile(new URL('./rest-conformance.sql', import.meta.url), 'utf8');
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'edge', DB_PLAN_ENABLED: 'true', DB_TX_END: 'rollback' },
    prepare: async (sql) => {
      await sql.unsafe(fixtures);
    },
  });
});
afterAll(() => server.stop());

const ask = (path: string, request: RawRequest = {}) => askServer(server, path, request);
const accept = (type: string): RawRequest => ({ headers: { Accept: type } });
const post = (body: string, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  body,
  headers,
});
const typeOf = async (path: string, type: string) =>
  (await ask(path, accept(type))).headers.get('content-type');

describe('the content type', () => {
  test('has a charset for text types that the database renders, not for others', async () => {
    expect(await ask('/firsts', accept('application/json'))).toMatchObject({ json: { own: true } });
    expect(await typeOf('/firsts', 'application/json')).toBe('application/json; charset=utf-8');
    expect(await typeOf('/rpc/plain', 'text/plain')).toBe('text/plain; charset=utf-8');
    expect(await typeOf('/rpc/own', 'application/vnd.own')).toBe('application/vnd.own');
  });

  test.each([
    ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json;nulls=stripped',
    ],
    ['text/csv', 'text/csv'],
    ['application/json', 'application/json'],
  ])('of an execution plan for %s is for=%s', async (type, named) => {
    const wanted = `application/vnd.pgrst.plan+json; for="${type}"; options=verbose`;
    const { status, headers } = await ask('/notes', accept(wanted));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(
      `application/vnd.pgrst.plan+json; for="${named}"; options=verbose; charset=utf-8`,
    );
  });
});

test('The description has the OpenAPI formats of integers, and no empty lists', async () => {
  const { json } = await ask('/', accept('application/openapi+json'));
  expect(json).toMatchObject({
    definitions: {
      notes: {
        properties: {
          id: { type: 'integer', format: 'int64' },
          size: { type: 'integer', format: 'int32' },
          tags: { type: 'array', format: 'integer[]', items: { type: 'integer' } },
        },
      },
    },
    paths: {
      '/rpc/records': {
        get: { parameters: [{ name: 'most', type: 'integer', format: 'int32' }] },
      },
    },
  });
  const { parameters } = json as { parameters: Record<string, object> };
  expect(parameters.preferParams).not.toHaveProperty('enum');
  expect(parameters.preferReturn).toHaveProperty('enum');
});

describe('a query', () => {
  test('with an empty select returns all columns', async () => {
    const { json } = await ask('/notes?select=&id=eq.2');
    expect(json).toEqual([{ id: 2, size: 2, data: {}, tags: [] }]);
  });

  test('accepts any non-reserved character in JSON keys', async () => {
    const [key, inner] = ['!@%23$%^%26*_d', '!@%23$%^%26*_e'];
    const { json } = await ask(`/notes?select=data->${key}->>${inner}::integer&id=eq.1`);
    expect(json).toEqual([{ '!@#$%^&*_e': 3 }]);
    const found = await ask(`/notes?select=id&data->${key}->>${inner}=eq.3`);
    expect(found.json).toEqual([{ id: 1 }]);
  });

  test('keeps invalid escapes and decodes the others', async () => {
    const { json } = await ask('/firsts?select=pk1&name=eq.50%25%20off%');
    expect(json).toEqual([]);
    const { json: problem } = await ask('/notes?select=id%20%,');
    expect(problem).toMatchObject({
      message: expect.stringContaining('(id %,)') as string,
    });
  });

  test('ignores an extra parenthesis, and rejects conditions after it', async () => {
    expect((await ask('/notes?select=id&and=(id.eq.1,size.eq.1))')).json).toEqual([{ id: 1 }]);
    expect(await ask('/notes?or=(id.eq.1),size.eq.1)')).toMatchObject({
      status: 400,
      json: { code: 'PGRST100', details: 'unexpected "," expecting end of input' },
    });
  });

  test('searches a tsvector through domains', async () => {
    const { json } = await ask('/texts?select=id&body=fts(simple).possible');
    expect(json).toEqual([{ id: 1 }]);
  });
});

describe('embedding', () => {
  test('sorts a spread list by a column of a nested spread', async () => {
    const path = '/factories?select=name,...processes(process:name,...costs(cost))';
    const { json } = await ask(`${path}&processes.order=costs(cost)`);
    expect(json).toEqual([{ name: 'A', process: ['p2', 'p1'], cost: [10, 20] }]);
  });

  test('embeds the first row of a function with ROWS 1', async () => {
    const { json } = await ask('/factories?select=name,main_process(name)');
    expect(json).toEqual([{ name: 'A', main_process: { name: 'p1' } }]);
    const nested = await ask('/processes?select=factories(main_process(name))&limit=1');
    expect(nested.json).toEqual([{ factories: { main_process: { name: 'p1' } } }]);
  });

  test.each([
    ['select=name,processes(cost)', 'column processes_1.cost does not exist'],
    ['select=processes(costs(name))', 'column costs_2.name does not exist'],
    ['select=processes(id)&processes.cost=eq.1', 'column processes_1.cost does not exist'],
    ['select=processes(id)&processes.order=cost', 'column processes_1.cost does not exist'],
    ['select=cost', 'column factories.cost does not exist'],
  ])('names the depth of a missing column: %s', async (query, message) => {
    expect(await ask(`/factories?${query}`)).toMatchObject({
      status: 400,
      json: { code: '42703', message },
    });
  });

  test('lists ambiguous relationships, to-many first', async () => {
    expect((await ask('/agents?select=*,departments(*)')).json).toMatchObject({
      code: 'PGRST201',
      details: [{ cardinality: 'one-to-many' }, { cardinality: 'many-to-one' }],
      hint: "Try changing 'departments' to one of the following: 'departments!departments_head_id_fkey', 'departments!agents_department_id_fkey'. Find the desired relationship in the 'details' key.",
    });
  });
});

describe('a function', () => {
  test('that returns a record responds with its columns', async () => {
    expect((await ask('/rpc/one_record')).json).toEqual({ id: 1, size: 1 });
    expect((await ask('/rpc/records?most=2')).json).toEqual([
      { id: 1, size: 1 },
      { id: 2, size: 2 },
    ]);
    expect((await ask('/rpc/records', post('{"most":1}'))).json).toEqual([{ id: 1, size: 1 }]);
  });

  test('that recurses forever is 500, and a value that is nested too deeply is 400', async () => {
    const endless = await ask('/rpc/endless', post('{"n":1}'));
    expect([endless.status, endless.json]).toMatchObject([500, { code: '54001' }]);
    const deep = await ask('/notes?tags=cs.{{{{{{{1}}}}}}}');
    expect([deep.status, deep.json]).toMatchObject([400, { code: '54000' }]);
    const written = await ask(
      '/notes',
      post('id,tags\n7,{{{{{{{1}}}}}}}\n', { 'Content-Type': 'text/csv' }),
    );
    expect([written.status, written.json]).toMatchObject([400, { code: '54000' }]);
  });
});

describe('a write', () => {
  test('to a view of two tables returns both keys in Location', async () => {
    const { status, headers } = await ask(
      '/pairs',
      post('{"pk1":1,"pk2":2}', { Prefer: 'return=headers-only' }),
    );
    expect([status, headers.get('location')]).toEqual([201, '/pairs?pk1=eq.1&pk2=eq.2']);
  });

  test.each(['name=eq.a', 'pk1=not.eq.1', 'nothing=eq.1', 'and=(pk1.eq.1)'])(
    'by PUT is rejected for the filter %s',
    async (filter) => {
      const request = { method: 'PUT', body: '{"pk1":1,"name":"a"}' };
      expect(await ask(`/firsts?${filter}`, request)).toMatchObject({
        status: 405,
        json: { code: 'PGRST105' },
      });
    },
  );
});
