import { ownerOf } from '../objects/owner.ts';
import { prepareUpload, uploadObject, type UploadTarget } from '../objects/upload.ts';
import type { StorageCall } from '../storage-context.ts';
import {
  isUpsert,
  formatObjectPath,
  incomingOf,
  objectPathAfter,
  type StorageRequest,
} from './request.ts';
import { checkGrantedUrl } from '../signed-urls.ts';
import { jsonResponse } from './plain-response.ts';
import { receiveUpload } from './read-upload.ts';
import type { StorageRoute } from './storage-route.ts';

const UPLOAD_TOKEN_LIFETIME_S = 2 * 3600;
const SIGNED = '/object/upload/sign/';
const PLAIN = '/object/';

async function receive(c: StorageRequest, call: StorageCall, target: UploadTarget) {
  const { id, key } = await receiveUpload(incomingOf(c), (content) =>
    uploadObject(call, target, content),
  );
  return jsonResponse(c, { Id: id, Key: key });
}

/** POST /object/upload/sign/:bucket/* */
export const signUploadRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const path = objectPathAfter(c, SIGNED);
  const upsert = isUpsert(c);
  const owner = ownerOf(call.acting.caller);
  // The content is checked when it arrives.
  const anything = { type: null, size: null };
  await prepareUpload(call, { ...path, ...owner, upsert }, anything, null);
  const url = formatObjectPath(path);
  const { role, claims } = call.acting.caller;
  const grant = { url, upsert, caller: { role, claims } };
  const token = await storage.urls.signUpload(grant, UPLOAD_TOKEN_LIFETIME_S);
  return c.json({ url: `${SIGNED}${url}?token=${token}`, token });
};

/** PUT /object/upload/sign/:bucket/* */
export const signedUploadRoute: StorageRoute = async (storage, c) => {
  const path = objectPathAfter(c, SIGNED);
  const grant = await storage.urls.openUpload(c.req.query('token') ?? '');
  checkGrantedUrl(grant, formatObjectPath(path));
  const call = storage.grantedCallOf(c, grant.caller);
  return receive(c, call, { ...path, ...ownerOf(grant.caller), upsert: grant.upsert });
};

/** POST and PUT /object/:bucket/* */
export const uploadRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const upsert = c.req.method === 'PUT' || isUpsert(c);
  const target = { ...objectPathAfter(c, PLAIN), ...ownerOf(call.acting.caller), upsert };
  return receive(c, call, target);
};
