import { ownerById, ownerOf } from '../objects/owner.ts';
import { prepareUpload, uploadObject, type UploadTarget } from '../objects/upload.ts';
import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import {
  actingAsServer,
  actingCaller,
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

export function addUploadRoutes({ app, context: storage, callers, urls }: StorageApp): void {
  async function takeIn(context: StorageRequest, acting: ActingCaller, target: UploadTarget) {
    const { content, release } = await readUpload(incomingOf(context));
    try {
      const { id, key } = await uploadObject(storage, acting, target, content);
      return context.json({ Id: id, Key: key });
    } finally {
      release();
    }
  }

  app.post(`${SIGNED}:bucket/*`, async (context) => {
    const acting = await actingCaller(context, callers);
    const place = placeAfter(context, SIGNED);
    const upsert = asksToReplace(context);
    const owner = ownerOf(acting.caller);
    // What kind of bytes will come is asked when they do.
    await prepareUpload(storage, acting, { ...place, ...owner, upsert }, null);
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
    return takeIn(context, actingAsServer(context), target);
  });

  app.on(['POST', 'PUT'], `${PLAIN}:bucket/*`, async (context) => {
    const acting = await actingCaller(context, callers);
    const upsert = context.req.method === 'PUT' || asksToReplace(context);
    const target = { ...placeAfter(context, PLAIN), ...ownerOf(acting.caller), upsert };
    return takeIn(context, acting, target);
  });
}
