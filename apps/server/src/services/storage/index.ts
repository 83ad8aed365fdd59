import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import { createRoleSettings } from '../../platform/database/role-settings-cache.ts';
import type { WirePool } from '../../platform/database/wire/wire-pool.ts';
import { createBodyLimit } from '../../platform/http/limit-body.ts';
import { addRoutes } from '../../platform/http/route-table.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { Logger } from '../../platform/logger.ts';
import { scheduleCleanUps } from '../../platform/shared/scheduled-clean-ups.ts';
import type { SharedState } from '../../platform/shared/shared-state.ts';
import type { Service } from '../../http/service.ts';
import { createAnnouncedVersions } from './announced-versions.ts';
import type { ObjectBackend } from './backends/backend.ts';
import { createDiskBackend } from './backends/disk.ts';
import { storageErrors, toStorageError } from './errors.ts';
import { createImageRenderer } from './render/render-image.ts';
import { createResumableUploads } from './resumable/resumable-uploads.ts';
import { createUploadLocks } from './resumable/upload-locks.ts';
import { createUploadRecords } from './resumable/upload-records.ts';
import { createCalls, PREFIX } from './routes/request.ts';
import { JSON_ROUTES, OBJECT_ROUTES } from './routes/storage-routes.ts';
import type { StorageApi } from './routes/storage-route.ts';
import type { StorageSettings } from './settings.ts';
import { createUrlSigner } from './signed-urls.ts';
import type { StorageContext } from './storage-context.ts';
import { createStorageCleanUps, createVersions } from './versions.ts';

const MAX_KNOWN_BUCKETS = 1000;

interface StorageServiceOptions {
  readonly config: StorageSettings;
  /** Logs in as `authenticator`, which may switch to the caller's role. */
  readonly sql: Sql;
  /** The same login, for batches of statements that take one round trip. */
  readonly pool: WirePool;
  readonly callers: CallerResolver;
  readonly accessTokensEndWithSession: boolean;
  /** Signed URLs are signed with a key derived from this one. */
  readonly secretKey: string;
  /** The maximum body of a request that is not an upload. */
  readonly bodyLimitBytes: number;
  readonly shared: Pick<SharedState, 'limits' | 'pubSub' | 'jobs'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

async function createBackend({ location }: StorageSettings): Promise<ObjectBackend> {
  if (!('s3' in location)) return createDiskBackend(location.dir);
  // Loaded on demand, because most servers store objects on the disk.
  const { createS3Backend } = await import('./backends/s3.ts');
  return createS3Backend(location.s3);
}

/** Stores files: rows in Postgres decide who has access, and a backend stores the bytes. */
export async function createStorageService(options: StorageServiceOptions): Promise<Service> {
  const { config, sql, pool, callers, shared, clock, logger } = options;
  const backend = await createBackend(config);
  const versions = createVersions({ sql, backend, logger });
  const uploads = shared.limits.define({
    name: 'storage:uploads',
    limit: config.uploadsPerHour,
    windowMs: 3_600_000,
  });
  const context: StorageContext = {
    sql,
    pool,
    roleSettings: createRoleSettings(pool),
    publicBuckets: new LRUCache({ max: MAX_KNOWN_BUCKETS }),
    backend,
    versions,
    newVersions: createAnnouncedVersions({ pool, logger }),
    sizeLimitBytes: config.sizeLimitBytes,
    uploads,
    clock,
  };
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
    const storageError = toStorageError(error);
    if (storageError.statusCode >= 500) {
      logger.error(
        { err: storageError.cause ?? error, requestId: get('requestId') },
        'storage: request failed',
      );
    }
    return json(storageError.body, storageError.status as 400);
  });
  const api: StorageApi = {
    ...createCalls(context, callers, options.accessTokensEndWithSession),
    backend,
    urls: createUrlSigner(options.secretKey, clock),
    images: createImageRenderer(config.imagePixelLimit),
    resumable,
  };
  const limitBody = createBodyLimit(options.bodyLimitBytes, ({ json }) => {
    const { body, status } = storageErrors.bodyTooLarge();
    return json(body, status as 400);
  });
  addRoutes(app, api, JSON_ROUTES, limitBody);
  addRoutes(app, api, OBJECT_ROUTES);

  return {
    prefix: PREFIX,
    app,
    answersPlainly: true,
    async close() {
      await locks.close();
      backend.close();
    },
  };
}
