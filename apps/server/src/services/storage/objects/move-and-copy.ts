import { findBucketRules } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { failures } from '../errors.ts';
import { checkKey } from '../names.ts';
import { changeAs, type StorageCall } from '../storage-context.ts';
import { checkMayInsert } from './check-permission.ts';
import { countUpload } from './count-upload.ts';
import { factsOf, type ObjectFacts } from './download.ts';
import { describeBytes, findObject, insertObject, type Place } from './object-row.ts';
import { ownerOf } from './owner.ts';
import { toNewObject } from './upload.ts';

/** What a bucket refuses from outside it refuses from another bucket, too. */
async function checkDestination(
  call: StorageCall,
  to: Place,
  { type, size }: ObjectFacts,
): Promise<void> {
  const bucket = await findBucketRules(call, to.bucketId);
  checkType(bucket, type);
  if (size > sizeLimitOf(bucket, call.sizeLimitBytes)) throw failures.tooLarge();
}

/**
 * Gives an object another place. Its bytes stay where they are, so that it is
 * here or there at any moment.
 *
 * @returns its id
 */
export async function moveObject(call: StorageCall, from: Place, to: Place): Promise<string> {
  checkKey(to.name);
  const object = await findObject(call, from);
  if (to.bucketId !== from.bucketId) await checkDestination(call, to, factsOf(object));
  const { count } = await changeAs(
    call,
    (tx) => tx`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucketId} and name = ${from.name}`,
  );
  if (count === 0) throw failures.noSuchKey();
  return object.id;
}

/** @returns the copy's id */
export async function copyObject(
  call: StorageCall,
  from: Place,
  to: Place,
  { upsert, copyMetadata }: { readonly upsert: boolean; readonly copyMetadata: boolean },
): Promise<string> {
  checkKey(to.name);
  const source = await findObject(call, from);
  const facts = factsOf(source);
  await checkDestination(call, to, facts);
  const object = toNewObject({ ...to, ...ownerOf(call.acting.caller), upsert });
  await checkMayInsert(call, object);
  const { backend, versions, clock } = call;
  await countUpload(call);
  const version = await versions.begin();
  try {
    await backend.copy(facts.version, version);
    const metadata = describeBytes(version, facts, clock.now());
    const user_metadata = copyMetadata ? source.user_metadata : null;
    return await changeAs(call, (tx) =>
      insertObject(tx, { ...object, version, metadata, user_metadata }),
    );
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
