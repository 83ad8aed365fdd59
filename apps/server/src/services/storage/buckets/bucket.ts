import type postgres from 'postgres';
import { storageErrors } from '../errors.ts';
import { asServer, readAs, type StorageCall } from '../storage-context.ts';

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

/** What a bucket demands of its objects. */
export type ContentRules = Pick<Bucket, 'file_size_limit' | 'allowed_mime_types'>;

type Row = Omit<Bucket, 'file_size_limit'> & { readonly file_size_limit: string | null };

/** The driver knows JSON, and no arrays. */
export function bucketColumns(tx: postgres.TransactionSql) {
  return tx`
    id, name, owner, public, file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types,
    created_at, updated_at`;
}

/** Postgres says its large numbers as text. */
export function toBucket(row: Row): Bucket {
  const limit = row.file_size_limit;
  return { ...row, file_size_limit: limit === null ? null : Number(limit) };
}

/**
 * A bucket as the caller sees it.
 *
 * @throws StorageError NoSuchBucket, also for one that the caller may not see
 */
export async function findBucket(call: StorageCall, id: string): Promise<Bucket> {
  const [row] = await readAs(
    call,
    (tx) => tx<Row[]>`select ${bucketColumns(tx)} from storage.buckets where id = ${id}`,
  );
  if (row === undefined) throw storageErrors.noSuchBucket();
  return toBucket(row);
}

/** A bucket as it is, for what it allows: who may upload need not see it. */
export function findBucketRules(call: StorageCall, id: string): Promise<Bucket> {
  return findBucket(asServer(call), id);
}
