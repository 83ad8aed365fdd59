import type { JsonObject } from '../../../platform/json.ts';

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

/** The row of a new object. The version is null when only the permission is tested. */
export interface NewObject extends Omit<
  ObjectRow,
  'created_at' | 'updated_at' | 'last_accessed_at'
> {
  readonly upsert: boolean;
}
