import { findPublicObject, findReadableObject } from '../objects/readable.ts';
import { findObject, type ObjectRow } from '../objects/object-row.ts';
import { factsOf } from '../objects/download.ts';
import { answerObject } from './answer-object.ts';
import { objectHeaders } from './object-headers.ts';
import { placeAfter, writePlace, type StorageRequest } from './request.ts';
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
  async function findForCaller(context: StorageRequest, route: string): Promise<ObjectRow> {
    return findReadableObject(await callOf(context), placeAfter(context, route));
  }
  const findForAnybody = (context: StorageRequest, route: string): Promise<ObjectRow> =>
    findPublicObject(serverCallOf(context), placeAfter(context, route));

  const answerInfo = (context: StorageRequest, object: ObjectRow): Response =>
    context.req.method === 'HEAD'
      ? new Response(null, {
          headers: objectHeaders(context, object.name, factsOf(object), 'the caller'),
        })
      : context.json(describeObject(object));

  const infos = [
    { route: '/object/info/public/', find: findForAnybody },
    { route: '/object/info/authenticated/', find: findForCaller },
    { route: '/object/info/', find: findForCaller },
  ];
  for (const { route, find } of infos) {
    app.get(`${route}:bucket/*`, async (context) =>
      answerInfo(context, await find(context, route)),
    );
  }

  app.get('/object/public/:bucket/*', async (context) => {
    const object = await findForAnybody(context, '/object/public/');
    return answerObject(context, backend, object, 'everybody');
  });

  app.get('/object/sign/:bucket/*', async (context) => {
    const place = placeAfter(context, '/object/sign/');
    await urls.verifyRead('download', writePlace(place), context.req.query('token') ?? '');
    const object = await findObject(serverCallOf(context), place);
    return answerObject(context, backend, object, 'the caller');
  });

  for (const route of ['/object/authenticated/', '/object/']) {
    app.get(`${route}:bucket/*`, async (context) => {
      const object = await findForCaller(context, route);
      return answerObject(context, backend, object, 'the caller');
    });
  }
}
