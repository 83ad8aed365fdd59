import { Readable } from 'node:stream';
import { bodyOf } from '../../../platform/http/request-body.ts';
import { SIGNED } from '../resumable/resumable-uploads.ts';
import type { Sender } from '../resumable/upload-lifecycle.ts';
import { storageErrors } from '../errors.ts';
import { incomingOf, type StorageRequest } from './request.ts';
import type { StorageApp } from './storage-app.ts';

const ROUTE = '/upload/resumable';
const METHODS = ['POST', 'HEAD', 'GET', 'PATCH', 'DELETE'];

export function addResumableRoutes(storageApp: StorageApp): void {
  const { app, callOf, grantedCallOf, serverCallOf, urls, resumable } = storageApp;

  /** The upload must be for the object that the signed token names. */
  async function senderBySignature(c: StorageRequest): Promise<Sender> {
    const token = c.req.header('x-signature');
    if (token === undefined) throw storageErrors.invalidUploadToken('Missing x-signature header');
    const { caller, ...grant } = await urls.openUpload(token);
    return { call: grantedCallOf(c, caller), grant };
  }

  async function handle(c: StorageRequest, sender: Sender): Promise<Response> {
    const { method, url, headers } = c.req.raw;
    if (method !== 'POST' && method !== 'PATCH') {
      return resumable.handle(new Request(url, { method, headers }), sender);
    }
    // A separate body stream: when it fails, the connection stays open for the response.
    const bytes = bodyOf(incomingOf(c));
    const body = Readable.toWeb(bytes) as ReadableStream;
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
    const request = new Request(url, init);
    try {
      return await resumable.handle(request, sender);
    } finally {
      bytes.destroy();
    }
  }

  const senderByCredentials = async (c: StorageRequest): Promise<Sender> => ({
    call: await callOf(c),
    grant: null,
  });

  const routes = [
    { route: `${ROUTE}/${SIGNED}`, senderOf: senderBySignature },
    { route: ROUTE, senderOf: senderByCredentials },
  ];
  for (const { route, senderOf } of routes) {
    for (const path of [route, `${route}/`, `${route}/:id`]) {
      app.on(METHODS, path, async (c) => handle(c, await senderOf(c)));
      app.options(path, (c) => handle(c, { call: serverCallOf(c), grant: null }));
    }
  }
}
