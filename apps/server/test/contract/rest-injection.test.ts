import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionAs, openPool, type Sql } from '../../src/platform/database/connection.ts';
import { DATA_API_ROLE } from '../../src/platform/database/service-roles.ts';
import { createWirePool, type WirePool } from '../../src/platform/database/wire/wire-pool.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/http/service.ts';
import { RestError } from '../../src/services/rest/errors.ts';
import { createRestService } from '../../src/services/rest/index.ts';
import { planRequest } from '../../src/services/rest/plan/plan-request.ts';
import { parseRequest } from '../../src/services/rest/request/parse-request.ts';
import { buildSchemaCache } from '../../src/services/rest/schema-cache/build.ts';
import { readCatalog, readTimezones } from '../../src/services/rest/schema-cache/read-catalog.ts';
import type { SchemaCache } from '../../src/services/rest/schema-cache/schema-cache.ts';
import type { RestSettings } from '../../src/services/rest/settings.ts';
import { toQuery } from '../../src/services/rest/sql/request-query.ts';
import { SCALAR_COLUMN } from '../../src/services/rest/sql/call.ts';
import { ROW_COLUMN } from '../../src/services/rest/sql/source.ts';
import { createTestDatabase, type TestDatabase } from '../support/index.ts';
import { readFixtures } from './rest-fixtures.ts';
import { hostileRequest, MARK, type HostileRequest } from './rest-hostile-requests.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 300);
const settings: RestSettings = {
  schemas: ['shop'],
  extraSearchPath: ['public'],
  maxRows: 1000,
  planEnabled: true,
  aggregatesEnabled: true,
  // Rolls back all writes, so that each case has the same data.
  txEnd: 'rollback',
  preRequest: null,
  maxResponseBytes: 10_000_000,
};

let database: TestDatabase;
let sql: Sql;
let pool: WirePool;
let cache: SchemaCache;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(await readFixtures());
  sql = openPool(connectionAs(database.connection, DATA_API_ROLE), {
    applicationName: 'injection-test',
    maxConnections: 2,
  });
  pool = createWirePool(connectionAs(database.connection, DATA_API_ROLE), {
    applicationName: 'injection-test',
    maxConnections: 2,
  });
  cache = buildSchemaCache(
    await readCatalog(pool, ['shop', 'public']),
    settings.schemas,
    await readTimezones(pool),
  );
  const claims = { role: 'service_role' };
  service = await createRestService({
    sql,
    pool,
    poolSize: 2,
    config: settings,
    bodyLimitBytes: 1_000_000,
    callers: { resolve: () => Promise.resolve({ role: 'service_role', claims, token: null }) },
    logger: createLogger('silent'),
  });
});
afterAll(async () => {
  await service.close(AbortSignal.timeout(1_000));
  pool.close();
  await sql.end({ timeout: 1 });
  await database.drop();
});

/** All names in the database that SQL may contain between double quotes. */
function knownNames(): Set<string> {
  const relations = [...cache.relations.values()];
  const routines = [...cache.routines.values()].flat();
  const relationships = [...cache.relationships.values()].flat();
  return new Set([
    ...settings.schemas,
    ...relations.flatMap(({ name, columns, computedColumns }) => [
      name,
      ...columns.keys(),
      ...computedColumns.keys(),
    ]),
    ...routines.flatMap(({ name, parameters, result }) => [
      name,
      ...parameters.map((parameter) => parameter.name),
      ...(result?.columns.keys() ?? []),
    ]),
    ...relationships.flatMap((relationship) =>
      relationship.kind === 'computed'
        ? [relationship.function.schema, relationship.function.name]
        : [relationship.junction?.name ?? ''],
    ),
    SCALAR_COLUMN,
    ROW_COLUMN,
  ]);
}

interface SqlText {
  readonly identifiers: readonly string[];
  readonly literals: readonly string[];
  /** The text outside all quotes. */
  readonly rest: string;
}

/** A literal, or an identifier with `as` before an output name. */
const QUOTED = /'((?:[^']|'')*)'|(\bas )?"((?:[^"]|"")*)"/g;

function splitQuotes(text: string): SqlText {
  const identifiers: string[] = [];
  const literals: string[] = [];
  const rest = text.replace(
    QUOTED,
    (_, literal: string | undefined, as: string | undefined, name: string | undefined) => {
      if (literal !== undefined) literals.push(literal);
      // A request may choose output names. All other names must be known.
      else if (as === undefined) identifiers.push((name ?? '').replaceAll('""', '"'));
      return ' ';
    },
  );
  return { identifiers, literals, rest };
}

/** The SQL of a request; null for a request that is rejected before. */
function sqlOf(request: HostileRequest): string[] | null {
  try {
    const parsed = parseRequest(
      { ...request, body: request.body === null ? null : Buffer.from(request.body) },
      {
        schemas: settings.schemas,
        maxRows: settings.maxRows,
        timezones: cache.timezones,
        transactionOverride: false,
      },
    );
    const { statementFor, plannedCount } = toQuery(planRequest(parsed, { cache, settings }), {
      marker: 'guard',
      maxRows: settings.maxRows,
      maxBytes: settings.maxResponseBytes,
    });
    return [statementFor(parsed.values).text, ...(plannedCount ? [plannedCount.text] : [])];
  } catch (error) {
    if (error instanceof RestError) return null;
    throw error;
  }
}

test('SQL contains only known names, output names and placeholders of a request', () => {
  const known = knownNames();
  let compiled = 0;
  fc.assert(
    fc.property(hostileRequest, (request) => {
      for (const text of sqlOf(request) ?? []) {
        compiled += 1;
        const { identifiers, literals, rest } = splitQuotes(text);
        expect(identifiers.filter((name) => !known.has(name))).toEqual([]);
        expect(literals.filter((literal) => literal.includes(MARK))).toEqual([]);
        expect(rest).not.toContain(MARK);
        // Only keywords, numbers, placeholders and types remain.
        expect(rest).not.toMatch(/--|\/\*|;|\\|'|"|\$(?!\d)|[^\x20-\x7e]/);
      }
    }),
    { numRuns: RUNS },
  );
  // The property is meaningful only if many requests are compiled.
  expect(compiled).toBeGreaterThan(RUNS / 6);
});

/** Errors of Postgres's parser for invalid SQL. Text search queries have other messages. */
const BROKEN_SQL =
  /syntax error at or near|syntax error at end of input|unterminated quoted|trailing junk/;

test('No request causes invalid SQL or reads a private schema', async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ method, path, query, headers, body }) => {
      const response = await service.app.request(`http://localhost/rest/v1${path}?${query}`, {
        method,
        headers,
        ...(body === null ? {} : { body: body.toWellFormed() }),
      });
      const text = await response.text();
      expect(text).not.toMatch(BROKEN_SQL);
      expect(text).not.toContain('canary');
      expect(text).not.toContain('PGRSTX00');
    }),
    { numRuns: RUNS },
  );
  expect(await database.sql`select value from shop_private.secrets`).toEqual([{ value: 'canary' }]);
}, 600_000);
