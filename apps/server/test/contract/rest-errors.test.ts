import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, startShop, type RawRequest } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
});
afterAll(() => server.stop());

interface Expected {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string;
}

async function expectError(
  path: string,
  status: number,
  { code, message, details = null, hint }: Expected,
  request: RawRequest = {},
): Promise<void> {
  const answer = await ask(server, path, request);
  expect(answer.json).toEqual({ code, message, details, hint: hint ?? null });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

const post = (body: string, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  body,
  headers,
});

describe('PGRST100: parse errors with their position', () => {
  test.each([
    [
      '/people?id=5',
      'failed to parse filter (5)',
      1,
      'unexpected "5" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      '/people?id=noop.0',
      'failed to parse filter (noop.0)',
      1,
      'unexpected "o" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      '/people?id=eq(every).0',
      'failed to parse filter (eq(every).0)',
      4,
      'unexpected "e" expecting operator (eq, gt, ...)',
    ],
    ['/people?id=in.1', 'failed to parse filter (in.1)', 4, 'unexpected "1" expecting "("'],
    [
      '/people?id=is.maybe',
      'failed to parse filter (is.maybe)',
      4,
      'unexpected "m" expecting isVal: (null, not_null, true, false, unknown)',
    ],
    [
      '/people?order=id.descc',
      'failed to parse order (id.descc)',
      8,
      `unexpected 'c' expecting delimiter (.), "," or end of input`,
    ],
    [
      '/people?or=(id.eq.1',
      'failed to parse logic tree ((id.eq.1)',
      11,
      'unexpected end of input expecting "," or ")"',
    ],
    [
      '/people?select=id,,name',
      'failed to parse select parameter (id,,name)',
      4,
      expect.stringContaining('unexpected ","'),
    ],
    [
      '/people?select=tasks(id',
      'failed to parse select parameter (tasks(id)',
      9,
      expect.stringContaining('unexpected end of input'),
    ],
  ])('%s', async (path, subject, column, details) => {
    await expectError(path, 400, {
      code: 'PGRST100',
      message: `"${subject}" (line 1, column ${column})`,
      details,
    });
  });

  test('rejects trees and embeds that are nested too deeply', async () => {
    const tree = `${'and('.repeat(40)}id.eq.1${')'.repeat(40)}`;
    const logic = await ask(server, `/people?or=(${tree})`);
    expect([logic.status, logic.json]).toMatchObject([
      400,
      { code: 'PGRST100', details: 'conditions may be nested at most 32 levels deep' },
    ]);
    const embeds = `${'tasks(people('.repeat(10)}id${'))'.repeat(10)}`;
    const select = await ask(server, `/people?select=${embeds}`);
    expect([select.status, select.json]).toMatchObject([
      400,
      { code: 'PGRST100', details: 'resources may be embedded at most 12 levels deep' },
    ]);
  });
});

