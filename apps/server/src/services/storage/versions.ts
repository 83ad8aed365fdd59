import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Sql } from '../../platform/database/connection.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CleanUp } from '../../platform/shared/clean-up.ts';
import type { ObjectBackend } from './backends/backend.ts';

/** How long an upload in parts may take. */
export const UPLOAD_LIFETIME_S = 24 * 3600;
/** Longer than any upload: until then, bytes without a row may still be on their way to one. */
const UNATTACHED_KEPT_S = UPLOAD_LIFETIME_S + 3600;
const BATCH_ROWS = 100;

/** The versions of bytes that no row names: not yet, or no longer. */
export interface Versions {
  /** Says that bytes will be written, before they are: whatever happens, they are found again. */
  begin(): Promise<string>;
  /** Removes bytes that will get no row. A failure leaves them to the schedule. */
  drop(version: string): Promise<void>;
}

interface VersionsDeps {
  /** As the role that services log in as. */
  readonly sql: Sql;
  readonly backend: ObjectBackend;
  readonly logger: Logger;
}

/** Records that bytes will be written, so that the schedule finds them if nothing attaches them. */
export async function announceVersion(
  sql: Sql | postgres.TransactionSql,
  version: string,
): Promise<void> {
  await sql`
    insert into backend_storage.orphaned_blobs (version, remove_after)
    values (${version}, now() + make_interval(secs => ${UNATTACHED_KEPT_S}))`;
}

export function createVersions({ sql, backend, logger }: VersionsDeps): Versions {
  return {
    async begin() {
      const version = randomUUID();
      await announceVersion(sql, version);
      return version;
    },
    async drop(version) {
      try {
        // The row's absence means that the version was attached after all: then it stays.
        await sql.begin(async (tx) => {
          const { count } = await tx`
            delete from backend_storage.orphaned_blobs where version = ${version}`;
          if (count > 0) await backend.remove(version);
        });
      } catch (error) {
        logger.warn({ err: error }, 'bytes that no object names are removed later');
      }
    },
  };
}

/** A table whose rows say when what they stand for is to be removed. */
interface Expiring {
  readonly table: string;
  readonly key: string;
  readonly remove: (key: string) => Promise<void>;
}

/** Each row is held while its bytes are removed, so that no object can come to name them meanwhile. */
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

/** What this service forgets: bytes without a row, and the records of uploads that are over. */
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
