import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { planRequest } from '../../src/services/rest/plan/plan-request.ts';
import { parseRequest } from '../../src/services/rest/request/parse-request.ts';
import { buildSchemaCache } from '../../src/services/rest/schema-cache/build.ts';
import { readCatalog } from '../../src/services/rest/schema-cache/read-catalog.ts';
import type { SchemaCache } from '../../src/services/rest/schema-cache/schema-cache.ts';
import { toQuery } from '../../src/services/rest/sql/request-query.ts';
import { bindParameters } from '../../src/services/rest/sql/parameters.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';

const FIXTURES = `
  create schema queue;
  create type queue.mood as enum ('calm', 'it''s busy');
  create table queue.jobs (
    id int primary key generated always as identity,
    state text not null check (state in ('open', 'it''s done', E'back\\\\slash')),
    mood queue.mood not null default 'calm',
    size text check (size in ('s', 'm') or size like 'x%'),
    kind text check (length(kind) < 9)
  );
  create index on queue.jobs (state);
  insert into queue.jobs (state, mood)
    select case when n % 200 = 0 then 'open' when n = 7 then E'back\\\\slash' else 'it''s done' end,
      case when n = 5 then 'it''s busy' else 'calm' end::queue.mood
    from generate_series(1, 4000) as n;
  analyze queue.jobs;
  grant usage on schema queue to service_role, authenticator;
  grant select on queue.jobs to service_role, authenticator;
`;
const settings = {
  schemas: ['queue'],
  extraSearchPath: [],
  maxRows: 1000,
  planEnabled: false,
  aggregatesEnabled: false,
  txEnd: 'commit',
  preRequest: null,
  maxResponseBytes: 10_000_000,
} as const;

let database: TestDatabase;
let pool: WirePool;
let cache: SchemaCache;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(FIXTURES);
  pool = createWirePool(connectionAs(database.connection, DATA_API_ROLE), {
    applicationName: 'few-values-test',
    maxConnections: 1,
  });
  cache = buildSchemaCache(await readCatalog(pool, ['queue']), settings.schemas, new Set());
});
afterAll(async () => {
  pool.close();
  await database.drop();
});

function statementOf(query: string) {
  const request = parseRequest(
    { method: 'GET', path: '/jobs', query, headers: { prefer: 'count=exact' }, body: null },
    {
      schemas: settings.schemas,
      maxRows: settings.maxRows,
      timezones: new Set(),
      transactionOverride: false,
    },
  );
  const { statementFor } = toQuery(planRequest(request, { cache, settings }), {
    marker: 'guard',
    maxRows: settings.maxRows,
    maxBytes: settings.maxResponseBytes,
  });
  const { text, sources } = statementFor(request.values);
  return { text, parameters: bindParameters(sources, request.values) };
}

/** The total count, and the kinds of plans that Postgres used for eight requests. */
async function plansOf(query: string) {
  const statement = statementOf(query);
  let total = '';
  for (let run = 0; run < 8; run += 1) {
    const [rows] = await pool.run([statement], { repeatable: true });
    total = rows?.[0]?.[1]?.toString() ?? '';
  }
  const [plans] = await pool.run(
    [
      {
        text: 'select custom_plans, generic_plans from pg_prepared_statements where statement = $1',
        parameters: [statement.text],
      },
    ],
    { repeatable: true },
  );
  const [custom, generic] = (plans?.[0] ?? []).map(Number);
  return { total: Number(total), custom, generic };
}

test('A filter by a possible value of a column has its own statement with a cached plan', async () => {
  expect(await plansOf('state=eq.open&limit=5')).toEqual({ total: 20, custom: 5, generic: 3 });
  // With a parameter, Postgres plans the statement each time.
  expect(await plansOf('state=in.(open)&limit=5')).toEqual({ total: 20, custom: 8, generic: 0 });
});

test.each([
  ['state=eq.open', 20],
  ['state=not.eq.open', 3980],
  ["state=eq.it's done", 3979],
  ['state=eq.back\\slash', 1],
  ["state=eq.open' or true --", 0],
  ["mood=eq.it's busy", 1],
  ['mood=eq.calm&state=eq.open', 20],
  ['size=eq.s', 0],
  ['kind=eq.s', 0],
])('%s finds the right rows', async (query, total) => {
  expect(await plansOf(query)).toMatchObject({ total });
});

test('Only possible values without special characters are inlined into a statement', () => {
  const isInlined = (query: string) => statementOf(query).parameters.length === 0;
  expect(['state=eq.open', 'mood=eq.calm', 'state=not.eq.open'].map(isInlined)).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    [
      'state=eq.other',
      "state=eq.it's done",
      'size=eq.s',
      'kind=eq.s',
      'state=neq.open',
      'id=eq.1',
    ].map(isInlined),
  ).toEqual([false, false, false, false, false, false]);
  // Only one filter is inlined, which bounds the number of statements.
  expect(statementOf('state=eq.open&mood=eq.calm').parameters).toEqual(['calm']);
});
