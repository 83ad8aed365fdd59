import { findBucket, findBucketRules } from '../buckets/bucket.ts';
import { storageErrors } from '../errors.ts';
import { asServer, type StorageCall } from '../storage-context.ts';
import { findObject, type ObjectRow, type Place } from './object-row.ts';

/**
 * An object of a public bucket, which anybody may read.
 *
 * @param server the server's own part of the request; see `asServer`
 * @throws StorageError NoSuchBucket, also for a bucket that is not public
 */
export async function findPublicObject(server: StorageCall, place: Place): Promise<ObjectRow> {
  const bucket = await findBucket(server, place.bucketId);
  if (!bucket.public) throw storageErrors.noSuchBucket();
  return findObject(server, place);
}

/** An object that the caller may read: the policies say so, or its bucket is public. */
export async function findReadableObject(call: StorageCall, place: Place): Promise<ObjectRow> {
  const bucket = await findBucketRules(call, place.bucketId);
  return findObject(bucket.public ? asServer(call) : call, place);
}
