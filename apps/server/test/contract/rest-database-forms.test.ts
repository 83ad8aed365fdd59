import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask as askServer, type RawRequest } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  const fixtures = await readFile(new URL('./rest-database-forms.sql', import.meta.url), 'utf8');
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'forms' },
    prepare: async (sql) => {
      await sql.unsafe(fixtures);
    },
  });
});
afterAll(() => server.stop());

const ask = (path: string, request: RawRequest = {}) => askServer(server, path, request);
const accept = (type: string): RawRequest => ({ headers: { Accept: type } });

async function bytesOf(path: string, type: string) {
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    headers: { apikey: server.secretKey, Accept: type },
  });
  return {
    type: response.headers.get('content-type'),
    hex: Buffer.from(await response.arrayBuffer()).toString('hex'),
  };
}

describe('a media type with a handler in the database', () => {
  test('is rendered by an aggregate over the rows of its table', async () => {
    const answer = await ask('/lines?order=id', accept('application/vnd.lines'));
    expect([answer.status, answer.text]).toEqual([200, 'one/two/three']);
    expect(answer.headers.get('content-type')).toBe('application/vnd.lines');
    expect(answer.headers.get('content-range')).toBe('0-2/*');
  });

  test('is rendered for filtered rows, rows of a function, and written rows', async () => {
    const filtered = await ask('/lines?id=gt.1&order=id&limit=1', accept('application/vnd.lines'));
    expect(filtered.text).toBe('two');
    expect((await ask('/rpc/some_lines?order=id', accept('application/vnd.lines'))).text).toBe(
      'one/two',
    );
    const written = await ask('/lines?id=eq.3', {
      method: 'PATCH',
      body: '{"line":"drei"}',
      headers: { Accept: 'application/vnd.lines', Prefer: 'return=representation' },
    });
    expect([written.status, written.text]).toEqual([200, 'drei']);
    await ask('/lines?id=eq.3', { method: 'PATCH', body: '{"line":"three"}' });
  });

  test('is rendered for all tables if the aggregate accepts any element', async () => {
    expect((await ask('/others', accept('text/plain'))).text).toBe('xx');
    expect((await ask('/others?select=id', accept('text/plain'))).text).toBe('xx');
  });

  test('is the exact bytes that a function of that type returns', async () => {
    const picture = { type: 'image/png', hex: '89504e4700ff' };
    expect(await bytesOf('/rpc/picture', 'image/png')).toEqual(picture);
    expect(await bytesOf('/rpc/picture', 'text/html, image/png;q=0.5')).toEqual(picture);
  });

  test('can be any type for a function that returns */*', async () => {
    const anything = { type: 'application/octet-stream', hex: '00010203' };
    for (const type of ['image/webp', 'application/json', '*/*']) {
      expect(await bytesOf('/rpc/anything', type), type).toEqual(anything);
    }
  });

  test('is not available for a selection of columns or for other tables', async () => {
    for (const path of ['/lines?select=id', '/others']) {
      const answer = await ask(path, accept('application/vnd.lines'));
      expect(answer, path).toMatchObject({ status: 406, json: { code: 'PGRST107' } });
    }
  });

  test('does not affect requests for JSON', async () => {
    expect((await ask('/lines?id=eq.1')).json).toEqual([{ id: 1, line: 'one' }]);
    expect((await ask('/lines?id=eq.1', accept('application/json'))).json).toHaveLength(1);
  });
});

