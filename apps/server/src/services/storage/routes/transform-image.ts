import { storageErrors } from '../errors.ts';
import { factsOf, isUnchanged } from '../objects/download.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { findObject, findPublicObject, findReadableObject } from '../objects/find-object.ts';
import { describeTransformation, transformationSchema } from '../render/transformation.ts';
import { conditionsOf, readBytes } from './answer-object.ts';
import { objectHeaders, setType, type Audience } from './object-headers.ts';
import { plainResponse } from './plain-response.ts';
import { check, objectPathAfter, formatObjectPath, type StorageRequest } from './request.ts';
import type { StorageApi, StorageRoute } from './storage-route.ts';

/** The source is in memory while it is transformed. */
const MAX_SOURCE_BYTES = 25 * 1024 * 1024;
const PUBLIC = '/render/image/public/';
const AUTHENTICATED = '/render/image/authenticated/';
const SIGNED = '/render/image/sign/';

async function answerImage(
  { backend, images }: StorageApi,
  c: StorageRequest,
  object: ObjectRow,
  query: Record<string, string>,
  audience: Audience,
): Promise<Response> {
  const wanted = check(transformationSchema, query);
  const facts = factsOf(object);
  if (facts.size > MAX_SOURCE_BYTES) throw storageErrors.tooLargeImage();
  const acceptsWebp = (c.req.header('accept') ?? '').includes('image/webp');
  const transformations = describeTransformation(wanted);
  // An entity tag in If-None-Match must not contain a comma, which separates tags.
  const form = [...transformations, acceptsWebp].join('-');
  const drawn = { ...facts, etag: facts.etag.replace(/"$/, `-${form}"`) };
  const headers = objectHeaders(c, object.name, drawn, audience);
  headers.Vary = 'Accept';
  if (transformations.length > 0) headers['X-Transformations'] = transformations.join(',');
  if (isUnchanged(drawn, conditionsOf(c))) return plainResponse(c, 304, headers, null);
  const open = () => readBytes(backend, facts.version);
  const { bytes, type } = await images.render(open, wanted, acceptsWebp);
  setType(headers, object.name, type);
  headers['Content-Length'] = String(bytes.length);
  return plainResponse(c, 200, headers, bytes as Uint8Array<ArrayBuffer>);
}

/** GET /render/image/public/:bucket/* */
export const publicImageRoute: StorageRoute = async (storage, c) => {
  const object = await findPublicObject(storage.serverCallOf(c), objectPathAfter(c, PUBLIC));
  return answerImage(storage, c, object, c.req.query(), 'public');
};

/** GET /render/image/authenticated/:bucket/* */
export const authenticatedImageRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const object = await findReadableObject(call, objectPathAfter(c, AUTHENTICATED));
  return answerImage(storage, c, object, c.req.query(), 'private');
};

/** GET /render/image/sign/:bucket/* */
export const signedImageRoute: StorageRoute = async (storage, c) => {
  const path = objectPathAfter(c, SIGNED);
  const token = c.req.query('token') ?? '';
  const claims = await storage.urls.verifyRead('render', formatObjectPath(path), token);
  const object = await findObject(storage.serverCallOf(c), path);
  // The signed transformations apply, and other parameters of the URL do not.
  const query = Object.fromEntries(new URLSearchParams(claims.transformations));
  return answerImage(storage, c, object, query, 'private');
};
