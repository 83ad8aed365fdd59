import type postgres from 'postgres';
import type { JsonObject } from '../../../platform/json.ts';
import { storageErrors } from '../errors.ts';
import { readAs, type StorageCall } from '../storage-context.ts';

/** What is known of an object's bytes, by the hosted project's names. */
interface ObjectMetadata extends JsonObject {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
}

export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
  readonly metadata: Partial<ObjectMetadata> | null;
  readonly user_metadata: JsonObject | null;
}

export interface Place {
  readonly bucketId: string;
  readonly name: string;
}

export const OBJECT_COLUMNS = [
  'id',
  'name',
  'bucket_id',
  'owner',
  'owner_id',
  'version',
  'created_at',
  'updated_at',
  'last_accessed_at',
  'metadata',
  'user_metadata',
] as const;

export interface BytesFacts {
  readonly size: number;
  readonly type: string;
  readonly cacheControl: string;
}

export function describeBytes(
  version: string,
  { size, type, cacheControl }: BytesFacts,
  now: Date,
): ObjectMetadata {
  return {
    // Bytes never change under a version, so that it is as good as a digest of them.
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype: type,
    cacheControl,
    lastModified: now.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** Its version is null when it is only asked whether the object may be made. */
export interface NewObject extends Omit<
  ObjectRow,
  'created_at' | 'updated_at' | 'last_accessed_at'
> {
  readonly upsert: boolean;
}

/**
 * Makes an object's row, or replaces it where that is meant.
 *
 * @returns its id
 */
export async function insertObject(
  tx: postgres.TransactionSql,
  { upsert, ...row }: NewObject,
): Promise<string> {
  if (!upsert) {
    // Without RETURNING: who may add an object need not be allowed to see it.
    await tx`insert into storage.objects ${tx(row)}`;
    return row.id;
  }
  const [made] = await tx<{ id: string }[]>`
    insert into storage.objects ${tx(row)}
    on conflict (bucket_id, name) do update set
      owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata,
      updated_at = now(), last_accessed_at = now()
    returning id`;
  return made?.id ?? row.id;
}

/**
 * An object as the caller sees it.
 *
 * @throws StorageError NoSuchKey, also for one that the caller may not see
 */
export async function findObject(call: StorageCall, { bucketId, name }: Place): Promise<ObjectRow> {
  const [row] = await readAs(
    call,
    (tx) => tx<ObjectRow[]>`
      select ${tx(OBJECT_COLUMNS)} from storage.objects
      where bucket_id = ${bucketId} and name = ${name}`,
  );
  if (row === undefined) throw storageErrors.noSuchKey();
  return row;
}
