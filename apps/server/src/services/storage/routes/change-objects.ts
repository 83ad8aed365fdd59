import { z } from 'zod';
import { storageErrors } from '../errors.ts';
import { copyObject, moveObject } from '../objects/move-and-copy.ts';
import { decodeMetadata, toCacheControl, toUserMetadata } from '../objects/upload-details.ts';
import { removeObjects } from '../objects/remove.ts';
import { isUpsert, objectPathAfter, readJson, formatObjectPath } from './request.ts';
import type { StorageRoute } from './storage-route.ts';

const MAX_NAMES = 1000;

const required = (name: string) => z.string(`must have required property '${name}'`).min(1);
const transfer = {
  bucketId: required('bucketId'),
  sourceKey: required('sourceKey'),
  destinationBucket: z.string().optional(),
  destinationKey: required('destinationKey'),
};
const move = z.object(transfer);
const copy = z.object({
  ...transfer,
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().optional(), mimetype: z.string().optional() })
    .default({}),
});
const removal = z.object({ prefixes: z.array(z.string()).min(1).max(MAX_NAMES) });

function pathsOf(body: z.output<typeof move>) {
  return {
    from: { bucketId: body.bucketId, name: body.sourceKey },
    to: { bucketId: body.destinationBucket ?? body.bucketId, name: body.destinationKey },
  };
}

/** POST /object/move */
export const moveObjectRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const { from, to } = pathsOf(await readJson(c, move));
  const id = await moveObject(call, from, to);
  return c.json({ message: 'Successfully moved', Id: id, Key: formatObjectPath(to) });
};

/** POST /object/copy */
export const copyObjectRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const body = await readJson(c, copy);
  const { from, to } = pathsOf(body);
  const { cacheControl, mimetype } = body.metadata;
  const id = await copyObject(call, from, to, {
    upsert: isUpsert(c),
    copyMetadata: body.copyMetadata,
    cacheControl: cacheControl === undefined ? null : toCacheControl(cacheControl),
    type: mimetype ?? null,
    userMetadata: toUserMetadata(decodeMetadata(c.req.header('x-metadata'))),
  });
  return c.json({ Key: formatObjectPath(to), Id: id });
};

/** DELETE /object/:bucket */
export const removeObjectsRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const { bucketId } = objectPathAfter(c, '/object/');
  const { prefixes } = await readJson(c, removal);
  return c.json(await removeObjects(call, bucketId, prefixes));
};

/** DELETE /object/:bucket/* */
export const removeObjectRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const { bucketId, name } = objectPathAfter(c, '/object/');
  const removed = await removeObjects(call, bucketId, [name]);
  if (removed.length === 0) throw storageErrors.noSuchKey();
  return c.json({ message: 'Successfully deleted' });
};
