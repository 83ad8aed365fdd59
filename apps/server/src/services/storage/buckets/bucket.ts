import type { Transaction } from '../../../platform/database/connection.ts';
import { storageErrors } from '../errors.ts';
import { asServiceRole, withReadOnlyTransaction, type StorageCall } from '../storage-context.ts';

export interface Bucket {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly public: boolean;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The restrictions that a bucket sets for its objects. */
export type ContentRules = Pick<Bucket, 'file_size_limit' | 'allowed_mime_types'>;

type Row = Omit<Bucket, 'file_size_limit'> & { readonly file_size_limit: string | null };

/** As JSON. */
export function bucketColumns(tx: Transaction) {
  return tx`
    id, name, owner, public, file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types,
    created_at, updated_at`;
}

/** A `bigint` arrives as text. */
export function toBucket(row: Row): Bucket {
  const limit = row.file_size_limit;
  return { ...row, file_size_limit: limit === null ? null : Number(limit) };
}

/**
 * A bucket that the caller may see.
 *
 * @throws StorageError NoSuchBucket, also when the caller may not see it
 */
export async function findBucket(call: StorageCall, id: string): Promise<Bucket> {
  const [row] = await withReadOnlyTransaction(
    call,
    (tx) => tx<Row[]>`select ${bucketColumns(tx)} from storage.buckets where id = ${id}`,
  );
  if (row === undefined) throw storageErrors.noSuchBucket();
  return toBucket(row);
}

/** The rules of a bucket. A caller who may upload need not be allowed to see the bucket. */
export function findBucketRules(call: StorageCall, id: string): Promise<Bucket> {
  return findBucket(asServiceRole(call), id);
}
