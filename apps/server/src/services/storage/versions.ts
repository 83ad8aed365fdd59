import type { Sql, Transaction } from '../../platform/database/connection.ts';
import type { WireStatement } from '../../platform/database/wire/wire-pool.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';
import type { ObjectBackend } from './backends/backend.ts';

/** The maximum duration of a resumable upload. */
export const UPLOAD_LIFETIME_S = 24 * 3600;
/** Longer than any upload, so that the bytes of a running upload are not removed. */
const ORPHAN_RETENTION_S = UPLOAD_LIFETIME_S + 3600;
const BATCH_ROWS = 100;

/** Stored bytes without an object row, which a scheduled job removes. */
export interface Versions {
  /** Removes bytes that get no row. If this fails, the scheduled job removes them. */
  drop(version: string): Promise<void>;
}

interface VersionsDeps {
  /** Logs in as `authenticator`. */
  readonly sql: Sql;
  readonly backend: ObjectBackend;
  readonly logger: Logger;
}

/** As a literal of Postgres. Versions are UUIDs, so they need no quotes. */
const toArrayLiteral = (versions: readonly string[]): string => `{${versions.join(',')}}`;

/**
 * Registers versions as orphaned until rows refer to them. Committed before the first byte is written, so
 * that a crash leaves no unregistered bytes. Does nothing when it is repeated.
 */
export function announceStatement(versions: readonly string[]): WireStatement {
  return {
    text: `
      insert into backend_storage.orphaned_blobs (version, remove_after)
      select version, now() + make_interval(secs => ${String(ORPHAN_RETENTION_S)})
      from unnest($1::text[]) as version
      on conflict (version) do nothing`,
    parameters: [toArrayLiteral(versions)],
  };
}

/** Removes versions from the list of orphaned ones, before any of their bytes are written. */
export function withdrawStatement(versions: readonly string[]): WireStatement {
  return {
    text: 'delete from backend_storage.orphaned_blobs where version = any($1::text[])',
    parameters: [toArrayLiteral(versions)],
  };
}

/** The same in a transaction of several steps. */
export async function announceVersion(tx: Transaction, version: string): Promise<void> {
  await tx`
    insert into backend_storage.orphaned_blobs (version, remove_after)
    values (${version}, now() + make_interval(secs => ${ORPHAN_RETENTION_S}))`;
}

export function createVersions({ sql, backend, logger }: VersionsDeps): Versions {
  return {
    async drop(version) {
      try {
        // No row here means that an object refers to the version, so its bytes stay.
        await sql.begin(async (tx) => {
          const { count } = await tx`
            delete from backend_storage.orphaned_blobs where version = ${version}`;
          if (count > 0) await backend.remove(version);
        });
      } catch (error) {
        logger.warn(
          { err: error, version },
          'storage: failed to remove an orphaned blob, will retry',
        );
      }
    },
  };
}

/** A table of things that expire. */
interface Expiring {
  readonly table: string;
  readonly key: string;
  readonly remove: (key: string) => Promise<void>;
}

/** Locks each row while its bytes are removed, so that no object can refer to them meanwhile. */
async function removeBatch(sql: Sql, { table, key, remove }: Expiring): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ key: string }[]>`
      delete from ${tx(table)} where ${tx(key)} in (
        select ${tx(key)} from ${tx(table)}
        where remove_after < now()
        order by remove_after limit ${BATCH_ROWS} for update skip locked
      ) returning ${tx(key)} as key`;
    for (const row of rows) await remove(row.key);
    return rows.length;
  });
}

/** Removes orphaned blobs and the records of finished uploads. */
export function createStorageCleanUps(backend: ObjectBackend): CleanUp[] {
  const cleanUp = (name: string, cron: string, expiring: Expiring): CleanUp => ({
    name,
    cron,
    async run(sql) {
      while ((await removeBatch(sql, expiring)) === BATCH_ROWS);
    },
  });
  return [
    cleanUp('storage:uploads', '*/10 * * * *', {
      table: 'backend_storage.resumable_uploads',
      key: 'id',
      remove: (id) => backend.forgetUpload(id),
    }),
    cleanUp('storage:bytes', '5-59/10 * * * *', {
      table: 'backend_storage.orphaned_blobs',
      key: 'version',
      remove: (version) => backend.remove(version),
    }),
  ];
}
