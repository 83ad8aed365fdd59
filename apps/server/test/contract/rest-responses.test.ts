import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, clientOf, startShop } from './rest-fixtures.ts';

let server: TestServer;
let shop: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startShop({ DB_MAX_ROWS: '3' });
  shop = clientOf(server);
  await server.sql`analyze shop.people`;
});
afterAll(() => server.stop());

const rangeOf = (headers: Headers) => headers.get('content-range');

describe('ranges and counts', () => {
  test('returns 200 and an unknown total without a count', async () => {
    const { status, headers } = await ask(server, '/people?limit=2&offset=1');
    expect([status, rangeOf(headers)]).toEqual([200, '1-2/*']);
  });

  test('limits the rows of every response', async () => {
    const { headers, json } = await ask(server, '/people?limit=100');
    expect(rangeOf(headers)).toBe('0-2/*');
    expect(json).toHaveLength(3);
    const embedded = await ask(server, '/people?select=id,tasks(id)&limit=1&order=id');
    expect(embedded.status).toBe(200);
  });

  test('returns 206 when the total exceeds the page', async () => {
    const { data, count, status } = await shop
      .from('people')
      .select('id', { count: 'exact' })
      .range(0, 1);
    expect([data?.length, count, status]).toEqual([2, 4, 206]);
    const all = await ask(server, '/countries', { headers: { Prefer: 'count=exact' } });
    expect([all.status, rangeOf(all.headers)]).toEqual([200, '0-2/3']);
  });

  test('counts with filters and inner embeds, without the range', async () => {
    const { headers } = await ask(
      server,
      '/people?select=id,tasks!inner(id)&tasks.done=is.true&limit=1',
      {
        headers: { Prefer: 'count=exact' },
      },
    );
    expect(rangeOf(headers)).toBe('0-0/2');
  });

  test('sends Content-Location with sorted parameters', async () => {
    const { headers } = await ask(server, '/people?select=id&id=eq.1');
    expect(headers.get('content-location')).toBe('/people?id=eq.1&select=id');
  });

  test('returns */0 for no rows', async () => {
    const { status, headers } = await ask(server, '/people?id=eq.-1', {
      headers: { Prefer: 'count=exact' },
    });
    expect([status, rangeOf(headers)]).toEqual([200, '*/0']);
  });

  test('counts without a body for HEAD', async () => {
    const { count, data } = await shop.from('people').select('*', { count: 'exact', head: true });
    expect([count, data]).toEqual([4, null]);
  });

  test('uses the planner for planned and estimated counts', async () => {
    const planned = await shop.from('people').select('id', { count: 'planned' });
    expect(planned.count).toBe(4);
    // Up to the row limit the count is exact; beyond it the planner's estimate is used.
    const few = await shop.from('people').select('id', { count: 'estimated' }).lt('id', 3);
    expect(few.count).toBe(2);
    const many = await shop.from('people').select('id', { count: 'estimated' });
    expect(many.count).toBe(4);
  });

  test('counts rows in the Range header', async () => {
    const { headers, json } = await ask(server, '/people?select=id&order=id', {
      headers: { 'Range-Unit': 'items', Range: '1-2' },
    });
    expect([rangeOf(headers), json]).toEqual(['1-2/*', [{ id: 2 }, { id: 3 }]]);
  });

  test('returns 416 for an offset beyond the total', async () => {
    const { status, json } = await ask(server, '/people?offset=10', {
      headers: { Prefer: 'count=exact' },
    });
    expect(status).toBe(416);
    expect(json).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 10 was requested, but there are only 4 rows.',
      hint: null,
    });
  });
});

