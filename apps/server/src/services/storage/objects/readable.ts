import { findBucket, findBucketRules } from '../buckets/bucket.ts';
import { storageErrors } from '../errors.ts';
import { asServiceRole, type StorageCall } from '../storage-context.ts';
import { findObject, type ObjectRow, type ObjectPath } from './object-row.ts';

/**
 * An object of a public bucket, readable without authentication.
 *
 * @param server a call with the rights of the service role
 * @throws StorageError NoSuchBucket, also for a bucket that is not public
 */
export async function findPublicObject(server: StorageCall, path: ObjectPath): Promise<ObjectRow> {
  const bucket = await findBucket(server, path.bucketId);
  if (!bucket.public) throw storageErrors.noSuchBucket();
  return findObject(server, path);
}

/** An object that the caller may read by policies, or because its bucket is public. */
export async function findReadableObject(call: StorageCall, path: ObjectPath): Promise<ObjectRow> {
  const bucket = await findBucketRules(call, path.bucketId);
  return findObject(bucket.public ? asServiceRole(call) : call, path);
}
