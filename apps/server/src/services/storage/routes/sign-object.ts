import { z } from 'zod';
import { findReadableObject } from '../objects/readable.ts';
import type { Place } from '../objects/object-row.ts';
import { transformationSchema, writeTransformation } from '../render/transformation.ts';
import { readAs, type StorageCall } from '../storage-context.ts';
import { writePlace, placeAfter, readJson } from './request.ts';
import type { StorageApp } from './storage-app.ts';

const MAX_PATHS = 1000;
const ROUTE = '/object/sign/';
const NOT_FOUND = 'Either the object does not exist or you do not have access to it';

const lifetime = z.number().int().positive();
const one = z.object({ expiresIn: lifetime, transform: transformationSchema.optional() });
const several = z.object({ expiresIn: lifetime, paths: z.array(z.string()).min(1).max(MAX_PATHS) });

export function addSignRoutes(storageApp: StorageApp): void {
  const { app, callOf, urls, limitBody } = storageApp;

  async function findVisible(call: StorageCall, bucketId: string, names: readonly string[]) {
    const rows = await readAs(
      call,
      (tx) => tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucketId} and name in ${tx(names)}`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  async function signDownload(place: Place, expiresInS: number): Promise<string> {
    const url = writePlace(place);
    const token = await urls.signRead('download', { url }, expiresInS);
    return `${ROUTE}${url}?token=${token}`;
  }

  app.post(`${ROUTE}:bucket`, limitBody, async (context) => {
    const call = await callOf(context);
    const { bucketId } = placeAfter(context, ROUTE);
    const { expiresIn, paths } = await readJson(context, several);
    const visible = await findVisible(call, bucketId, paths);
    const answers = paths.map(async (path) =>
      visible.has(path)
        ? { error: null, path, signedURL: await signDownload({ bucketId, name: path }, expiresIn) }
        : { error: NOT_FOUND, path, signedURL: null },
    );
    return context.json(await Promise.all(answers));
  });

  app.post(`${ROUTE}:bucket/*`, limitBody, async (context) => {
    const call = await callOf(context);
    const place = placeAfter(context, ROUTE);
    const { expiresIn, transform } = await readJson(context, one);
    await findReadableObject(call, place);
    if (transform === undefined || Object.keys(transform).length === 0) {
      return context.json({ signedURL: await signDownload(place, expiresIn) });
    }
    const url = writePlace(place);
    const transformations = writeTransformation(transform);
    const token = await urls.signRead('render', { url, transformations }, expiresIn);
    return context.json({ signedURL: `/render/image/sign/${url}?token=${token}` });
  });
}
