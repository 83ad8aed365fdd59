import { ownerOf } from '../objects/owner.ts';
import { prepareUpload, uploadObject, type UploadTarget } from '../objects/upload.ts';
import type { StorageCall } from '../storage-context.ts';
import {
  asksToReplace,
  writePlace,
  incomingOf,
  placeAfter,
  type StorageRequest,
} from './request.ts';
import { checkGrantedUrl } from '../signed-urls.ts';
import { receiveUpload } from './read-upload.ts';
import type { StorageApp } from './storage-app.ts';

const UPLOAD_TOKEN_LIFETIME_S = 2 * 3600;
const SIGNED = '/object/upload/sign/';
const PLAIN = '/object/';

export function addUploadRoutes({ app, callOf, grantedCallOf, urls }: StorageApp): void {
  async function receive(context: StorageRequest, call: StorageCall, target: UploadTarget) {
    const { id, key } = await receiveUpload(incomingOf(context), (content) =>
      uploadObject(call, target, content),
    );
    return context.json({ Id: id, Key: key });
  }

  app.post(`${SIGNED}:bucket/*`, async (context) => {
    const call = await callOf(context);
    const place = placeAfter(context, SIGNED);
    const upsert = asksToReplace(context);
    const owner = ownerOf(call.acting.caller);
    // The content is checked when it arrives.
    await prepareUpload(call, { ...place, ...owner, upsert }, { type: null, size: null });
    const url = writePlace(place);
    const { role, claims } = call.acting.caller;
    const grant = { url, upsert, caller: { role, claims } };
    const token = await urls.signUpload(grant, UPLOAD_TOKEN_LIFETIME_S);
    return context.json({ url: `${SIGNED}${url}?token=${token}`, token });
  });

  app.put(`${SIGNED}:bucket/*`, async (context) => {
    const place = placeAfter(context, SIGNED);
    const grant = await urls.openUpload(context.req.query('token') ?? '');
    checkGrantedUrl(grant, writePlace(place));
    const call = grantedCallOf(context, grant.caller);
    return receive(context, call, { ...place, ...ownerOf(grant.caller), upsert: grant.upsert });
  });

  app.on(['POST', 'PUT'], `${PLAIN}:bucket/*`, async (context) => {
    const call = await callOf(context);
    const upsert = context.req.method === 'PUT' || asksToReplace(context);
    const target = { ...placeAfter(context, PLAIN), ...ownerOf(call.acting.caller), upsert };
    return receive(context, call, target);
  });
}
