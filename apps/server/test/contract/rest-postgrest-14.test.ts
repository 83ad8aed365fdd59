import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/index.ts';
import { ask as askServer, type RawRequest } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  const fixtures = await readFile(new URL('./rest-postgrest-14.sql', import.meta.url), 'utf8');
  server = await startTestServer({
    environment: { DB_SCHEMAS: 'fourteen' },
    prepare: async (sql) => {
      await sql.unsafe(fixtures);
    },
  });
});
afterAll(() => server.stop());

const ask = (path: string, request: RawRequest = {}) => askServer(server, path, request);
const post = (body: string, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  body,
  headers,
});

/** Reads the reason phrase, which `fetch` does not return in all Node versions. */
function statusLineOf(path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { apikey: server.secretKey, 'content-type': 'application/json' };
    const sent = httpRequest(`${server.url}/rest/v1${path}`, { method: 'POST', headers }, (got) => {
      got.resume();
      resolve(`${String(got.statusCode)} ${got.statusMessage ?? ''}`);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('a function with a parameter that has no name', () => {
  test.each(['/rpc/whole_number', '/rpc/couple', '/rpc/half_named'])(
    '%s cannot be called, and no hint names it',
    async (path) => {
      const answer = await ask(path, post('{"a":1}'));
      expect(answer).toMatchObject({ status: 404, json: { code: 'PGRST202', hint: null } });
    },
  );

  test('is not suggested beside a callable overload', async () => {
    const answer = await ask('/rpc/mixed?amont=1');
    expect(answer.json).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function fourteen.mixed(amount)',
    });
    expect((await ask('/rpc/mixed?amount=1')).json).toBe('named');
  });

  test('accepts a body with a single empty key as a whole', async () => {
    expect((await ask('/rpc/unnamed_json', post('{"":7}'))).json).toEqual({ '': 7 });
    expect((await ask('/rpc/unnamed_text', post('{"":7}'))).json).toBe('got {"":7}');
  });
});

describe('arguments of a function', () => {
  test('use the last value of a repeated name', async () => {
    expect((await ask('/rpc/sum_of?a=1&a=40&b=2')).json).toBe(42);
  });

  test('use all values of a variadic parameter', async () => {
    expect((await ask('/rpc/all_of?words=a&words=b')).json).toBe('a+b');
  });

  test('can be the fields of a form, or the first line of a CSV', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await ask('/rpc/all_of', post('words=a&words=b+c', form))).json).toBe('a+b c');
    expect((await ask('/rpc/sum_of', post('a=1&a=2', form))).json).toBe(3);
    const csv = { 'Content-Type': 'text/csv' };
    expect((await ask('/rpc/sum_of', post('a,b\n2,3', csv))).json).toBe(5);
  });

  test('that match several functions list them by number of parameters, then names and types', async () => {
    expect((await ask('/rpc/many?a=1')).json).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: fourteen.many(a => integer), fourteen.many(a => text), fourteen.many(a => text, b => integer)',
    });
  });
});

describe('the transaction of a function', () => {
  test('has the isolation level of the function', async () => {
    expect((await ask('/rpc/isolation')).json).toBe('read committed');
    expect((await ask('/rpc/serializable')).json).toBe('serializable');
    const written = await ask('/rpc/serializable_write', post('{"note":"kept"}'));
    expect(written.json).toBe('serializable');
    expect((await ask('/things?name=eq.kept&select=name')).json).toEqual([{ name: 'kept' }]);
  });
});

describe('an error raised by a function', () => {
  test.each(['PTABC', 'PT1X0', 'PT099'])('with %s is 500', async (state) => {
    const answer = await ask('/rpc/raise', post(JSON.stringify({ state })));
    expect(answer).toMatchObject({ status: 500, json: { code: state } });
  });

  test('sets the reason phrase', async () => {
    const body = JSON.stringify({ state: 'PT402', reason: 'Out of credit' });
    expect(await statusLineOf('/rpc/raise', body)).toBe('402 Out of credit');
    expect(await statusLineOf('/rpc/raise_status', '{"phrase":"Not Today"}')).toBe('422 Not Today');
  });

  test('cannot inject a line break into the status line', async () => {
    const body = JSON.stringify({ state: 'PT402', reason: 'a\r\nX-Injected: yes' });
    expect(await statusLineOf('/rpc/raise', body)).toBe('402 Payment Required');
  });
});

