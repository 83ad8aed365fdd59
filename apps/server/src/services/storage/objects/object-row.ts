import type { Transaction } from '../../../platform/database/connection.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { storageErrors } from '../errors.ts';
import { withReadOnlyTransaction, type StorageCall } from '../storage-context.ts';

/** Metadata of an object's bytes, with the keys that hosted Supabase uses. */
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

export interface ObjectPath {
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
    // The bytes of a version never change, so the version identifies them as a digest would.
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype: type,
    cacheControl,
    lastModified: now.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** The version is null when only the permission is tested. */
export interface NewObject extends Omit<
  ObjectRow,
  'created_at' | 'updated_at' | 'last_accessed_at'
> {
  readonly upsert: boolean;
}

/**
 * Inserts the row of an object. With `upsert`, replaces an existing one.
 *
 * @returns the object's id
 */
export async function insertObject(
  tx: Transaction,
  { upsert, ...row }: NewObject,
): Promise<string> {
  if (!upsert) {
    // No RETURNING clause, because a caller who may insert an object need not be allowed to select it.
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
 * An object that the caller may see.
 *
 * @throws StorageError NoSuchKey, also when the caller may not see it
 */
export async function findObject(
  call: StorageCall,
  { bucketId, name }: ObjectPath,
): Promise<ObjectRow> {
  const [row] = await withReadOnlyTransaction(
    call,
    (tx) => tx<ObjectRow[]>`
      select ${tx(OBJECT_COLUMNS)} from storage.objects
      where bucket_id = ${bucketId} and name = ${name}`,
  );
  if (row === undefined) throw storageErrors.noSuchKey();
  return row;
}
