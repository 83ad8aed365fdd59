import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/connection.ts';
import type { WirePool } from '../../../platform/database/wire/wire-pool.ts';
import type { Logger } from '../../../platform/logger.ts';
import { buildSchemaCache } from './build.ts';
import { isSchemaWatched, readCatalog, readTimezones } from './catalog-rows.ts';
import type { SchemaCache } from './types.ts';

/** The channel and the payloads by which the database says that its schema changed. */
const CHANNEL = 'pgrst';
const RELOAD_PAYLOADS = ['', 'reload schema', 'reload config'];
const RETRY_DELAYS_MS = [50, 100, 250, 500, 1000];

const pauseAfter = (attempt: number): Promise<void> =>
  sleep(RETRY_DELAYS_MS[attempt] ?? RETRY_DELAYS_MS.at(-1), undefined, { ref: false });

interface SchemaCacheKeeper {
  /** The newest cache; null until the first has been read. */
  readonly current: SchemaCache | null;
  /** Settles when there is a cache. */
  ready(): Promise<void>;
  close(): void;
}

interface SchemaCacheKeeperOptions {
  /** Listens for changes. */
  readonly sql: Sql;
  /** Reads the catalogue. */
  readonly pool: WirePool;
  readonly exposedSchemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly logger: Logger;
}

/**
 * Reads the schema cache at the start and again whenever the database asks for
 * it. While a new one is read the old one serves, so that no request fails.
 */
export function createSchemaCacheKeeper(options: SchemaCacheKeeperOptions): SchemaCacheKeeper {
  const { sql, pool, exposedSchemas, extraSearchPath, logger } = options;
  const schemas = [...new Set([...exposedSchemas, ...extraSearchPath])];
  let current: SchemaCache | null = null;
  let timezones: ReadonlySet<string> | null = null;
  let closed = false;
  let loading: Promise<void> | null = null;
  let wanted = false;
  const isWanted = () => wanted;

  async function load(): Promise<void> {
    if (timezones === null) {
      timezones = await readTimezones(pool);
      if (!(await isSchemaWatched(pool))) {
        logger.info(
          "the database has no event trigger 'pgrst_ddl_watch': after a change of the schema, NOTIFY pgrst, 'reload schema'",
        );
      }
    }
    const rows = await readCatalog(pool, schemas);
    current = buildSchemaCache(rows, exposedSchemas, timezones);
  }

  async function loadUntilDone(): Promise<void> {
    for (let attempt = 0; !closed; attempt += 1) {
      wanted = false;
      try {
        await load();
        // Asked again meanwhile: what was read may be older than the question.
        if (!isWanted()) return;
      } catch (error) {
        logger.warn({ err: error }, 'the schema cache could not be read; trying again');
        await pauseAfter(attempt);
      }
    }
  }

  function reload(): Promise<void> {
    wanted = true;
    loading ??= loadUntilDone().finally(() => {
      loading = null;
    });
    return loading;
  }

  const reloadQuietly = () => void reload();

  /** Listens on a connection of its own, which comes back by itself, and then reads again what it missed. */
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