describe('invalid requests', () => {
  test('PGRST101: unsupported method for a function', async () => {
    const message = 'Cannot use the DELETE method on RPC';
    await expectError('/rpc/hello', 405, { code: 'PGRST101', message }, { method: 'DELETE' });
  });

  test.each([
    ['{"a":', 'Empty or invalid json'],
    ['', 'Empty or invalid json'],
    ['[1]', 'All object keys must match'],
    ['[{"name":"a"},{"age":1}]', 'All object keys must match'],
  ])('PGRST102: body %j', async (body, message) => {
    await expectError('/people', 400, { code: 'PGRST102', message }, post(body));
  });

  test.each(['/people', '/rpc/hello'])(
    'PGRST102: a body for %s that is nested too deeply',
    async (path) => {
      const body = `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      const message = 'Empty or invalid json';
      await expectError(path, 400, { code: 'PGRST102', message }, post(body));
    },
  );

  test('PGRST102: CSV lines of different lengths, and unsupported content types', async () => {
    await expectError(
      '/people',
      400,
      { code: 'PGRST102', message: 'All lines must have same number of fields' },
      post('a,b\n1', { 'Content-Type': 'text/csv' }),
    );
    await expectError(
      '/people',
      400,
      { code: 'PGRST102', message: 'Content-Type not acceptable' },
      post('x', { 'Content-Type': 'image/png' }),
    );
  });

  test('PGRST103: invalid ranges', async () => {
    const message = 'Requested range not satisfiable';
    await expectError('/people?limit=-1', 416, {
      code: 'PGRST103',
      message,
      details: 'Limit should be greater than or equal to zero.',
    });
    await expectError(
      '/people',
      416,
      {
        code: 'PGRST103',
        message,
        details:
          'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      },
      { headers: { Range: '5-1' } },
    );
  });

  test('PGRST105, 114, 115: PUT requires the whole primary key', async () => {
    const put = (body: string): RawRequest => ({ method: 'PUT', body });
    const row = '{"warehouse":"north","sku":"AA","amount":1}';
    await expectError(
      '/stock?warehouse=eq.north',
      405,
      {
        code: 'PGRST105',
        message: "Filters must include all and only primary key columns with 'eq' operators",
      },
      put(row),
    );
    await expectError(
      '/stock?warehouse=eq.north&sku=eq.AA&limit=1',
      400,
      {
        code: 'PGRST114',
        message: 'limit/offset querystring parameters are not allowed for PUT',
      },
      put(row),
    );
    await expectError(
      '/stock?warehouse=eq.other&sku=eq.AA',
      400,
      {
        code: 'PGRST115',
        message: 'Payload values do not match URL in primary key column(s)',
      },
      put(row),
    );
  });

  test('PGRST106: schema that is not exposed', async () => {
    await expectError(
      '/secrets',
      406,
      {
        code: 'PGRST106',
        message: 'Invalid schema: shop_private',
        hint: 'Only the following schemas are exposed: shop, annex',
      },
      { headers: { 'Accept-Profile': 'shop_private' } },
    );
  });

  test('PGRST107: unavailable media type', async () => {
    await expectError(
      '/people',
      406,
      {
        code: 'PGRST107',
        message: 'None of these media types are available: text/html, image/png',
      },
      { headers: { Accept: 'text/html, image/png' } },
    );
  });

  test('PGRST108: filter, order or limit of a resource that is not embedded', async () => {
    for (const parameter of [
      'tasks.id=eq.1',
      'tasks.order=id',
      'tasks.limit=1',
      'tasks.or=(id.eq.1)',
    ]) {
      await expectError(`/people?${parameter}`, 400, {
        code: 'PGRST108',
        message: "'tasks' is not an embedded resource in this request",
        hint: "Verify that 'tasks' is included in the 'select' query parameter.",
      });
    }
  });

  test('PGRST116: not exactly one row for a single object', async () => {
    await expectError(
      '/people?id=eq.-1',
      406,
      {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 0 rows',
      },
      { headers: { Accept: 'application/vnd.pgrst.object+json' } },
    );
  });

  test('PGRST117: unsupported method', async () => {
    const message = 'Unsupported HTTP method: PROPFIND';
    await expectError('/people', 405, { code: 'PGRST117', message }, { method: 'PROPFIND' });
  });

  test('PGRST118: order by a to-many embed', async () => {
    await expectError('/people?select=id,tasks(id)&order=tasks(id)', 400, {
      code: 'PGRST118',
      message: "A related order on 'tasks' is not possible",
      details: "'people' and 'tasks' do not form a many-to-one or one-to-one relationship",
    });
  });

  test('PGRST120: filter on an embed other than is.null', async () => {
    await expectError('/people?select=id,tasks(id)&tasks=eq.1', 400, {
      code: 'PGRST120',
      message: "Bad operator on the 'tasks' embedded resource",
      details: 'Only is null or not is null filters are allowed on embedded resources',
    });
  });

  test('PGRST125: invalid path', async () => {
    const message = 'Invalid path specified in request URL';
    for (const path of ['/people/1', '/rpc/a/b']) {
      await expectError(path, 404, { code: 'PGRST125', message });
    }
  });

  test('PGRST127: aggregates in a to-many spread', async () => {
    await expectError('/people?select=...tasks(hours.sum())', 400, {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    });
  });

  test('rejects a body beyond the limit with and without Content-Length', async () => {
    const long = `{"name":"${'x'.repeat(1_100_000)}"}`;
    const answer = await ask(server, '/people', post(long));
    expect([answer.status, answer.json]).toMatchObject([413, { code: 'PGRST102' }]);
    const response = await fetch(`${server.url}/rest/v1/people`, {
      method: 'POST',
      headers: { apikey: server.secretKey, 'Content-Type': 'application/json' },
      body: new Blob([long]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });
});

describe('unknown names', () => {
  test('PGRST200: no relationship', async () => {
    await expectError('/people?select=clubz(id)', 400, {
      code: 'PGRST200',
      message: "Could not find a relationship between 'people' and 'clubz' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'people' and 'clubz' in the schema 'shop', but no matches were found.",
      hint: "Perhaps you meant 'clubs' instead of 'clubz'.",
    });
    await expectError('/people?select=tasks!nope(id)', 400, {
      code: 'PGRST200',
      message: "Could not find a relationship between 'people' and 'tasks' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'people' and 'tasks' using the hint 'nope' in the schema 'shop', but no matches were found.",
    });
  });

  test('PGRST201: several relationships', async () => {
    const choice = (column: string) => ({
      cardinality: 'many-to-one',
      embedding: 'people with countries',
      relationship: `people_${column}_fkey using people(${column}) and countries(id)`,
    });
    await expectError('/people?select=countries(name)', 300, {
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'people' and 'countries'",
      details: [choice('birthplace_id'), choice('country_id')],
      hint: "Try changing 'countries' to one of the following: 'countries!people_birthplace_id_fkey', 'countries!people_country_id_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test('PGRST202: no function of that name, or none with those arguments', async () => {
    await expectError('/rpc/helo', 404, {
      code: 'PGRST202',
      message: 'Could not find the function shop.helo without parameters in the schema cache',
      details:
        'Searched for the function shop.helo without parameters, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function shop.hello',
    });
    await expectError(
      '/rpc/add',
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function shop.add(a, c) in the schema cache',
        details:
          'Searched for the function shop.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function shop.add(a, b)',
      },
      post('{"a":1,"c":2}'),
    );
    await expectError(
      '/rpc/hello',
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function shop.hello in the schema cache',
        details:
          'Searched for the function shop.hello with a single unnamed text parameter, but no matches were found in the schema cache.',
      },
      post('x', { 'Content-Type': 'text/plain' }),
    );
  });

  test('PGRST203: several functions', async () => {
    await expectError('/rpc/unclear?a=1', 300, {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: shop.unclear(a => integer), shop.unclear(a => text)',
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  });

  test('PGRST204: unknown column in a write', async () => {
    const message = "Could not find the 'nme' column of 'people' in the schema cache";
    await expectError('/people', 400, { code: 'PGRST204', message }, post('{"nme":1}'));
    await expectError('/people?columns=nme', 400, { code: 'PGRST204', message }, post('{}'));
  });

  test('PGRST205: unknown table', async () => {
    await expectError('/peple', 404, {
      code: 'PGRST205',
      message: "Could not find the table 'shop.peple' in the schema cache",
      hint: "Perhaps you meant the table 'shop.people'",
    });
    await expectError('/secrets', 404, {
      code: 'PGRST205',
      message: "Could not find the table 'shop.secrets' in the schema cache",
    });
  });

  test('42703 and 42704: unknown column or type in a read', async () => {
    await expectError('/people?select=nam', 400, {
      code: '42703',
      message: 'column people.nam does not exist',
      hint: 'Perhaps you meant to reference the column "people.name".',
    });
    await expectError('/people?nowhere=eq.1', 400, {
      code: '42703',
      message: 'column people.nowhere does not exist',
    });
    await expectError('/people?select=id::odd', 400, {
      code: '42704',
      message: 'type "odd" does not exist',
    });
  });
});

describe('disabled features', () => {
  let plain: TestServer;
  beforeAll(async () => {
    plain = await startShop({
      DB_PLAN_ENABLED: 'false',
      DB_AGGREGATES_ENABLED: 'false',
      DB_TX_END: 'commit',
    });
  });
  afterAll(() => plain.stop());

  test('PGRST123: aggregates', async () => {
    const { status, json } = await ask(plain, '/tasks?select=hours.sum()');
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST123',
        message: 'Use of aggregate functions is not allowed',
        details: null,
        hint: null,
      },
    ]);
  });

  test('PGRST107: plans', async () => {
    const { status, json } = await ask(plain, '/tasks', {
      headers: { Accept: 'application/vnd.pgrst.plan+json' },
    });
    expect([status, json]).toMatchObject([406, { code: 'PGRST107' }]);
  });

  test('ignores tx=rollback when it is not allowed', async () => {
    const { headers } = await ask(plain, '/clubs', {
      method: 'POST',
      body: '{"id":70,"name":"Kept"}',
      headers: { Prefer: 'tx=rollback' },
    });
    expect(headers.get('preference-applied')).toBeNull();
    expect((await ask(plain, '/clubs?id=eq.70')).json).toHaveLength(1);
  });
});
