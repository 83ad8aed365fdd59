import type { WirePool, WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import { toArrayLiteral } from '../sql-text.ts';
import { CATALOG_QUERIES, TIMEZONES, WATCH_TRIGGER } from './catalog-queries.ts';
import type { CatalogRows, ColumnRow } from './catalog-rows.ts';

const BEGIN = 'begin isolation level repeatable read read only';
const EMPTY_SEARCH_PATH = "set local search_path = ''";

/** Wraps a query to return its rows as JSON, which needs no decoding of types. */
function asJson(query: string, ...parameters: string[]): WireStatement {
  return { text: `select coalesce(json_agg(q), '[]') from (${query}) as q`, parameters };
}

async function readLists(pool: WirePool, statements: readonly WireStatement[]): Promise<unknown[]> {
  const plain = (text: string): WireStatement => ({ text, parameters: [] });
  const batch = [plain(BEGIN), plain(EMPTY_SEARCH_PATH), ...statements, plain('commit')];
  const results = await pool.run(batch, { repeatable: true });
  return results
    .slice(2, -1)
    .map((rows) => JSON.parse(rows[0]?.[0]?.toString('utf8') ?? '[]') as unknown);
}

/**
 * Reads the catalog in one snapshot. The search path is empty, so that Postgres qualifies all types
 * outside pg_catalog.
 *
 * @param schemas the exposed schemas and the extra search path
 */
export async function readCatalog(
  pool: WirePool,
  schemas: readonly string[],
): Promise<CatalogRows> {
  const names = toArrayLiteral(schemas);
  const statements = Object.values(CATALOG_QUERIES).map((query) =>
    query.includes('$1') ? asJson(query, names) : asJson(query),
  );
  const lists = await readLists(pool, statements);
  const rows = Object.fromEntries(
    Object.keys(CATALOG_QUERIES).map((name, index) => [name, lists[index]]),
  ) as unknown as Omit<CatalogRows, 'columns'> & { readonly columns: readonly ColumnRow[] };
  return { ...rows, columns: Map.groupBy(rows.columns, (column) => column.relation_id) };
}

/** Reads the names of all time zones, which is slow. They do not change while Postgres runs. */
export async function readTimezones(pool: WirePool): Promise<ReadonlySet<string>> {
  const [rows] = await readLists(pool, [asJson(TIMEZONES)]);
  return new Set((rows as { name: string }[]).map((row) => row.name));
}

/** Whether an event trigger notifies of schema changes. Only a superuser can create it. */
export async function isSchemaWatched(pool: WirePool): Promise<boolean> {
  const [rows] = await readLists(pool, [asJson(WATCH_TRIGGER)]);
  return (rows as unknown[]).length > 0;
}