describe('responses', () => {
  test('without a body have Content-Length 0', async () => {
    const created = await ask('/things', post('{"name":"new"}'));
    expect([created.status, created.text]).toEqual([201, '']);
    expect(created.headers.get('content-length')).toBe('0');
    const changed = await ask('/things?name=eq.new', { method: 'PATCH', body: '{"amount":1}' });
    expect([changed.status, changed.headers.get('content-length')]).toEqual([204, null]);
  });

  test('contain selected system columns', async () => {
    const [row] = (await ask('/things?select=id,ctid,tableoid&limit=1')).json as object[];
    expect(Object.keys(row ?? {})).toEqual(['id', 'ctid', 'tableoid']);
    expect((await ask('/thing_names?select=ctid')).json).toMatchObject({ code: '42703' });
  });

  test('do not accept extra slashes in the path', async () => {
    for (const path of ['/things/', '//things', '/rpc/isolation/']) {
      expect(await ask(path), path).toMatchObject({ status: 404, json: { code: 'PGRST125' } });
    }
  });
});

describe('hints', () => {
  const hintOf = async (path: string) => ((await ask(path)).json as { hint: unknown }).hint;

  test('suggest the same columns as Postgres', async () => {
    expect(await hintOf('/things?select=nme')).toBe(
      'Perhaps you meant to reference the column "things.name".',
    );
    expect(await hintOf('/parts?select=alphd&alphc=not.is.null')).toBeNull();
    expect(await hintOf('/parts?select=idd')).toBe(
      'Perhaps you meant to reference the column "parts.id".',
    );
  });

  test('are omitted when Postgres omits them', async () => {
    // Similar, but the distance exceeds half of the column's length.
    expect(await hintOf('/parts?select=ix')).toBe(
      'Perhaps you meant to reference the column "parts.id".',
    );
    expect(await hintOf('/things?select=opened_at_x')).toBeNull();
    expect(await hintOf('/things?select=Name_Of')).toBeNull();
  });
});

describe('the root', () => {
  const root = (accept: string) => ask('/', { headers: { Accept: accept } });

  test('is JSON if the client accepts JSON', async () => {
    const json = await root('application/json');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.json).toMatchObject({ swagger: '2.0' });
    for (const accept of [
      '*/*',
      'application/openapi+json',
      'application/openapi+json, application/json',
    ]) {
      expect((await root(accept)).headers.get('content-type')).toBe(
        'application/openapi+json; charset=utf-8',
      );
    }
    expect(await root('text/csv')).toMatchObject({ status: 406, json: { code: 'PGRST107' } });
  });

  test('describes titles, formats, defaults and parameters', async () => {
    const { json } = await root('application/json');
    expect(json).toMatchObject({
      info: { title: 'Fourteen', description: 'Everything of the newest edition' },
      paths: {
        '/': { get: { tags: ['Introspection'] } },
        '/things': {
          get: { summary: 'Things', description: 'All that there are' },
          post: {},
          patch: {},
          delete: {},
        },
        '/rpc/sum_of': {
          get: {
            summary: 'Adds',
            description: 'Two numbers.',
            parameters: [
              { name: 'a', in: 'query', required: true, type: 'integer', format: 'int32' },
              { name: 'b', in: 'query', required: false, type: 'integer', format: 'int32' },
            ],
          },
        },
        '/rpc/all_of': {
          get: {
            parameters: [
              {
                name: 'words',
                type: 'array',
                items: { type: 'string', format: 'text' },
                collectionFormat: 'multi',
              },
            ],
          },
        },
      },
      definitions: {
        things: {
          description: 'Things\n\nAll that there are',
          required: ['id', 'name', 'amount'],
          properties: {
            id: {
              type: 'integer',
              format: 'int32',
              description: 'Note:\nThis is a Primary Key.<pk/>',
            },
            name: {
              type: 'string',
              format: 'text',
              default: 'thing',
              description: 'What it is called',
            },
            amount: { type: 'number', format: 'numeric', default: 0 },
            open: { type: 'boolean', default: true },
            made_at: { type: 'string', format: 'timestamp with time zone', default: 'now()' },
            tags: { type: 'array', format: 'text[]', items: { type: 'string' } },
            data: { format: 'jsonb' },
          },
        },
        parts: {
          properties: {
            thing_id: {
              description:
                "Note:\nThis is a Foreign Key to `things.id`.<fk table='things' column='id'/>",
            },
          },
        },
      },
      parameters: { 'rowFilter.things.name': { description: 'What it is called' } },
    });
    const { paths, definitions } = json as {
      paths: object;
      definitions: Record<string, { properties: Record<string, object> }>;
    };
    expect(definitions.things?.properties.id).not.toHaveProperty('default');
    expect(definitions.things?.properties.data).not.toHaveProperty('type');
    expect(Object.keys(paths)).not.toContain('/rpc/whole_number');
  });
});
