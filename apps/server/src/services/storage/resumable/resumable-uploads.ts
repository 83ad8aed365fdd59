import { buffer } from 'node:stream/consumers';
import { Server } from '@tus/server';
import type { Upload } from '@tus/utils';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import { findBucketRules } from '../buckets/bucket.ts';
import { failures, toStorageError } from '../errors.ts';
import { checkHead, HEAD_BYTES } from '../objects/content-type.ts';
import { countUpload } from '../objects/count-upload.ts';
import { describeBytes, insertObject } from '../objects/object-row.ts';
import { ownerOf } from '../objects/owner.ts';
import { prepareUpload, toNewObject } from '../objects/upload.ts';
import { toCacheControl, toUserMetadata } from '../objects/upload-details.ts';
import {
  asServer,
  changeAs,
  readAs,
  type StorageCall,
  type StorageContext,
} from '../storage-context.ts';
import { UPLOAD_LIFETIME_S } from '../versions.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { ResumableTarget, UploadRecord, UploadRecords } from './upload-records.ts';

/** Of one person; what is begun keeps its space for a day. */
const MAX_UNFINISHED = 20;

export interface ResumableUploads {
  handle(request: Request, call: StorageCall): Promise<Response>;
}

interface ResumableUploadsDeps {
  readonly context: StorageContext;
  readonly records: UploadRecords;
  readonly locks: UploadLocks;
  /** Where the uploads are, with the service's mount point. */
  readonly path: string;
  readonly logger: Logger;
}

/** Whoever began an upload: the same person, or the same key. */
function uploaderOf({ role, claims }: Caller): string {
  return `${role}:${typeof claims.sub === 'string' ? claims.sub : ''}`;
}

/** Uploads in parts by the tus protocol, which go on where they were cut off. */
export function createResumableUploads(deps: ResumableUploadsDeps): ResumableUploads {
  const { context, records, locks, path, logger } = deps;
  const { backend, versions, clock } = context;
  const calls = new WeakMap<Request, StorageCall>();

  function callOf(request: Request): StorageCall {
    const found = calls.get(request);
    if (found === undefined) throw new Error('Nobody asks.');
    return found;
  }

  /** @throws StorageError for somebody else's, as for none at all */
  async function findOwn(request: Request, id: string): Promise<UploadRecord> {
    const record = await records.find(id);
    if (record === null) throw failures.noSuchUpload();
    if (record.uploader !== uploaderOf(callOf(request).acting.caller)) {
      throw failures.accessDenied('The upload was begun by somebody else');
    }
    return record;
  }

  async function limitUnfinished(caller: Caller): Promise<void> {
    // Whom nobody knows is no one person.
    if (typeof caller.claims.sub !== 'string') return;
    const unfinished = await records.countUnfinished(uploaderOf(caller));
    if (unfinished >= MAX_UNFINISHED) throw failures.tooManyUploads();
  }

  async function begin(request: Request, { id, size, metadata }: Upload): Promise<void> {
    const call = callOf(request);
    const { bucketName, objectName, contentType, cacheControl, metadata: own } = metadata ?? {};
    if (!bucketName || !objectName) {
      throw failures.invalidRequest('The upload must name bucketName and objectName');
    }
    const type = contentType ?? 'application/octet-stream';
    const target = {
      bucketId: bucketName,
      name: objectName,
      upsert: request.headers.get('x-upsert') === 'true',
      ...ownerOf(call.acting.caller),
    };
    const { limitBytes } = await prepareUpload(call, target, {
      type,
      announcedBytes: size ?? null,
    });
    await countUpload(call);
    await limitUnfinished(call.acting.caller);
    const details: ResumableTarget = {
      ...target,
      type,
      cacheControl: toCacheControl(cacheControl ?? undefined),
      userMetadata: toUserMetadata(own ?? undefined),
      limitBytes,
    };
    await records.add(id, { uploader: uploaderOf(call.acting.caller), target: details });
  }

  async function isAttached(call: StorageCall, version: string): Promise<boolean> {
    const [row] = await readAs(
      asServer(call),
      (tx) => tx<{ found: boolean }[]>`
        select exists (select from storage.objects where version = ${version}) as found`,
    );
    return row?.found === true;
  }

  /** Makes a complete upload an object. The policies are asked again: a day may have passed. */
  async function finish(request: Request, { id, size }: Upload): Promise<void> {
    const call = callOf(request);
    const { target } = await findOwn(request, id);
    if (await isAttached(call, id)) return;
    if (size === undefined || size > target.limitBytes) throw failures.tooLarge();
    const bucket = await findBucketRules(call, target.bucketId);
    if (size > 0) {
      const head = await backend.read(id, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
      await checkHead(bucket, target.type, await buffer(head));
    }
    await backend.settleUpload(id);
    const { userMetadata: user_metadata } = target;
    const metadata = describeBytes(id, { ...target, size }, clock.now());
    await changeAs(call, (tx) =>
      insertObject(tx, { ...toNewObject(target), version: id, metadata, user_metadata }),
    );
  }

  const datastore = backend.createUploadStore(records.protocol, UPLOAD_LIFETIME_S * 1000);
  const server = new Server({
    path,
    datastore,
    locker: locks,
    // Whatever stands before the server, it knows its own name better.
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => versions.begin(),
    async maxSize(request, id) {
      if (request.method === 'POST' || id === null) return context.sizeLimitBytes;
      return (await records.find(id))?.target.limitBytes ?? context.sizeLimitBytes;
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      await findOwn(request, id);
      if (request.method !== 'HEAD') return;
      // Whoever asks how far an upload has come takes "all of it" for done.
      const upload = await datastore.getUpload(id);
      if (upload.offset === upload.size) await finish(request, upload);
    },
    async onUploadCreate(request, upload) {
      try {
        await begin(request, upload);
      } catch (error) {
        await versions.drop(upload.id);
        throw error;
      }
      return {};
    },
    async onUploadFinish(request, upload) {
      await finish(request, upload);
      return {};
    },
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined;
      const { statusCode, message, cause } = toStorageError(error);
      if (statusCode >= 500) logger.error({ err: cause ?? error }, 'an upload in parts failed');
      return { status_code: statusCode, body: message };
    },
  });

  return {
    async handle(request, call) {
      calls.set(request, call);
      const answer = await server.handleWeb(request);
      if (request.method === 'DELETE' && answer.status === 204) {
        const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
        await versions.drop(id);
        await records.remove(id);
      }
      return answer;
    },
  };
}
