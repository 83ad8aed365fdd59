import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import { findBucket, findBucketRules } from '../buckets/bucket.ts';
import { failures } from '../errors.ts';
import { asServer, type StorageContext } from '../storage-context.ts';
import type { Place } from './move-and-copy.ts';
import { findObject, type ObjectRow } from './object-row.ts';

/**
 * An object of a public bucket, which anybody may read.
 *
 * @param server the server's own part of the request; see `asServer`
 * @throws StorageError NoSuchBucket, also for a bucket that is not public
 */
export async function findPublicObject(
  context: StorageContext,
  server: ActingCaller,
  { bucketId, name }: Place,
): Promise<ObjectRow> {
  const bucket = await findBucket(context, server, bucketId);
  if (!bucket.public) throw failures.noSuchBucket();
  return findObject(context, server, bucketId, name);
}

/** An object that the caller may read: the policies say so, or its bucket is public. */
export async function findReadableObject(
  context: StorageContext,
  acting: ActingCaller,
  { bucketId, name }: Place,
): Promise<ObjectRow> {
  const bucket = await findBucketRules(context, acting, bucketId);
  return findObject(context, bucket.public ? asServer(acting) : acting, bucketId, name);
}
