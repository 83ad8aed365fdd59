import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { WirePool } from '../../../platform/database/wire/wire-pool.ts';
import type { Logger } from '../../../platform/logger.ts';
import { buildSchemaCache } from './build.ts';
import { isSchemaWatched, readCatalog, readTimezones } from './read-catalog.ts';
import type { SchemaCache } from './schema-cache.ts';

/** PostgREST's notification channel, and the payloads that request a reload. */
const CHANNEL = 'pgrst';
const RELOAD_PAYLOADS = ['', 'reload schema', 'reload config'];
const RETRY_DELAYS_MS = [50, 100, 250, 500, 1000];

const pauseAfter = (attempt: number): Promise<void> =>
  sleep(RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1), undefined, { ref: false });

interface SchemaCacheLoader {
  /** The newest schema cache; null before the first one is loaded. */
  readonly current: SchemaCache | null;
  /** Settles when the first schema cache is loaded. */
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
  let closed = false;
  let loading: Promise<void> | null = null;
  let isPending = false;
  const isReloadPending = () => isPending;

  async function load(): Promise<void> {
    if (timezones === null) {
      timezones = await readTimezones(pool);
      if (!(await isSchemaWatched(pool))) {
        logger.info(
          "rest: the event trigger 'pgrst_ddl_watch' is missing, run NOTIFY pgrst, 'reload schema' after schema changes",
        );
      }
    }
    const rows = await readCatalog(pool, schemas);
    current = buildSchemaCache(rows, exposedSchemas, timezones);
  }

  async function loadUntilDone(): Promise<void> {
    for (let attempt = 0; !closed; attempt += 1) {
      isPending = false;
      try {
        await load();
        // Another reload was requested meanwhile, so this cache may be outdated.
        if (!isReloadPending()) return;
      } catch (error) {
        logger.warn({ err: error }, 'rest: failed to load the schema cache, will retry');
        await pauseAfter(attempt);
      }
    }
  }

  function reload(): Promise<void> {
    isPending = true;
    loading ??= loadUntilDone().finally(() => {
      loading = null;
    });
    return loading;
  }

  const reloadQuietly = () => void reload();

  /** Listens on its own connection, and reloads after each reconnect. */
  async function listen(): Promise<void> {
    for (let attempt = 0; !closed; attempt += 1) {
      try {
        await sql.listen(
          CHANNEL,
          (payload) => {
            if (RELOAD_PAYLOADS.includes(payload)) reloadQuietly();
          },
          reloadQuietly,
        );
        return;
      } catch {
        await pauseAfter(attempt);
      }
    }
  }

  void listen();
  const first = reload();

  return {
    get current() {
      return current;
    },
    ready: () => first,
    close() {
      closed = true;
    },
  };
}
