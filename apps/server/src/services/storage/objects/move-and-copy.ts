import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../platform/json.ts';
import { findBucketRules } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { storageErrors } from '../errors.ts';
import { checkKey } from '../names.ts';
import { withTransaction, type StorageCall } from '../storage-context.ts';
import { attachObject, checkMayAttach } from './attach-object.ts';
import { checkStoredContent } from './content-type.ts';
import { countUpload } from './count-upload.ts';
import { factsOf, type ObjectFacts } from './download.ts';
import { findObject } from './find-object.ts';
import { describeBytes, type ObjectPath } from './object-row.ts';
import { ownerOf } from './owner.ts';
import { toNewObject } from './upload.ts';

/** Applies a bucket's rules to an object of another bucket. */
async function checkDestination(
  call: StorageCall,
  to: ObjectPath,
  facts: ObjectFacts,
): Promise<void> {
  const bucket = await findBucketRules(call, to.bucketId);
  checkType(bucket, facts.type);
  if (facts.size > sizeLimitOf(bucket, call.sizeLimitBytes)) throw storageErrors.tooLarge();
  await checkStoredContent(call.backend, bucket, facts);
}

/**
 * Moves an object to another path. Only the row changes, so the object exists at exactly one path at any
 * time.
 *
 * @returns the object's id
 */
export async function moveObject(
  call: StorageCall,
  from: ObjectPath,
  to: ObjectPath,
): Promise<string> {
  checkKey(to.name);
  const object = await findObject(call, from);
  if (to.bucketId !== from.bucketId) await checkDestination(call, to, factsOf(object));
  const { count } = await withTransaction(
    call,
    (tx) => tx`
      update storage.objects
      set bucket_id = ${to.bucketId}, name = ${to.name}, updated_at = now()
      where bucket_id = ${from.bucketId} and name = ${from.name}`,
  );
  if (count === 0) throw storageErrors.noSuchKey();
  return object.id;
}

export interface CopyOptions {
  readonly upsert: boolean;
  /** Copies the metadata of the source. Otherwise the following fields replace it. */
  readonly copyMetadata: boolean;
  readonly cacheControl: string | null;
  readonly type: string | null;
  readonly userMetadata: JsonObject | null;
}

function factsOfCopy(source: ObjectFacts, options: CopyOptions): ObjectFacts {
  if (options.copyMetadata) return source;
  const { type, cacheControl } = options;
  return {
    ...source,
    type: type ?? source.type,
    cacheControl: cacheControl ?? source.cacheControl,
  };
}

/** @returns the copy's id */
export async function copyObject(
  call: StorageCall,
  from: ObjectPath,
  to: ObjectPath,
  options: CopyOptions,
): Promise<string> {
  checkKey(to.name);
  const { backend, versions, clock } = call;
  const source = await findObject(call, from);
  const facts = factsOfCopy(factsOf(source), options);
  const user_metadata = options.copyMetadata ? source.user_metadata : options.userMetadata;
  const object = toNewObject({ ...to, ...ownerOf(call.acting.caller), upsert: options.upsert });
  const version = randomUUID();
  const newVersion = { version, isAnnounced: false };
  const rules = await checkMayAttach(call, object, facts, newVersion);
  try {
    await checkStoredContent(backend, rules, facts);
    await countUpload(call);
    await backend.copy(facts.version, version);
    const metadata = describeBytes(version, facts, clock.now());
    const row = { ...object, version, metadata, user_metadata };
    return await attachObject(call, row, facts, rules);
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