describe('GeoJSON', () => {
  const geojson = accept('application/geo+json');

  test('fails in a database without PostGIS', async () => {
    const answer = await ask('/others', geojson);
    expect(answer).toMatchObject({ status: 404, json: { code: '42883' } });
  });

  test('is a feature collection rendered by PostGIS', async () => {
    // A substitute for the function of PostGIS, which the test server lacks.
    await server.sql`
      create function forms.st_asgeojson(feature record) returns text language plpgsql as $$
      begin
        return json_build_object('type', 'Feature', 'geometry', null, 'properties', to_json(feature));
      end $$`;
    const feature = (properties: object) => ({ type: 'Feature', geometry: null, properties });
    const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
    try {
      const read = await ask('/lines?select=line&order=id&limit=2', geojson);
      expect(read.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
      expect([read.status, read.headers.get('content-range')]).toEqual([200, '0-1/*']);
      expect(JSON.parse(read.text)).toEqual(
        collection(feature({ line: 'one' }), feature({ line: 'two' })),
      );
      const none = await ask('/lines?id=eq.9', geojson);
      expect(JSON.parse(none.text)).toEqual(collection());
      const called = await ask('/rpc/some_lines?id=eq.1', geojson);
      expect(JSON.parse(called.text)).toEqual(collection(feature({ id: 1, line: 'one' })));
    } finally {
      await server.sql`drop function forms.st_asgeojson(record)`;
    }
  });
});

describe('a domain with casts', () => {
  const red = { id: 1, name: 'red', shade: '#FF0000', line_id: 1 };

  test('is returned in the format of its cast to JSON', async () => {
    expect((await ask('/paints?id=eq.1')).json).toEqual([red]);
    expect((await ask('/paints?select=shade,tint:shade&id=eq.1')).json).toEqual([
      { shade: '#FF0000', tint: '#FF0000' },
    ]);
    expect((await ask('/paints?select=shade&id=eq.3')).json).toEqual([{ shade: null }]);
  });

  test('is returned in that format in embedded, written and grouped rows', async () => {
    expect((await ask('/lines?select=id,paints(shade)&id=eq.1&paints.order=id')).json).toEqual([
      { id: 1, paints: [{ shade: '#FF0000' }, { shade: '#000000' }] },
    ]);
    expect((await ask('/rpc/some_paints?id=eq.1')).json).toEqual([red]);
    expect((await ask('/paints?select=shade,count()&id=eq.1')).json).toEqual([
      { shade: '#FF0000', count: 1 },
    ]);
  });

  test('is returned unchanged with an explicit cast', async () => {
    expect((await ask('/paints?select=shade::int::text&id=eq.1')).status).toBe(400);
  });

  test('is filtered with its cast from text', async () => {
    const idsOf = async (filter: string) =>
      ((await ask(`/paints?select=id&order=id&${filter}`)).json as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await idsOf('shade=eq.%23FF0000')).toEqual([1]);
    expect(await idsOf('shade=in.(FF0000,000000)')).toEqual([1, 2]);
    expect(await idsOf('shade=gt.00FF00')).toEqual([1]);
    expect(await idsOf('shade=eq(any).{FF0000}')).toEqual([1]);
    expect(await idsOf('shade=is.null')).toEqual([3]);
    expect(await idsOf('or=(shade.eq.000000,id.eq.3)')).toEqual([2, 3]);
  });

  test('is written with its cast from JSON', async () => {
    const representation = { Prefer: 'return=representation' };
    const inserted = await ask('/paints?select=id,shade', {
      method: 'POST',
      body: '[{"id":7,"shade":"#00FF00"},{"id":8,"shade":null}]',
      headers: representation,
    });
    expect(inserted.json).toEqual([
      { id: 7, shade: '#00FF00' },
      { id: 8, shade: null },
    ]);
    const changed = await ask('/paints?id=eq.7&shade=eq.00FF00&select=shade', {
      method: 'PATCH',
      body: '{"shade":"#0000FE"}',
      headers: representation,
    });
    expect(changed.json).toEqual([{ shade: '#0000FE' }]);
    const put = await ask('/paints?id=eq.7&select=shade', {
      method: 'PUT',
      body: '{"id":7,"name":"put","shade":"#0000FD","line_id":null}',
      headers: representation,
    });
    expect(put.json).toEqual([{ shade: '#0000FD' }]);
    expect(await server.sql`select shade::int from forms.paints where id = 7`).toEqual([
      { shade: 253 },
    ]);
  });

  test('takes its default for a missing key with missing=default', async () => {
    const answer = await ask('/paints?select=id,shade&columns=id,shade&order=id', {
      method: 'POST',
      body: '[{"id":20},{"id":21,"shade":"#000001"}]',
      headers: { Prefer: 'return=representation,missing=default' },
    });
    expect(answer.json).toEqual([
      { id: 20, shade: '#0000FF' },
      { id: 21, shade: '#000001' },
    ]);
  });
});
