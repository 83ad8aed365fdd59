import { randomUUID } from 'node:crypto';
import type { NewVersion } from '../announced-versions.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { sizeLimitOf } from '../buckets/limits.ts';
import { checkKey } from '../names.ts';
import type { StorageCall } from '../storage-context.ts';
import { attachObject, checkMayAttach } from './attach-object.ts';
import { countUpload } from './count-upload.ts';
import { describeBytes, type NewObject, type ObjectPath } from './object-row.ts';
import type { Owner } from './owner.ts';
import { storeBytes, type UploadedContent } from './store-bytes.ts';
import type { AnnouncedFacts } from './upload-admission.ts';

export interface UploadTarget extends Owner, ObjectPath {
  readonly upsert: boolean;
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
 * @param version see `checkMayAttach`
 * @throws StorageError, PostgresError
 */
export async function prepareUpload(
  call: StorageCall,
  target: UploadTarget,
  announced: AnnouncedFacts,
  version: NewVersion | null,
): Promise<{
  readonly rules: ContentRules;
  readonly object: NewObject;
  readonly limitBytes: number;
}> {
  checkKey(target.name);
  const object = toNewObject(target);
  const rules = await checkMayAttach(call, object, announced, version);
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
  const { newVersions } = call;
  const version = newVersions.begin();
  try {
    const id = await uploadVersion(call, target, content, version);
    return { id, key: `${target.bucketId}/${target.name}` };
  } finally {
    newVersions.end();
  }
}

/** @returns the object's id */
async function uploadVersion(
  call: StorageCall,
  target: UploadTarget,
  content: UploadedContent,
  newVersion: NewVersion,
): Promise<string> {
  const { backend, versions, clock } = call;
  const { version } = newVersion;
  const { type, announcedBytes } = content;
  const announced = { type, size: announcedBytes };
  const { rules, object, limitBytes } = await prepareUpload(call, target, announced, newVersion);
  try {
    await countUpload(call);
    const size = await storeBytes(backend, version, content, { rules, limitBytes });
    const { cacheControl, userMetadata: user_metadata } = await content.details();
    const facts = { size, type, cacheControl };
    const metadata = describeBytes(version, facts, clock.now());
    const row = { ...object, version, metadata, user_metadata };
    return await attachObject(call, row, facts, rules);
  } catch (error) {
    await versions.drop(version);
    throw error;
  }
}
