import { Hono } from 'hono';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import { createBodyLimit } from '../../platform/http/limit-body.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { Logger } from '../../platform/logger.ts';
import { scheduleCleanUps } from '../../platform/shared/clean-up.ts';
import type { SharedState } from '../../platform/shared/shared-state.ts';
import type { Service } from '../../http/service.ts';
import type { ObjectBackend } from './backends/backend.ts';
import { createDiskBackend } from './backends/disk.ts';
import { storageErrors, toStorageError } from './errors.ts';
import { createImageRenderer } from './render/render-image.ts';
import { createResumableUploads } from './resumable/resumable-uploads.ts';
import { createUploadLocks } from './resumable/upload-locks.ts';
import { createUploadRecords } from './resumable/upload-records.ts';
import { addBucketRoutes } from './routes/buckets.ts';
import { addChangeRoutes } from './routes/change-objects.ts';
import { addListRoutes } from './routes/list-objects.ts';
import { addReadRoutes } from './routes/read-object.ts';
import { addRenderRoutes } from './routes/render-image.ts';
import { createCalls, PREFIX } from './routes/request.ts';
import { addResumableRoutes } from './routes/resumable-uploads.ts';
import { addSignRoutes } from './routes/sign-object.ts';
import type { StorageApp } from './routes/storage-app.ts';
import { addUploadRoutes } from './routes/upload-object.ts';
import type { StorageSettings } from './settings.ts';
import { createUrlSigner } from './signed-urls.ts';
import type { StorageContext } from './storage-context.ts';
import { createStorageCleanUps, createVersions } from './versions.ts';

const VERSION = '1';

interface StorageServiceOptions {
  readonly config: StorageSettings;
  /** As the role that callers' roles are taken from. */
  readonly sql: Sql;
  readonly callers: CallerResolver;
  readonly accessTokensEndWithSession: boolean;
  /** What signed addresses are signed with; theirs is a key derived from it. */
  readonly secretKey: string;
  /** Of requests that bring no object. */
  readonly bodyLimitBytes: number;
  readonly shared: Pick<SharedState, 'limits' | 'pubSub' | 'jobs'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

async function createBackend({ place }: StorageSettings): Promise<ObjectBackend> {
  if (!('s3' in place)) return createDiskBackend(place.dir);
  // What speaks with S3 is loaded only where it is configured.
  const { createS3Backend } = await import('./backends/s3.ts');
  return createS3Backend(place.s3);
}

/** Keeps files: rows under row level security decide, and bytes lie beside them. */
export async function createStorageService(options: StorageServiceOptions): Promise<Service> {
  const { config, sql, callers, shared, clock, logger } = options;
  const backend = await createBackend(config);
  const versions = createVersions({ sql, backend, logger });
  const { sizeLimitBytes } = config;
  const uploads = shared.limits.define({
    name: 'storage:uploads',
    limit: config.uploadsPerHour,
    windowMs: 3_600_000,
  });
  const context: StorageContext = { sql, backend, versions, sizeLimitBytes, uploads, clock };
  const locks = await createUploadLocks({ sql, pubSub: shared.pubSub, logger });
  const resumable = createResumableUploads({
    context,
    records: createUploadRecords(sql),
    locks,
    path: `${PREFIX}/upload/resumable`,
    logger,
  });
  scheduleCleanUps(shared.jobs, createStorageCleanUps(backend), sql, logger);

  const app = new Hono<ServiceEnv>();
  app.onError((error, { json, get }) => {
    const failure = toStorageError(error);
    if (failure.statusCode >= 500) {
      logger.error({ err: failure.cause ?? error, requestId: get('requestId') }, 'storage failed');
    }
    return json(failure.body, failure.status as 400);
  });
  const storageApp: StorageApp = {
    app,
    ...createCalls(context, callers, options.accessTokensEndWithSession),
    backend,
    urls: createUrlSigner(options.secretKey, clock),
    images: createImageRenderer(config.imagePixelLimit),
    resumable,
    limitBody: createBodyLimit(options.bodyLimitBytes, ({ json }) => {
      const failure = storageErrors.bodyTooLarge();
      return json(failure.body, failure.status as 400);
    }),
  };
  // By the order of matching: what names a route before what names a bucket.
  addBucketRoutes(storageApp);
  addResumableRoutes(storageApp);
  addRenderRoutes(storageApp);
  addSignRoutes(storageApp);
  addListRoutes(storageApp);
  addChangeRoutes(storageApp);
  addReadRoutes(storageApp);
  addUploadRoutes(storageApp);
  app.get('/status', (answer) => answer.body(null, 200));
  app.get('/version', (answer) => answer.text(VERSION));

  return {
    prefix: PREFIX,
    app,
    async close() {
      await locks.close();
      backend.close();
    },
  };
}
