import { randomUUID } from 'node:crypto';
import { Server } from '@tus/server';
import { ERRORS } from '@tus/utils';
import type { Logger } from '../../../platform/logger.ts';
import { toStorageError } from '../errors.ts';
import type { StorageContext } from '../storage-context.ts';
import { UPLOAD_LIFETIME_S } from '../versions.ts';
import { createUploadLifecycle, type Sender } from './upload-lifecycle.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadRecords } from './upload-records.ts';

/** The path segment of uploads with a signed token instead of credentials. */
export const SIGNED = 'sign';
const TOO_LARGE = 'EntityTooLarge';

export interface ResumableUploads {
  handle(request: Request, sender: Sender): Promise<Response>;
}

interface ResumableUploadsDeps {
  readonly context: StorageContext;
  readonly records: UploadRecords;
  readonly locks: UploadLocks;
  /** Where the uploads are, with the service's mount point. */
  readonly path: string;
  readonly logger: Logger;
}

/** What is known of a request about an upload. */
interface Known {
  readonly sender: Sender;
  /** The upload that it began. */
  begun?: string;
}

/** Uploads in parts by the tus protocol, which continue where they were interrupted. */
export function createResumableUploads(deps: ResumableUploadsDeps): ResumableUploads {
  const { context, records, locks, path, logger } = deps;
  const uploads = createUploadLifecycle(context, records);
  const datastore = context.backend.createUploadStore(records.protocol, UPLOAD_LIFETIME_S * 1000);
  const requests = new WeakMap<Request, Known>();

  function knownOf(request: Request): Known {
    const known = requests.get(request);
    if (known === undefined) throw new Error('The request has no sender.');
    return known;
  }

  const server = new Server({
    path,
    datastore,
    locker: locks,
    // Relative, because a proxy may have another address.
    generateUrl: (request, { id }) =>
      knownOf(request).sender.grant === null ? `${path}/${id}` : `${path}/${SIGNED}/${id}`,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    async maxSize(request, id) {
      if (request.method === 'POST' || id === null) return context.sizeLimitBytes;
      return (await records.find(id))?.target.limitBytes ?? context.sizeLimitBytes;
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const { sender } = knownOf(request);
      await uploads.findOwn(sender, id);
      if (request.method !== 'HEAD') return;
      // A client that reads "all of it" takes the upload for done.
      const upload = await datastore.getUpload(id);
      if (upload.offset === upload.size) await uploads.finish(sender, upload);
    },
    async onUploadCreate(request, upload) {
      const known = knownOf(request);
      await uploads.begin(known.sender, upload, request.headers.get('x-upsert') === 'true');
      known.begun = upload.id;
      return {};
    },
    async onUploadFinish(request, upload) {
      await uploads.finish(knownOf(request).sender, upload);
      return {};
    },
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined;
      const { code, statusCode, message, cause } = toStorageError(error);
      if (statusCode >= 500) {
        logger.error({ err: cause ?? error }, 'storage: resumable upload failed');
      }
      const body = code === TOO_LARGE ? ERRORS.ERR_MAX_SIZE_EXCEEDED.body : message;
      return { status_code: statusCode, body };
    },
  });

  return {
    async handle(request, sender) {
      const known: Known = { sender };
      requests.set(request, known);
      const answer = await server.handleWeb(request);
      if (known.begun !== undefined && answer.status >= 400) {
        // Its client never learned its URL.
        await datastore.remove(known.begun).catch(() => undefined);
        await uploads.forget(known.begun);
      }
      if (request.method === 'DELETE' && answer.status === 204) {
        await uploads.forget(new URL(request.url).pathname.split('/').at(-1) ?? '');
      }
      return answer;
    },
  };
}
