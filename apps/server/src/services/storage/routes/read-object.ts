import { findPublicObject, findReadableObject } from '../objects/readable.ts';
import { findObject, type ObjectRow } from '../objects/object-row.ts';
import { factsOf } from '../objects/download.ts';
import { answerObject } from './answer-object.ts';
import { objectHeaders } from './object-headers.ts';
import { objectPathAfter, formatObjectPath, type StorageRequest } from './request.ts';
import type { StorageApp } from './storage-app.ts';

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

export function addReadRoutes({ app, callOf, serverCallOf, backend, urls }: StorageApp): void {
  async function findForCaller(c: StorageRequest, route: string): Promise<ObjectRow> {
    return findReadableObject(await callOf(c), objectPathAfter(c, route));
  }
  const findPublic = (c: StorageRequest, route: string): Promise<ObjectRow> =>
    findPublicObject(serverCallOf(c), objectPathAfter(c, route));

  const answerInfo = (c: StorageRequest, object: ObjectRow): Response =>
    c.req.method === 'HEAD'
      ? new Response(null, {
          headers: objectHeaders(c, object.name, factsOf(object), 'private'),
        })
      : c.json(describeObject(object));

  const infos = [
    { route: '/object/info/public/', find: findPublic },
    { route: '/object/info/authenticated/', find: findForCaller },
    { route: '/object/info/', find: findForCaller },
  ];
  for (const { route, find } of infos) {
    app.get(`${route}:bucket/*`, async (c) => answerInfo(c, await find(c, route)));
  }

  app.get('/object/public/:bucket/*', async (c) => {
    const object = await findPublic(c, '/object/public/');
    return answerObject(c, backend, object, 'public');
  });

  app.get('/object/sign/:bucket/*', async (c) => {
    const path = objectPathAfter(c, '/object/sign/');
    await urls.verifyRead('download', formatObjectPath(path), c.req.query('token') ?? '');
    const object = await findObject(serverCallOf(c), path);
    return answerObject(c, backend, object, 'private');
  });

  for (const route of ['/object/authenticated/', '/object/']) {
    app.get(`${route}:bucket/*`, async (c) => {
      const object = await findForCaller(c, route);
      return answerObject(c, backend, object, 'private');
    });
  }
}
