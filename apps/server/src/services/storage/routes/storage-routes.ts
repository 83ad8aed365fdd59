import type { RouteEntry } from '../../../platform/http/route-table.ts';
import { SIGNED } from '../resumable/resumable-uploads.ts';
import {
  createBucketRoute,
  deleteBucketRoute,
  emptyBucketRoute,
  getBucketRoute,
  listBucketsRoute,
  updateBucketRoute,
} from './buckets.ts';
import {
  copyObjectRoute,
  moveObjectRoute,
  removeObjectRoute,
  removeObjectsRoute,
} from './change-objects.ts';
import { listObjectsRoute, listObjectsV2Route } from './list-objects.ts';
import {
  infoRoute,
  objectRoute,
  publicInfoRoute,
  publicObjectRoute,
  signedObjectRoute,
} from './read-object.ts';
import { resumableOptionsRoute, resumableRoute, signedResumableRoute } from './resume-upload.ts';
import { signObjectRoute, signObjectsRoute } from './sign-object.ts';
import type { StorageApi, StorageRoute } from './storage-route.ts';
import { authenticatedImageRoute, publicImageRoute, signedImageRoute } from './transform-image.ts';
import { signedUploadRoute, signUploadRoute, uploadRoute } from './upload-object.ts';

const VERSION = '1';

/** The routes that read a JSON body. They match before the paths with any object name. */
export const JSON_ROUTES: readonly RouteEntry<StorageApi>[] = [
  ['POST', '/bucket', createBucketRoute],
  ['PUT', '/bucket/:id', updateBucketRoute],
  ['POST', '/object/sign/:bucket', signObjectsRoute],
  ['POST', '/object/sign/:bucket/*', signObjectRoute],
  ['POST', '/object/list/:bucket', listObjectsRoute],
  ['POST', '/object/list-v2/:bucket', listObjectsV2Route],
  ['POST', '/object/move', moveObjectRoute],
  ['POST', '/object/copy', copyObjectRoute],
  ['DELETE', '/object/:bucket', removeObjectsRoute],
];

const RESUMABLE = '/upload/resumable';

function resumableRoutes(path: string, route: StorageRoute): RouteEntry<StorageApi>[] {
  return [path, `${path}/`, `${path}/:id`].flatMap((each) => [
    ...['POST', 'HEAD', 'GET', 'PATCH', 'DELETE'].map((method) => [method, each, route] as const),
    ['OPTIONS', each, resumableOptionsRoute] as const,
  ]);
}

/** The routes without a body, or with an object as their body. */
export const OBJECT_ROUTES: readonly RouteEntry<StorageApi>[] = [
  ['GET', '/bucket', listBucketsRoute],
  ['GET', '/bucket/', listBucketsRoute],
  ['GET', '/bucket/:id', getBucketRoute],
  ['POST', '/bucket/:id/empty', emptyBucketRoute],
  ['DELETE', '/bucket/:id', deleteBucketRoute],
  ...resumableRoutes(`${RESUMABLE}/${SIGNED}`, signedResumableRoute),
  ...resumableRoutes(RESUMABLE, resumableRoute),
  ['GET', '/render/image/public/:bucket/*', publicImageRoute],
  ['GET', '/render/image/authenticated/:bucket/*', authenticatedImageRoute],
  ['GET', '/render/image/sign/:bucket/*', signedImageRoute],
  ['DELETE', '/object/:bucket/*', removeObjectRoute],
  ['GET', '/object/info/public/:bucket/*', publicInfoRoute],
  ['GET', '/object/info/authenticated/:bucket/*', infoRoute('/object/info/authenticated/')],
  ['GET', '/object/info/:bucket/*', infoRoute('/object/info/')],
  ['GET', '/object/public/:bucket/*', publicObjectRoute],
  ['GET', '/object/sign/:bucket/*', signedObjectRoute],
  ['GET', '/object/authenticated/:bucket/*', objectRoute('/object/authenticated/')],
  ['GET', '/object/:bucket/*', objectRoute('/object/')],
  ['POST', '/object/upload/sign/:bucket/*', signUploadRoute],
  ['PUT', '/object/upload/sign/:bucket/*', signedUploadRoute],
  ['POST', '/object/:bucket/*', uploadRoute],
  ['PUT', '/object/:bucket/*', uploadRoute],
  ['GET', '/status', (_, c) => c.body(null, 200)],
  ['GET', '/version', (_, c) => c.text(VERSION)],
];
