import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import { findBucketRules } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { failures } from '../errors.ts';
import { checkKey } from '../names.ts';
import type { StorageContext } from '../storage-context.ts';
import { checkMayInsert } from './check-permission.ts';
import { factsOf, type ObjectFacts } from './download.ts';
import { describeBytes, findObject, insertObject } from './object-row.ts';
import { ownerOf } from './owner.ts';
import { toNewObject } from './upload.ts';

export interface Place {
  readonly bucketId: string;
  readonly name: string;
}

/** What a bucket refuses from outside it refuses from another bucket, too. */
async function checkDestination(
  context: StorageContext,
  acting: ActingCaller,
  to: Place,
  { type, size }: ObjectFacts,
): Promise<void> {
  const bucket = await findBucketRules(context, acting, to.bucketId);
  checkType(bucket, type);
  if (size > sizeLimitOf(bucket, context.sizeLimitBytes)) throw failures.tooLarge();
}

/**
 * Gives an object another place. Its bytes stay where they are, so that it is
 * here or there at any moment.
 *
 * @returns its id
 */
export async function moveObject(
  context: StorageContext,
  acting: ActingCaller,
  from: Place,
  to: Place,
): Promise<string> {
  checkKey(to.name);
  const object = await findObject(context, acting, from.bucketId, from.name);
  if (to.bucketId !== from.bucketId) await checkDestination(context, acting, to, factsOf(object));
  const { count } = await withCaller(
    context.sql,
    acting,
    (tx) => tx`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucketId} and name = ${from.name}`,
  );
  if (count === 0) throw failures.noSuchKey();
  return object.id;
}

export interface CopyOptions {
  readonly upsert: boolean;
  readonly copyMetadata: boolean;
}

/** @returns the copy's id */
export async function copyObject(
  context: StorageContext,
  acting: ActingCaller,
  from: Place,
  to: Place,
  { upsert, copyMetadata }: CopyOptions,
): Promise<string> {
  checkKey(to.name);
  const source = await findObject(context, acting, from.bucketId, from.name);
  const facts = factsOf(source);
  await checkDestination(context, acting, to, facts);
  const object = toNewObject({ ...to, ...ownerOf(acting.caller), upsert });
  await checkMayInsert(context, acting, object);
  const { backend, versions, clock } = context;
  const version = await versions.begin();
  try {
    await backend.copy(facts.version, version);
    const metadata = describeBytes(version, facts, clock.now());
    const userMetadata = copyMetadata ? source.user_metadata : null;
    return await withCaller(context.sql, acting, (tx) =>
      insertObject(tx, { ...object, version, metadata, userMetadata }),
    );
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
