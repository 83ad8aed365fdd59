import type { Upload } from '@tus/utils';
import type { Caller } from '../../../platform/identity/caller.ts';
import { findBucketRules } from '../buckets/bucket.ts';
import { storageErrors } from '../errors.ts';
import { attachObject } from '../objects/attach-object.ts';
import { checkStoredContent } from '../objects/content-type.ts';
import { countUpload } from '../objects/count-upload.ts';
import { describeBytes, type ObjectPath } from '../objects/object-row.ts';
import { ownerOf } from '../objects/owner.ts';
import { prepareUpload, toNewObject } from '../objects/upload.ts';
import { toCacheControl, toUserMetadata } from '../objects/upload-details.ts';
import { checkGrantedUrl, type UploadGrant } from '../signed-urls.ts';
import {
  asServiceRole,
  withReadOnlyTransaction,
  type StorageCall,
  type StorageContext,
} from '../storage-context.ts';
import type { UploadRecord, UploadRecords } from './upload-records.ts';

/** For each user. An unfinished upload uses disk space for a day. */
const MAX_UNFINISHED_UPLOADS = 20;

/** The sender of a request about an upload. */
export interface Sender {
  readonly call: StorageCall;
  /** The one upload that a signed token grants; null for a caller with credentials. */
  readonly grant: Pick<UploadGrant, 'url' | 'upsert'> | null;
}

/** The same user, or the same API key. */
function uploaderOf({ role, claims }: Caller): string {
  return `${role}:${typeof claims.sub === 'string' ? claims.sub : ''}`;
}

function checkGrant({ grant }: Sender, { bucketId, name }: ObjectPath): void {
  if (grant !== null) checkGrantedUrl(grant, `${bucketId}/${name}`);
}

function targetOf({ call, grant }: Sender, isUpsert: boolean, metadata: Upload['metadata']) {
  const { bucketName, objectName, contentType, cacheControl, metadata: own } = metadata ?? {};
  if (!bucketName || !objectName) {
    throw storageErrors.invalidRequest('The upload must name bucketName and objectName');
  }
  return {
    bucketId: bucketName,
    name: objectName,
    upsert: grant?.upsert ?? isUpsert,
    ...ownerOf(call.acting.caller),
    type: contentType ?? 'application/octet-stream',
    cacheControl: toCacheControl(cacheControl ?? undefined),
    userMetadata: toUserMetadata(own ?? undefined),
  };
}

async function isAttached(call: StorageCall, version: string): Promise<boolean> {
  const [row] = await withReadOnlyTransaction(
    asServiceRole(call),
    (tx) => tx<{ found: boolean }[]>`
      select exists (select from storage.objects where version = ${version}) as found`,
  );
  return row?.found === true;
}

/** Creates resumable uploads and converts complete ones to objects. */
export function createUploadLifecycle(
  { backend, versions, clock }: StorageContext,
  records: UploadRecords,
) {
  /** @throws StorageError when the upload does not exist or belongs to another user */
  async function findOwn(sender: Sender, id: string): Promise<UploadRecord> {
    const record = await records.find(id);
    if (record === null) throw storageErrors.noSuchUpload();
    if (record.uploader !== uploaderOf(sender.call.acting.caller)) {
      throw storageErrors.accessDenied('The upload belongs to another user');
    }
    checkGrant(sender, record.target);
    return record;
  }

  return {
    findOwn,
    async begin(sender: Sender, upload: Upload, isUpsert: boolean): Promise<void> {
      const { call } = sender;
      const target = targetOf(sender, isUpsert, upload.metadata);
      checkGrant(sender, target);
      const announced = { type: target.type, size: upload.size ?? null };
      const { limitBytes } = await prepareUpload(call, target, announced, null);
      await countUpload(call);
      const { caller } = call.acting;
      const record = { uploader: uploaderOf(caller), target: { ...target, limitBytes } };
      // Anonymous callers share a role, so a limit would apply to all of them together.
      const max = typeof caller.claims.sub === 'string' ? MAX_UNFINISHED_UPLOADS : null;
      await records.add(upload.id, record, max);
    },
    /** Converts a complete upload to an object. Repeats all checks, because a day can have passed. */
    async finish(sender: Sender, { id, size }: Upload): Promise<void> {
      const { call } = sender;
      const { target } = await findOwn(sender, id);
      if (await isAttached(call, id)) return;
      if (size === undefined || size > target.limitBytes) throw storageErrors.tooLarge();
      const facts = { ...target, version: id, size };
      const rules = await findBucketRules(call, target.bucketId);
      await checkStoredContent(backend, rules, facts);
      await backend.settleUpload(id);
      const { userMetadata: user_metadata } = target;
      const metadata = describeBytes(id, facts, clock.now());
      const object = { ...toNewObject(target), version: id, metadata, user_metadata };
      await attachObject(call, object, facts, rules);
    },
    async forget(id: string): Promise<void> {
      await versions.drop(id);
      await records.remove(id);
    },
  };
}
