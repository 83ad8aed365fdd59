import type { WirePool, WireStatement } from '../../../platform/database/wire/wire-pool.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { RestSettings } from '../settings.ts';
import { quoteIdentifier } from '../sql-text.ts';
import type { SqlSettings } from '../sql/request-query.ts';

/** What all requests with the same schema cache share. */
export interface RunContext extends SqlSettings {
  readonly pool: WirePool;
  readonly cache: SchemaCache;
  /** The `search_path` of each exposed schema. */
  readonly searchPaths: ReadonlyMap<string, string>;
  /** Calls the function that runs before every request. */
  readonly preRequest: WireStatement | null;
  readonly txEnd: RestSettings['txEnd'];
}

function searchPathsOf({ schemas, extraSearchPath }: RestSettings): ReadonlyMap<string, string> {
  return new Map(
    schemas.map((schema) => [
      schema,
      [schema, ...extraSearchPath.filter((name) => name !== schema)]
        .map(quoteIdentifier)
        .join(', '),
    ]),
  );
}

/** @param name `name` or `schema.name` */
function preRequestOf(name: string | null): WireStatement | null {
  if (name === null) return null;
  const [schema = '', ...rest] = name.split('.');
  const parts = rest.length === 0 ? [schema] : [schema, rest.join('.')];
  return { text: `select ${parts.map(quoteIdentifier).join('.')}()`, parameters: [] };
}

export function createRunContext(
  pool: WirePool,
  cache: SchemaCache,
  settings: RestSettings,
  marker: string,
): RunContext {
  return {
    pool,
    cache,
    marker,
    searchPaths: searchPathsOf(settings),
    preRequest: preRequestOf(settings.preRequest),
    maxRows: settings.maxRows,
    maxBytes: settings.maxResponseBytes,
    txEnd: settings.txEnd,
  };
}
