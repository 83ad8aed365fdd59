import { buffer } from 'node:stream/consumers';
import { Server } from '@tus/server';
import type { Upload } from '@tus/utils';
import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { Caller } from '../../../platform/identity/caller.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import { findBucketRules } from '../buckets/bucket.ts';
import { failures, toStorageError } from '../errors.ts';
import { checkHead, HEAD_BYTES } from '../objects/content-type.ts';
import { describeBytes, insertObject } from '../objects/object-row.ts';
import { ownerOf } from '../objects/owner.ts';
import { prepareUpload, toNewObject } from '../objects/upload.ts';
import { toCacheControl, toUserMetadata } from '../objects/upload-details.ts';
import { asServer, type StorageContext } from '../storage-context.ts';
import { UPLOAD_LIFETIME_S } from '../versions.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { ResumableTarget, UploadRecord, UploadRecords } from './upload-records.ts';

export interface ResumableUploads {
  handle(request: Request, acting: ActingCaller): Promise<Response>;
}

export interface ResumableUploadsDeps {
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
  const { sql, backend, versions, clock } = context;
  const actingOf = new WeakMap<Request, ActingCaller>();

  function acting(request: Request): ActingCaller {
    const found = actingOf.get(request);
    if (found === undefined) throw new Error('Nobody asks.');
    return found;
  }

  /** @throws StorageError for somebody else's, as for none at all */
  async function findOwn(request: Request, id: string): Promise<UploadRecord> {
    const record = await records.find(id);
    if (record === null) throw failures.noSuchUpload();
    if (record.uploader !== uploaderOf(acting(request).caller)) {
      throw failures.accessDenied('The upload was begun by somebody else');
    }
    return record;
  }

  async function begin(request: Request, { id, size, metadata }: Upload): Promise<void> {
    const caller = acting(request);
    const { bucketName, objectName, contentType, cacheControl, metadata: own } = metadata ?? {};
    if (!bucketName || !objectName) {
      throw failures.invalidRequest('The upload must name bucketName and objectName');
    }
    const type = contentType ?? 'application/octet-stream';
    const target = {
      bucketId: bucketName,
      name: objectName,
      upsert: request.headers.get('x-upsert') === 'true',
      ...ownerOf(caller.caller),
    };
    const { limitBytes } = await prepareUpload(context, caller, target, {
      type,
      announcedBytes: size ?? null,
    });
    const details: ResumableTarget = {
      ...target,
      type,
      cacheControl: toCacheControl(cacheControl ?? undefined),
      userMetadata: toUserMetadata(own ?? undefined),
      limitBytes,
    };
    await records.add(id, { uploader: uploaderOf(caller.caller), target: details });
  }

  async function isAttached(caller: ActingCaller, version: string): Promise<boolean> {
    const [row] = await withCaller(
      sql,
      asServer(caller),
      (tx) => tx<{ found: boolean }[]>`
        select exists (select from storage.objects where version = ${version}) as found`,
      { access: 'read only' },
    );
    return row?.found === true;
  }

  /** Makes a complete upload an object. The policies are asked again: a day may have passed. */
  async function finish(request: Request, { id, size }: Upload): Promise<void> {
    const caller = acting(request);
    const { target } = await findOwn(request, id);
    if (await isAttached(caller, id)) return;
    if (size === undefined || size > target.limitBytes) throw failures.tooLarge();
    const bucket = await findBucketRules(context, caller, target.bucketId);
    if (size > 0) {
      const head = await backend.read(id, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
      await checkHead(bucket, target.type, await buffer(head));
    }
    await backend.settleUpload(id);
    const { userMetadata } = target;
    const metadata = describeBytes(id, { ...target, size }, clock.now());
    await withCaller(sql, caller, (tx) =>
      insertObject(tx, { ...toNewObject(target), version: id, metadata, userMetadata }),
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
    async handle(request, caller) {
      actingOf.set(request, caller);
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
