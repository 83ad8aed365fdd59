import { z } from 'zod';
import { findReadableObject } from '../objects/readable.ts';
import type { ObjectPath } from '../objects/object-row.ts';
import { transformationSchema, writeTransformation } from '../render/transformation.ts';
import { withReadOnlyTransaction, type StorageCall } from '../storage-context.ts';
import { formatObjectPath, objectPathAfter, readJson } from './request.ts';
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
    const rows = await withReadOnlyTransaction(
      call,
      (tx) => tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucketId} and name in ${tx(names)}`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  async function signDownload(path: ObjectPath, expiresInS: number): Promise<string> {
    const url = formatObjectPath(path);
    const token = await urls.signRead('download', { url }, expiresInS);
    return `${ROUTE}${url}?token=${token}`;
  }

  app.post(`${ROUTE}:bucket`, limitBody, async (c) => {
    const call = await callOf(c);
    const { bucketId } = objectPathAfter(c, ROUTE);
    const { expiresIn, paths } = await readJson(c, several);
    const visible = await findVisible(call, bucketId, paths);
    const answers = paths.map(async (path) =>
      visible.has(path)
        ? { error: null, path, signedURL: await signDownload({ bucketId, name: path }, expiresIn) }
        : { error: NOT_FOUND, path, signedURL: null },
    );
    return c.json(await Promise.all(answers));
  });

  app.post(`${ROUTE}:bucket/*`, limitBody, async (c) => {
    const call = await callOf(c);
    const path = objectPathAfter(c, ROUTE);
    const { expiresIn, transform } = await readJson(c, one);
    await findReadableObject(call, path);
    if (transform === undefined || Object.keys(transform).length === 0) {
      return c.json({ signedURL: await signDownload(path, expiresIn) });
    }
    const url = formatObjectPath(path);
    const transformations = writeTransformation(transform);
    const token = await urls.signRead('render', { url, transformations }, expiresIn);
    return c.json({ signedURL: `/render/image/sign/${url}?token=${token}` });
  });
}
