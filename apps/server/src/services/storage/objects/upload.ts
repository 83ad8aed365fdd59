import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createByteCounter } from '../../../platform/byte-counter.ts';
import type { JsonObject } from '../../../platform/json.ts';
import { findBucketRules, type Bucket } from '../buckets/bucket.ts';
import { checkType, sizeLimitOf } from '../buckets/limits.ts';
import { failures } from '../errors.ts';
import { checkKey } from '../names.ts';
import { changeAs, type StorageCall } from '../storage-context.ts';
import { checkMayInsert } from './check-permission.ts';
import { checkContent } from './content-type.ts';
import { countUpload } from './count-upload.ts';
import { describeBytes, insertObject, type NewObject, type Place } from './object-row.ts';
import type { Owner } from './owner.ts';

export interface UploadTarget extends Owner, Place {
  readonly upsert: boolean;
}

export interface UploadedContent {
  readonly bytes: Readable;
  readonly type: string;
  /** What the request says of its length; null where it does not. */
  readonly announcedBytes: number | null;
  /** What came with the bytes; asked when they are all there, for a form may say it last. */
  readonly details: () => Promise<UploadDetails>;
}

interface UploadDetails {
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | null;
}

export function toNewObject(target: UploadTarget): NewObject {
  const { bucketId, name, owner, ownerId, upsert } = target;
  return {
    id: randomUUID(),
    bucket_id: bucketId,
    name,
    owner,
    owner_id: ownerId,
    version: null,
    metadata: null,
    user_metadata: null,
    upsert,
  };
}

/**
 * What can be said against an upload before any byte of it.
 *
 * @param content null while it is not known what will come
 */
export async function prepareUpload(
  call: StorageCall,
  target: UploadTarget,
  content: Pick<UploadedContent, 'type' | 'announcedBytes'> | null,
): Promise<{ readonly bucket: Bucket; readonly object: NewObject; readonly limitBytes: number }> {
  checkKey(target.name);
  const bucket = await findBucketRules(call, target.bucketId);
  const limitBytes = sizeLimitOf(bucket, call.sizeLimitBytes);
  if (content !== null) {
    if ((content.announcedBytes ?? 0) > limitBytes) throw failures.tooLarge();
    checkType(bucket, content.type);
  }
  const object = toNewObject(target);
  await checkMayInsert(call, object);
  return { bucket, object, limitBytes };
}

/**
 * Takes in an object: the policies are asked, its bytes are written under a
 * version of their own, and the row makes them visible, all at once.
 */
export async function uploadObject(
  call: StorageCall,
  target: UploadTarget,
  content: UploadedContent,
): Promise<{ readonly id: string; readonly key: string }> {
  const { backend, versions, clock } = call;
  const { bucket, object, limitBytes } = await prepareUpload(call, target, content);
  await countUpload(call);
  const version = await versions.begin();
  try {
    const counter = createByteCounter(limitBytes, failures.tooLarge);
    const checked = checkContent(bucket, content.type);
    const reading = pipeline(content.bytes, checked, counter);
    const writing = backend.write(version, counter);
    // Both have to end: a file that is still being written cannot be removed.
    const [read, written] = await Promise.allSettled([reading, writing]);
    if (read.status === 'rejected') throw read.reason;
    if (written.status === 'rejected') throw written.reason;
    const { cacheControl, userMetadata: user_metadata } = await content.details();
    const facts = { size: counter.bytes(), type: content.type, cacheControl };
    const metadata = describeBytes(version, facts, clock.now());
    const id = await changeAs(call, (tx) =>
      insertObject(tx, { ...object, version, metadata, user_metadata }),
    );
    return { id, key: `${target.bucketId}/${target.name}` };
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
