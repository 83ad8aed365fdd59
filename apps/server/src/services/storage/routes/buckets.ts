import { z } from 'zod';
import { findBucket } from '../buckets/bucket.ts';
import {
  BUCKET_SORT_COLUMNS,
  createBucket,
  deleteBucket,
  emptyBucket,
  listBuckets,
  updateBucket,
} from '../buckets/manage-buckets.ts';
import { storageErrors } from '../errors.ts';
import { checkBucketName } from '../names.ts';
import { parseSize } from '../size.ts';
import { check, readJson, type StorageRequest } from './request.ts';
import type { StorageApp } from './storage-app.ts';

/** Hosted projects queue this. Here the bucket is empty when the response is sent. */
const EMPTIED = 'Empty bucket has been queued. Completion may take up to an hour.';
const MIME_TYPE = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)$/;

const rules = {
  public: z.boolean().optional(),
  file_size_limit: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((given) => {
      if (given === null || given === undefined) return given;
      const bytes = parseSize(given);
      if (bytes === null) throw storageErrors.invalidSizeLimit();
      return bytes === 0 ? null : bytes;
    }),
  allowed_mime_types: z
    .array(z.string())
    .nullish()
    .transform((types) => {
      const wrong = types?.find((type) => !MIME_TYPE.test(type));
      if (wrong !== undefined) throw storageErrors.invalidMimeType(wrong);
      return types;
    }),
};
const newBucket = z.object({
  id: z.string().optional(),
  name: z.string("must have required property 'name'"),
  ...rules,
});
const changes = z.object(rules);
const listing = z.object({
  limit: z.coerce.number().int().positive().nullable().catch(null).default(null),
  offset: z.coerce.number().int().nonnegative().default(0),
  sortColumn: z.enum(BUCKET_SORT_COLUMNS).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
});

export function addBucketRoutes({ app, callOf, limitBody }: StorageApp): void {
  const idOf = (c: StorageRequest): string => c.req.param('id') ?? '';

  app.post('/bucket', limitBody, async (c) => {
    const call = await callOf(c);
    const body = await readJson(c, newBucket);
    const name = checkBucketName(body.name);
    await createBucket(call, { ...body, id: checkBucketName(body.id ?? name), name });
    return c.json({ name });
  });
  for (const path of ['/bucket', '/bucket/']) {
    app.get(path, async (c) => {
      const call = await callOf(c);
      const wanted = check(listing, c.req.query());
      return c.json(await listBuckets(call, wanted));
    });
  }
  app.get('/bucket/:id', async (c) => c.json(await findBucket(await callOf(c), idOf(c))));
  app.put('/bucket/:id', limitBody, async (c) => {
    const call = await callOf(c);
    await updateBucket(call, idOf(c), await readJson(c, changes));
    return c.json({ message: 'Successfully updated' });
  });
  app.post('/bucket/:id/empty', async (c) => {
    await emptyBucket(await callOf(c), idOf(c));
    return c.json({ message: EMPTIED });
  });
  app.delete('/bucket/:id', async (c) => {
    await deleteBucket(await callOf(c), idOf(c));
    return c.json({ message: 'Successfully deleted' });
  });
}
