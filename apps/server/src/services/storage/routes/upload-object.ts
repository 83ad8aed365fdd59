import { ownerById, ownerOf } from '../objects/owner.ts';
import { prepareUpload, uploadObject, type UploadTarget } from '../objects/upload.ts';
import type { StorageCall } from '../storage-context.ts';
import {
  asksToReplace,
  writePlace,
  incomingOf,
  placeAfter,
  type StorageRequest,
} from './request.ts';
import { readUpload } from './read-upload.ts';
import type { StorageApp } from './storage-app.ts';

const UPLOAD_TOKEN_LIFETIME_S = 2 * 3600;
const SIGNED = '/object/upload/sign/';
const PLAIN = '/object/';

export function addUploadRoutes({ app, callOf, serverCallOf, urls }: StorageApp): void {
  async function takeIn(context: StorageRequest, call: StorageCall, target: UploadTarget) {
    const { content, release } = await readUpload(incomingOf(context));
    try {
      const { id, key } = await uploadObject(call, target, content);
      return context.json({ Id: id, Key: key });
    } finally {
      release();
    }
  }

  app.post(`${SIGNED}:bucket/*`, async (context) => {
    const call = await callOf(context);
    const place = placeAfter(context, SIGNED);
    const upsert = asksToReplace(context);
    const owner = ownerOf(call.acting.caller);
    // What kind of bytes will come is asked when they do.
    await prepareUpload(call, { ...place, ...owner, upsert }, null);
    const url = writePlace(place);
    const claims = { url, upsert, ...(owner.ownerId === null ? {} : { owner: owner.ownerId }) };
    const token = await urls.sign('upload', claims, UPLOAD_TOKEN_LIFETIME_S);
    return context.json({ url: `${SIGNED}${url}?token=${token}`, token });
  });

  app.put(`${SIGNED}:bucket/*`, async (context) => {
    const place = placeAfter(context, SIGNED);
    const url = writePlace(place);
    const claims = await urls.verify('upload', url, context.req.query('token') ?? '');
    const owner = ownerById(claims.owner ?? null);
    const target = { ...place, ...owner, upsert: claims.upsert === true };
    return takeIn(context, serverCallOf(context), target);
  });

  app.on(['POST', 'PUT'], `${PLAIN}:bucket/*`, async (context) => {
    const call = await callOf(context);
    const upsert = context.req.method === 'PUT' || asksToReplace(context);
    const target = { ...placeAfter(context, PLAIN), ...ownerOf(call.acting.caller), upsert };
    return takeIn(context, call, target);
  });
}
