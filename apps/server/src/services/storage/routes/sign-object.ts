import { z } from 'zod';
import { findReadableObject } from '../objects/find-object.ts';
import type { ObjectPath } from '../objects/object-row.ts';
import { transformationSchema, writeTransformation } from '../render/transformation.ts';
import { withReadOnlyTransaction, type StorageCall } from '../storage-context.ts';
import { formatObjectPath, objectPathAfter, readJson } from './request.ts';
import type { StorageApi, StorageRoute } from './storage-route.ts';

const MAX_PATHS = 1000;
const ROUTE = '/object/sign/';
const NOT_FOUND = 'Either the object does not exist or you do not have access to it';

const lifetime = z.number().int().positive();
const one = z.object({ expiresIn: lifetime, transform: transformationSchema.optional() });
const several = z.object({ expiresIn: lifetime, paths: z.array(z.string()).min(1).max(MAX_PATHS) });

async function findVisible(call: StorageCall, bucketId: string, names: readonly string[]) {
  const rows = await withReadOnlyTransaction(
    call,
    (tx) => tx<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${bucketId} and name = any(${names})`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function signDownload(
  { urls }: StorageApi,
  path: ObjectPath,
  expiresInS: number,
): Promise<string> {
  const url = formatObjectPath(path);
  const token = await urls.signRead('download', { url }, expiresInS);
  return `${ROUTE}${url}?token=${token}`;
}

/** POST /object/sign/:bucket */
export const signObjectsRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const { bucketId } = objectPathAfter(c, ROUTE);
  const { expiresIn, paths } = await readJson(c, several);
  const visible = await findVisible(call, bucketId, paths);
  const signed = paths.map(async (path) => {
    if (!visible.has(path)) return { error: NOT_FOUND, path, signedURL: null };
    const signedURL = await signDownload(storage, { bucketId, name: path }, expiresIn);
    return { error: null, path, signedURL };
  });
  return c.json(await Promise.all(signed));
};

/** POST /object/sign/:bucket/* */
export const signObjectRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const path = objectPathAfter(c, ROUTE);
  const { expiresIn, transform } = await readJson(c, one);
  await findReadableObject(call, path);
  if (transform === undefined || Object.keys(transform).length === 0) {
    return c.json({ signedURL: await signDownload(storage, path, expiresIn) });
  }
  const url = formatObjectPath(path);
  const transformations = writeTransformation(transform);
  const token = await storage.urls.signRead('render', { url, transformations }, expiresIn);
  return c.json({ signedURL: `/render/image/sign/${url}?token=${token}` });
};
