import type { KvStore, Upload } from '@tus/utils';
import type { Sql, Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { storageErrors } from '../errors.ts';
import type { UploadTarget } from '../objects/upload.ts';
import { announceVersion, UPLOAD_LIFETIME_S } from '../versions.ts';

/** Longer than the lifetime of an upload, so that clients can read that an upload is complete. */
const RECORD_RETENTION_S = UPLOAD_LIFETIME_S + 1800;
/** Distinguishes these advisory locks from others that hash a text. */
const LOCK_SEED = 50;

/** The object that a complete upload becomes. */
export interface ResumableTarget extends UploadTarget {
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | null;
  readonly limitBytes: number;
}

export interface UploadRecord {
  readonly uploader: string;
  readonly target: ResumableTarget;
}

export interface UploadRecords {
  /**
   * Records an upload and registers its bytes as orphaned.
   *
   * @param maxUnfinished unfinished uploads of this uploader; null for no limit
   * @throws StorageError SlowDown
   */
  add(id: string, record: UploadRecord, maxUnfinished: number | null): Promise<void>;
  find(id: string): Promise<UploadRecord | null>;
  remove(id: string): Promise<void>;
  /** The state that the tus server stores with the record. */
  readonly protocol: KvStore;
}

/** Counts uploads that have no object yet. */
async function countUnfinished(sql: Transaction, uploader: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from backend_storage.resumable_uploads as upload
      join backend_storage.orphaned_blobs as bytes on bytes.version = upload.id
    where upload.uploader = ${uploader}`;
  return row?.count ?? 0;
}

/** Records of resumable uploads, shared by all processes. */
export function createUploadRecords(sql: Sql): UploadRecords {
  return {
    async add(id, { uploader, target }, maxUnfinished) {
      await sql.begin(async (tx) => {
        if (maxUnfinished !== null) {
          // Serializes the uploads of one user, so that each counts the earlier ones.
          await tx`select pg_advisory_xact_lock(hashtextextended(${uploader}, ${LOCK_SEED}))`;
          if ((await countUnfinished(tx, uploader)) >= maxUnfinished) {
            throw storageErrors.tooManyUploads();
          }
        }
        await announceVersion(tx, id);
        await tx`
          insert into backend_storage.resumable_uploads (id, uploader, target, remove_after)
          values (${id}, ${uploader}, ${sql.json(target)}, now() + make_interval(secs => ${RECORD_RETENTION_S}))`;
      });
    },
    async find(id) {
      const [row] = await sql<UploadRecord[]>`
        select uploader, target from backend_storage.resumable_uploads where id = ${id}`;
      return row ?? null;
    },
    async remove(id) {
      await sql`delete from backend_storage.resumable_uploads where id = ${id}`;
    },
    protocol: {
      async get(id) {
        const [row] = await sql<{ upload: Upload | null }[]>`
          select upload from backend_storage.resumable_uploads where id = ${id}`;
        return row?.upload ?? undefined;
      },
      async set(id, upload) {
        await sql`
          update backend_storage.resumable_uploads set upload = ${sql.json(upload)}
          where id = ${id}`;
      },
      async delete(id) {
        await sql`
          update backend_storage.resumable_uploads set upload = null where id = ${id}`;
      },
    },
  };
}
