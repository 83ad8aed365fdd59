import { Readable } from 'node:stream';
import { bodyOf } from '../../../platform/http/incoming-body.ts';
import type { Sender } from '../resumable/upload-lifecycle.ts';
import { storageErrors } from '../errors.ts';
import { incomingOf, type StorageRequest } from './request.ts';
import type { StorageApi, StorageRoute } from './storage-route.ts';

/** The upload must be for the object that the signed token names. */
async function senderBySignature(storage: StorageApi, c: StorageRequest): Promise<Sender> {
  const token = c.req.header('x-signature');
  if (token === undefined) throw storageErrors.invalidUploadToken('Missing x-signature header');
  const { caller, ...grant } = await storage.urls.openUpload(token);
  return { call: storage.grantedCallOf(c, caller), grant };
}

async function handle({ resumable }: StorageApi, c: StorageRequest, sender: Sender) {
  const { method, url, headers } = c.req.raw;
  if (method !== 'POST' && method !== 'PATCH') {
    return resumable.handle(new Request(url, { method, headers }), sender);
  }
  // A separate body stream: when it fails, the connection stays open for the response.
  const bytes = bodyOf(incomingOf(c));
  const body = Readable.toWeb(bytes) as ReadableStream;
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
  try {
    return await resumable.handle(new Request(url, init), sender);
  } finally {
    bytes.destroy();
  }
}

/** /upload/resumable, for callers with credentials */
export const resumableRoute: StorageRoute = async (storage, c) =>
  handle(storage, c, { call: await storage.callOf(c), grant: null });

/** /upload/resumable/sign, for callers with a signed token */
export const signedResumableRoute: StorageRoute = async (storage, c) =>
  handle(storage, c, await senderBySignature(storage, c));

/** OPTIONS /upload/resumable: the abilities of the server, without authentication */
export const resumableOptionsRoute: StorageRoute = (storage, c) =>
  handle(storage, c, { call: storage.serverCallOf(c), grant: null });
