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
  /** The URL path of uploads, with the service's mount point. */
  readonly path: string;
  readonly logger: Logger;
}

/** The state of a request. */
interface RequestState {
  readonly sender: Sender;
  /** The id of the upload that the request created. */
  createdId?: string;
}

/** Resumable uploads by the tus protocol. */
export function createResumableUploads(deps: ResumableUploadsDeps): ResumableUploads {
  const { context, records, locks, path, logger } = deps;
  const uploads = createUploadLifecycle(context, records);
  const datastore = context.backend.createUploadStore(records.protocol, UPLOAD_LIFETIME_S * 1000);
  const requests = new WeakMap<Request, RequestState>();

  function stateOf(request: Request): RequestState {
    const state = requests.get(request);
    if (state === undefined) throw new Error('The request has no sender.');
    return state;
  }

  const server = new Server({
    path,
    datastore,
    locker: locks,
    // Relative, because the server does not know the public origin behind a proxy.
    generateUrl: (request, { id }) =>
      stateOf(request).sender.grant === null ? `${path}/${id}` : `${path}/${SIGNED}/${id}`,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    async maxSize(request, id) {
      if (request.method === 'POST' || id === null) return context.sizeLimitBytes;
      return (await records.find(id))?.target.limitBytes ?? context.sizeLimitBytes;
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const { sender } = stateOf(request);
      await uploads.findOwn(sender, id);
      if (request.method !== 'HEAD') return;
      // A client that reads an offset equal to the size considers the upload complete.
      const upload = await datastore.getUpload(id);
      if (upload.offset === upload.size) await uploads.finish(sender, upload);
    },
    async onUploadCreate(request, upload) {
      const state = stateOf(request);
      await uploads.begin(state.sender, upload, request.headers.get('x-upsert') === 'true');
      state.createdId = upload.id;
      return {};
    },
    async onUploadFinish(request, upload) {
      await uploads.finish(stateOf(request).sender, upload);
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
      const state: RequestState = { sender };
      requests.set(request, state);
      const answer = await server.handleWeb(request);
      if (state.createdId !== undefined && answer.status >= 400) {
        // The client never received the upload's URL.
        await datastore.remove(state.createdId).catch(() => undefined);
        await uploads.forget(state.createdId);
      }
      if (request.method === 'DELETE' && answer.status === 204) {
        await uploads.forget(new URL(request.url).pathname.split('/').at(-1) ?? '');
      }
      return answer;
    },
  };
}
