import { z } from 'zod';
import { storageErrors } from '../errors.ts';
import {
  LIST_SORT_COLUMNS,
  LIST_V2_SORT_COLUMNS,
  listFolder,
  listPage,
  readCursor,
  writeCursor,
} from '../objects/list.ts';
import { objectPathAfter, readJson } from './request.ts';
import type { StorageRoute } from './storage-route.ts';

const MAX_ENTRIES = 10_000;
const ROUTE = '/object/list/';
const ROUTE_V2 = '/object/list-v2/';

const limit = z.number().int().positive();
const order = z.enum(['asc', 'desc']).default('asc');
const listing = z.object({
  prefix: z.string().default(''),
  limit: limit.default(100),
  offset: z.number().int().nonnegative().default(0),
  sortBy: z
    .object({ column: z.enum(LIST_SORT_COLUMNS).default('name'), order })
    .default({ column: 'name', order: 'asc' }),
  search: z.string().nullish(),
});
const pagedListing = z.object({
  prefix: z.string().default(''),
  limit: limit.default(1000),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(LIST_V2_SORT_COLUMNS).default('name'), order })
    .default({ column: 'name', order: 'asc' }),
});

/** POST /object/list/:bucket */
export const listObjectsRoute: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const body = await readJson(c, listing);
  const folder = body.prefix.replace(/^\/+/, '');
  const entries = await listFolder(call, objectPathAfter(c, ROUTE).bucketId, {
    prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
    search: body.search ?? '',
    limit: Math.min(body.limit, MAX_ENTRIES),
    offset: body.offset,
    sortColumn: body.sortBy.column,
    order: body.sortBy.order,
  });
  return c.json(entries);
};

/** POST /object/list-v2/:bucket */
export const listObjectsV2Route: StorageRoute = async (storage, c) => {
  const call = await storage.callOf(c);
  const body = await readJson(c, pagedListing);
  const cursor = body.cursor ? readCursor(body.cursor) : null;
  if (body.cursor && cursor === null) throw storageErrors.invalidRequest('The cursor is not valid');
  const { entries, next } = await listPage(call, objectPathAfter(c, ROUTE_V2).bucketId, {
    prefix: body.prefix,
    limit: Math.min(body.limit, MAX_ENTRIES),
    cursor,
    withDelimiter: body.with_delimiter,
    sortColumn: body.sortBy.column,
    order: body.sortBy.order,
  });
  const objects = entries
    .filter(({ id }) => id !== null)
    .map(({ sort: _, ...object }) => ({ ...object, key: object.name }));
  const folders = entries
    .filter(({ id }) => id === null)
    .map(({ name }) => ({ name, key: name.replace(/\/$/, '') }));
  return c.json({
    hasNext: next !== null,
    ...(next === null ? {} : { nextCursor: writeCursor(next) }),
    folders,
    objects,
  });
};
