import type { Sql } from '../../../platform/database/connection.ts';
import type { WirePool } from '../../../platform/database/wire/wire-pool.ts';
import type { Logger } from '../../../platform/logger.ts';
import { retry } from '../../../platform/runtime/retry.ts';
import { buildSchemaCache } from './build.ts';
import { isSchemaWatched, readCatalog, readTimezones } from './read-catalog.ts';
import type { SchemaCache } from './schema-cache.ts';

/** PostgREST's notification channel, and the payloads that request a reload. */
const CHANNEL = 'pgrst';
const RELOAD_PAYLOADS = ['', 'reload schema', 'reload config'];
const RETRY_DELAY = { minDelayMs: 50, maxDelayMs: 1000, unref: true };

interface SchemaCacheLoader {
  /** The newest schema cache; null before the first one is loaded. */
  readonly current: SchemaCache | null;
  /** Resolves when the first schema cache is loaded, or after `close`. */
  ready(): Promise<void>;
  close(): void;
}

interface SchemaCacheLoaderOptions {
  /** Listens for notifications. */
  readonly sql: Sql;
  /** Reads the catalog. */
  readonly pool: WirePool;
  readonly exposedSchemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly logger: Logger;
}

/**
 * Loads the schema cache at the start and after each notification. The old cache serves requests while a
 * new one is loaded.
 */
export function createSchemaCacheLoader(options: SchemaCacheLoaderOptions): SchemaCacheLoader {
  const { sql, pool, exposedSchemas, extraSearchPath, logger } = options;
  const schemas = [...new Set([...exposedSchemas, ...extraSearchPath])];
  let current: SchemaCache | null = null;
  let timezones: ReadonlySet<string> | null = null;
  const closing = new AbortController();
  let loading: Promise<void> | null = null;
  const first = Promise.withResolvers<undefined>();
  let isPending = false;
  const isReloadPending = () => isPending;

  async function readTimezonesOnce(): Promise<ReadonlySet<string>> {
    if (timezones !== null) return timezones;
    timezones = await readTimezones(pool);
    if (!(await isSchemaWatched(pool))) {
      logger.info(
        "rest: the event trigger 'pgrst_ddl_watch' is missing, run NOTIFY pgrst, 'reload schema' after schema changes",
      );
    }
    return timezones;
  }

  async function load(): Promise<void> {
    do {
      isPending = false;
      const [zones, rows] = await Promise.all([readTimezonesOnce(), readCatalog(pool, schemas)]);
      current = buildSchemaCache(rows, exposedSchemas, zones);
      first.resolve(undefined);
      // Another reload was requested meanwhile, so this cache may be outdated.
    } while (isReloadPending());
  }

  function reload(): Promise<void> {
    isPending = true;
    loading ??= retry(load, {
      ...RETRY_DELAY,
      signal: closing.signal,
      onError: (error, { attempt }) =>
        logger.warn({ err: error, attempt }, 'rest: failed to load the schema cache, will retry'),
    })
      .then(() => undefined)
      .finally(() => {
        loading = null;
      });
    return loading;
  }

  function onNotification(payload: string): void {
    if (RELOAD_PAYLOADS.includes(payload)) void reload();
  }

  // Listens on its own connection, and reloads after each reconnect.
  void sql.listen(CHANNEL, onNotification, {
    onListening: () => void reload(),
    onError: (error) =>
      logger.warn({ err: error }, 'rest: failed to listen for schema changes, will retry'),
  });
  const isLoaded = Promise.race([first.promise, reload()]);

  return {
    get current() {
      return current;
    },
    ready: () => isLoaded,
    close() {
      closing.abort();
    },
  };
}
