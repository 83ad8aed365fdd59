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
import type { StorageRoute } from './storage-route.ts';

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

const idOf = (c: StorageRequest): string => c.req.param('id') ?? '';

/** POST /bucket */
export const createBucketRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const body = await readJson(c, newBucket);
  const name = checkBucketName(body.name);
  await createBucket(call, { ...body, id: checkBucketName(body.id ?? name), name });
  return c.json({ name });
};

/** GET /bucket */
export const listBucketsRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  return c.json(await listBuckets(call, check(listing, c.req.query())));
};

/** GET /bucket/:id */
export const getBucketRoute: StorageRoute = async (storage, c) =>
  c.json(await findBucket(await storage.callOf(c), idOf(c)));

/** PUT /bucket/:id */
export const updateBucketRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  await updateBucket(call, idOf(c), await readJson(c, changes));
  return c.json({ message: 'Successfully updated' });
};

/** POST /bucket/:id/empty */
export const emptyBucketRoute: StorageRoute = async (storage, c) => {
  await emptyBucket(await storage.callOf(c), idOf(c));
  return c.json({ message: EMPTIED });
};

/** DELETE /bucket/:id */
export const deleteBucketRoute: StorageRoute = async (storage, c) => {
  await deleteBucket(await storage.callOf(c), idOf(c));
  return c.json({ message: 'Successfully deleted' });
};