describe('media types', () => {
  async function as(accept: string, path = '/people?select=id,mood&id=eq.4') {
    return ask(server, path, { headers: { Accept: accept } });
  }

  test('returns JSON by default', async () => {
    const { headers, json } = await as('*/*');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json).toEqual([{ id: 4, mood: null }]);
  });

  test('returns a single object with its own media type', async () => {
    const { headers, json } = await as('application/vnd.pgrst.object+json');
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
    expect(json).toEqual({ id: 4, mood: null });
  });

  test('strips nulls', async () => {
    const list = await as('application/vnd.pgrst.array+json;nulls=stripped');
    expect(list.json).toEqual([{ id: 4 }]);
    expect(list.headers.get('content-type')).toBe(
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    );
    expect((await as('application/vnd.pgrst.object+json;nulls=stripped')).json).toEqual({ id: 4 });
  });

  test('returns CSV with a header line and quoted cells', async () => {
    const { headers, text } = await as('text/csv', '/people?select=id,name,age&id=gte.3&order=id');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe('id,name,age\n3,"Cy Young",52\n4,"Dee ""Q"", Jr",29');
  });

  test('returns execution plans as text or JSON when enabled', async () => {
    const text = await as('application/vnd.pgrst.plan+text');
    expect(text.text).toContain('on people');
    expect(text.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    );
    const { data } = await shop
      .from('people')
      .select('id')
      .explain({ format: 'json', analyze: true });
    expect(data).toMatchObject([{ Plan: {}, 'Execution Time': expect.any(Number) as number }]);
  });

  test('chooses the available media type of the highest quality', async () => {
    const { headers } = await as('text/html, text/csv;q=0.5, application/json;q=0.9');
    expect(headers.get('content-type')).toContain('application/json');
  });
});

describe('preferences', () => {
  test('reports the applied preferences, the first of each kind', async () => {
    const { headers } = await ask(server, '/people?select=id', {
      headers: { Prefer: 'count=exact, count=planned, timezone=Europe/Paris, return=minimal' },
    });
    expect(headers.get('preference-applied')).toBe('count=exact, timezone=Europe/Paris');
  });

  test('applies the time zone to the response', async () => {
    const { json } = await ask(server, '/people?select=joined_at&id=eq.1', {
      headers: { Prefer: 'timezone=Asia/Tokyo' },
    });
    expect(json).toEqual([{ joined_at: '2026-01-02T12:04:05.678+09:00' }]);
  });

  test('ignores unknown preferences unless handling is strict', async () => {
    const headers = { Prefer: 'timezone=Nowhere/Land, odd=one' };
    expect((await ask(server, '/people', { headers })).status).toBe(200);
    const strict = await ask(server, '/people', {
      headers: { Prefer: `${headers.Prefer}, handling=strict` },
    });
    expect([strict.status, strict.json]).toEqual([
      400,
      {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: timezone=Nowhere/Land, odd=one',
        hint: null,
      },
    ]);
  });
});

describe('schemas', () => {
  test('selects the schema by profile and sends Content-Profile', async () => {
    const { headers, json } = await ask(server, '/rooms', {
      headers: { 'Accept-Profile': 'annex' },
    });
    expect(headers.get('content-profile')).toBe('annex');
    expect(json).toEqual([{ id: 1, name: 'attic' }]);
    expect((await ask(server, '/rooms')).status).toBe(404);
  });

  test('describes what the caller may use as OpenAPI at the root', async () => {
    const { headers, json } = await ask(server, '/');
    expect(headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
    expect(json).toMatchObject({
      swagger: '2.0',
      info: { title: 'The shop', description: '' },
      paths: {
        '/people': { get: {}, post: {}, patch: {}, delete: {} },
        '/rpc/add': { get: {}, post: {} },
      },
      definitions: {
        people: {
          required: ['id', 'name'],
          properties: {
            id: { type: 'integer' },
            name: { type: 'string', description: 'The full name' },
            mood: { enum: ['calm', 'busy'] },
          },
        },
        countries: { description: 'Where people live' },
      },
    });
    const anonymous = await ask(server, '/', { key: server.publishableKey });
    const { definitions } = anonymous.json as { definitions: Record<string, unknown> };
    expect(Object.keys(definitions)).not.toContain('locked');
  });

  test('returns the allowed methods for OPTIONS', async () => {
    const allowOf = async (path: string) =>
      (await ask(server, path, { method: 'OPTIONS' })).headers.get('allow');
    expect(await allowOf('/people')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(await allowOf('/task_counts')).toBe('OPTIONS,GET,HEAD');
    expect(await allowOf('/rpc/hello')).toBe('OPTIONS,GET,HEAD,POST');
    expect(await allowOf('/rpc/rename_person')).toBe('OPTIONS,POST');
    expect(await allowOf('/')).toBe('OPTIONS,GET,HEAD');
  });
});
