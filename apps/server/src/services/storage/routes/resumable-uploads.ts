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

  /** A signed token names its object; what the upload names must be the same. */
  async function senderBySignature(context: StorageRequest): Promise<Sender> {
    const token = context.req.header('x-signature');
    if (token === undefined) throw storageErrors.invalidUploadToken('Missing x-signature header');
    const { caller, ...grant } = await urls.openUpload(token);
    return { call: grantedCallOf(context, caller), grant };
  }

  async function handle(context: StorageRequest, sender: Sender): Promise<Response> {
    const { method, url, headers } = context.req.raw;
    if (method !== 'POST' && method !== 'PATCH') {
      return resumable.handle(new Request(url, { method, headers }), sender);
    }
    // A body of its own: when it fails, the connection stays open for the response.
    const bytes = bodyOf(incomingOf(context));
    const body = Readable.toWeb(bytes) as ReadableStream;
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
    const request = new Request(url, init);
    try {
      return await resumable.handle(request, sender);
    } finally {
      bytes.destroy();
    }
  }

  const senderByCredentials = async (context: StorageRequest): Promise<Sender> => ({
    call: await callOf(context),
    grant: null,
  });

  const routes = [
    { route: `${ROUTE}/${SIGNED}`, senderOf: senderBySignature },
    { route: ROUTE, senderOf: senderByCredentials },
  ];
  for (const { route, senderOf } of routes) {
    for (const path of [route, `${route}/`, `${route}/:id`]) {
      app.on(METHODS, path, async (context) => handle(context, await senderOf(context)));
      app.options(path, (context) => handle(context, { call: serverCallOf(context), grant: null }));
    }
  }
}
