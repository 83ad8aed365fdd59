import type { Transaction } from '../../../platform/database/connection.ts';
import { classifyDatabaseError } from '../../../platform/database/error-class.ts';
import { storageErrors } from '../errors.ts';
import { ownerOf } from '../objects/owner.ts';
import {
  asServiceRole,
  withTransaction,
  withReadOnlyTransaction,
  type StorageCall,
} from '../storage-context.ts';
import { bucketColumns, findBucket, toBucket, type Bucket } from './bucket.ts';

const BATCH_ROWS = 1000;
export const BUCKET_SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const;

interface BucketRules {
  readonly public?: boolean | undefined;
  readonly file_size_limit?: number | null | undefined;
  readonly allowed_mime_types?: readonly string[] | null | undefined;
}

function toTextArray(tx: Transaction, values: readonly string[] | null) {
  if (values === null) return tx`null`;
  return tx`array(select jsonb_array_elements_text(${tx.json([...values])}))`;
}

/** @throws StorageError Duplicate, or Unauthorized where a policy refuses */
export async function createBucket(
  call: StorageCall,
  bucket: BucketRules & { readonly id: string; readonly name: string },
): Promise<void> {
  const { owner, ownerId } = ownerOf(call.acting.caller);
  await withTransaction(call, async (tx) => {
    await tx`
      insert into storage.buckets
        (id, name, public, file_size_limit, owner, owner_id, allowed_mime_types)
      values (
        ${bucket.id}, ${bucket.name}, ${bucket.public ?? false}, ${bucket.file_size_limit ?? null},
        ${owner}, ${ownerId}, ${toTextArray(tx, bucket.allowed_mime_types ?? null)}
      )`;
  }).catch((error: unknown) => {
    throw classifyDatabaseError(error) === 'duplicate' ? storageErrors.bucketExists(error) : error;
  });
}

interface BucketListing {
  readonly limit: number | null;
  readonly offset: number;
  readonly sortColumn: (typeof BUCKET_SORT_COLUMNS)[number];
  readonly sortOrder: 'asc' | 'desc';
  readonly search: string;
}

export async function listBuckets(
  call: StorageCall,
  { limit, offset, sortColumn, sortOrder, search }: BucketListing,
): Promise<Bucket[]> {
  const rows = await withReadOnlyTransaction(
    call,
    (tx) => tx<Parameters<typeof toBucket>[0][]>`
      select ${bucketColumns(tx)} from storage.buckets
      where strpos(lower(name), lower(${search})) > 0
      order by ${tx(sortColumn)} ${sortOrder === 'desc' ? tx`desc` : tx`asc`}
      limit ${limit} offset ${offset}`,
  );
  return rows.map(toBucket);
}

/** @throws StorageError NoSuchBucket, also when the caller may not change it */
export async function updateBucket(
  call: StorageCall,
  id: string,
  rules: BucketRules,
): Promise<void> {
  const { public: isPublic, file_size_limit: sizeLimit, allowed_mime_types: types } = rules;
  const { count } = await withTransaction(
    call,
    (tx) => tx`
      update storage.buckets set updated_at = now()
        ${isPublic === undefined ? tx`` : tx`, public = ${isPublic}`}
        ${sizeLimit === undefined ? tx`` : tx`, file_size_limit = ${sizeLimit}`}
        ${types === undefined ? tx`` : tx`, allowed_mime_types = ${toTextArray(tx, types)}`}
      where id = ${id}`,
  );
  if (count === 0) throw storageErrors.noSuchBucket();
}

/**
 * Deletes all objects of a bucket, or none.
 *
 * @throws StorageError when the caller may not delete one of them
 */
export async function emptyBucket(call: StorageCall, id: string): Promise<void> {
  await findBucket(call, id);
  for (let count = BATCH_ROWS; count === BATCH_ROWS;) {
    ({ count } = await withTransaction(
      call,
      (tx) => tx`
        delete from storage.objects where id in (
          select id from storage.objects where bucket_id = ${id} limit ${BATCH_ROWS}
        )`,
    ));
  }
  if (await hasObjects(call, id)) {
    throw storageErrors.accessDenied('The bucket holds objects that you may not delete');
  }
}

async function hasObjects(call: StorageCall, id: string): Promise<boolean> {
  const [row] = await withReadOnlyTransaction(
    asServiceRole(call),
    (tx) => tx<{ found: boolean }[]>`
      select exists (select from storage.objects where bucket_id = ${id}) as found`,
  );
  return row?.found === true;
}

/** @throws StorageError ResourceNotEmpty; NoSuchBucket, also when the caller may not delete it */
export async function deleteBucket(call: StorageCall, id: string): Promise<void> {
  await findBucket(call, id);
  const { count } = await withTransaction(
    call,
    (tx) => tx`delete from storage.buckets where id = ${id}`,
  ).catch((error: unknown) => {
    // The foreign key of objects prevents the deletion of a bucket that has objects.
    throw classifyDatabaseError(error) === 'reference' ? storageErrors.bucketNotEmpty() : error;
  });
  if (count === 0) throw storageErrors.noSuchBucket();
}
