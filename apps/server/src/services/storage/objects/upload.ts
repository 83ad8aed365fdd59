import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createByteCounter } from '../../../platform/byte-counter.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { sizeLimitOf } from '../buckets/limits.ts';
import { storageErrors } from '../errors.ts';
import { checkKey } from '../names.ts';
import type { StorageCall } from '../storage-context.ts';
import { attachObject, checkMayAttach, type AnnouncedFacts } from './attach-object.ts';
import { checkContent } from './content-type.ts';
import { countUpload } from './count-upload.ts';
import { describeBytes, type NewObject, type ObjectPath } from './object-row.ts';
import type { Owner } from './owner.ts';

export interface UploadTarget extends Owner, ObjectPath {
  readonly upsert: boolean;
}

export interface UploadedContent {
  readonly bytes: Readable;
  readonly type: string;
  /** The Content-Length of the request; null when it has none. */
  readonly announcedBytes: number | null;
  /** The fields that accompany the bytes. Call it after the last byte: a form can send them at its end. */
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
 * Checks everything about an upload that can be checked before its first byte.
 *
 * @throws StorageError, PostgresError
 */
export async function prepareUpload(
  call: StorageCall,
  target: UploadTarget,
  announced: AnnouncedFacts,
): Promise<{
  readonly rules: ContentRules;
  readonly object: NewObject;
  readonly limitBytes: number;
}> {
  checkKey(target.name);
  const object = toNewObject(target);
  const rules = await checkMayAttach(call, object, announced);
  return { rules, object, limitBytes: sizeLimitOf(rules, call.sizeLimitBytes) };
}

/**
 * Stores an object. The policies are checked, the bytes are written under a new
 * version, and the row makes them visible.
 */
export async function uploadObject(
  call: StorageCall,
  target: UploadTarget,
  content: UploadedContent,
): Promise<{ readonly id: string; readonly key: string }> {
  const { backend, versions, clock } = call;
  const { type, announcedBytes: size } = content;
  const { rules, object, limitBytes } = await prepareUpload(call, target, { type, size });
  await countUpload(call);
  const version = await versions.begin();
  try {
    const counter = createByteCounter(limitBytes, storageErrors.tooLarge);
    await pipeline(content.bytes, checkContent(rules, type), counter, (bytes) =>
      backend.write(version, bytes as AsyncIterable<Buffer>),
    );
    const { cacheControl, userMetadata: user_metadata } = await content.details();
    const facts = { size: counter.bytes(), type, cacheControl };
    const metadata = describeBytes(version, facts, clock.now());
    const id = await attachObject(call, { ...object, version, metadata, user_metadata }, facts);
    return { id, key: `${target.bucketId}/${target.name}` };
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
