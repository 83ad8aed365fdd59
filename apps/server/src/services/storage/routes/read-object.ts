import { findObject, findPublicObject, findReadableObject } from '../objects/find-object.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { factsOf } from '../objects/download.ts';
import { answerObject } from './answer-object.ts';
import { objectHeaders } from './object-headers.ts';
import { jsonResponse, plainResponse } from './plain-response.ts';
import { objectPathAfter, formatObjectPath, type StorageRequest } from './request.ts';
import type { StorageApi, StorageRoute } from './storage-route.ts';

function describeObject(object: ObjectRow) {
  const { size, type, cacheControl, etag, lastModified } = factsOf(object);
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size,
    content_type: type,
    cache_control: cacheControl,
    etag,
    metadata: object.user_metadata ?? {},
    last_modified: lastModified.toISOString(),
    created_at: object.created_at.toISOString(),
  };
}

const answerInfo = (c: StorageRequest, object: ObjectRow): Response =>
  c.req.method === 'HEAD'
    ? plainResponse(c, 200, objectHeaders(c, object.name, factsOf(object), 'private'), null)
    : jsonResponse(c, describeObject(object));

const findPublic = (storage: StorageApi, c: StorageRequest, prefix: string): Promise<ObjectRow> =>
  findPublicObject(storage.serverCallOf(c), objectPathAfter(c, prefix));

async function findForCaller(
  storage: StorageApi,
  c: StorageRequest,
  prefix: string,
): Promise<ObjectRow> {
  return findReadableObject(await storage.callOf(c), objectPathAfter(c, prefix));
}

/** GET /object/info/public/:bucket/* */
export const publicInfoRoute: StorageRoute = async (storage, c) =>
  answerInfo(c, await findPublic(storage, c, '/object/info/public/'));

/** GET /object/info/:bucket/* and the same path with `authenticated` */
export const infoRoute =
  (prefix: string): StorageRoute =>
  async (storage, c) =>
    answerInfo(c, await findForCaller(storage, c, prefix));

/** GET /object/public/:bucket/* */
export const publicObjectRoute: StorageRoute = async (storage, c) => {
  const object = await findPublic(storage, c, '/object/public/');
  return answerObject(c, storage.backend, object, 'public');
};

/** GET /object/sign/:bucket/* */
export const signedObjectRoute: StorageRoute = async (storage, c) => {
  const path = objectPathAfter(c, '/object/sign/');
  const token = c.req.query('token') ?? '';
  await storage.urls.verifyRead('download', formatObjectPath(path), token);
  const object = await findObject(storage.serverCallOf(c), path);
  return answerObject(c, storage.backend, object, 'private');
};

/** GET /object/:bucket/* and the same path with `authenticated` */
export const objectRoute =
  (prefix: string): StorageRoute =>
  async (storage, c) =>
    answerObject(c, storage.backend, await findForCaller(storage, c, prefix), 'private');
