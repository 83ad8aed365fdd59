import { z } from 'zod';
import { storageErrors } from '../errors.ts';
import { copyObject, moveObject } from '../objects/move-and-copy.ts';
import { decodeMetadata, toCacheControl, toUserMetadata } from '../objects/upload-details.ts';
import { removeObjects } from '../objects/remove.ts';
import { asksToReplace, placeAfter, readJson, writePlace } from './request.ts';
import type { StorageApp } from './storage-app.ts';

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

function placesOf(body: z.output<typeof move>) {
  return {
    from: { bucketId: body.bucketId, name: body.sourceKey },
    to: { bucketId: body.destinationBucket ?? body.bucketId, name: body.destinationKey },
  };
}

export function addChangeRoutes({ app, callOf, limitBody }: StorageApp): void {
  app.post('/object/move', limitBody, async (context) => {
    const call = await callOf(context);
    const { from, to } = placesOf(await readJson(context, move));
    const id = await moveObject(call, from, to);
    return context.json({ message: 'Successfully moved', Id: id, Key: writePlace(to) });
  });

  app.post('/object/copy', limitBody, async (context) => {
    const call = await callOf(context);
    const body = await readJson(context, copy);
    const { from, to } = placesOf(body);
    const { cacheControl, mimetype } = body.metadata;
    const id = await copyObject(call, from, to, {
      upsert: asksToReplace(context),
      copyMetadata: body.copyMetadata,
      cacheControl: cacheControl === undefined ? null : toCacheControl(cacheControl),
      type: mimetype ?? null,
      userMetadata: toUserMetadata(decodeMetadata(context.req.header('x-metadata'))),
    });
    return context.json({ Key: writePlace(to), Id: id });
  });

  app.delete('/object/:bucket', limitBody, async (context) => {
    const call = await callOf(context);
    const { bucketId } = placeAfter(context, '/object/');
    const { prefixes } = await readJson(context, removal);
    return context.json(await removeObjects(call, bucketId, prefixes));
  });

  app.delete('/object/:bucket/*', async (context) => {
    const call = await callOf(context);
    const { bucketId, name } = placeAfter(context, '/object/');
    const removed = await removeObjects(call, bucketId, [name]);
    if (removed.length === 0) throw storageErrors.noSuchKey();
    return context.json({ message: 'Successfully deleted' });
  });
}
