import { resolve } from 'node:path';
import { z } from 'zod';
import { count, flag, positiveCount, webAddress } from '../../platform/setting-fields.ts';
import { parseSize } from './size.ts';

const DEFAULT_SIZE_LIMIT = '50MiB';

const size = z.string().transform((text, ctx) => {
  const bytes = parseSize(text);
  if (bytes !== null) return bytes;
  ctx.addIssue({ code: 'custom', message: 'must be a size such as 50MiB' });
  return z.NEVER;
});

export const storageVariables = z.object({
  STORAGE_DIR: z.string().optional(),
  STORAGE_FILE_SIZE_LIMIT: z.string().default(DEFAULT_SIZE_LIMIT).pipe(size),
  STORAGE_IMAGE_PIXEL_LIMIT: positiveCount.default(50_000_000),
  RATE_LIMIT_UPLOADS_PER_HOUR: count.default(300),
  STORAGE_S3_BUCKET: z.string().optional(),
  STORAGE_S3_REGION: z.string().default('us-east-1'),
  STORAGE_S3_ENDPOINT: webAddress.optional(),
  STORAGE_S3_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().optional(),
  STORAGE_S3_FORCE_PATH_STYLE: flag.default(false),
});

function toS3Settings(env: z.output<typeof storageVariables>, bucket: string) {
  const { STORAGE_S3_ACCESS_KEY_ID: accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } =
    env;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error(
      'STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY must be set together.',
    );
  }
  return {
    bucket,
    region: env.STORAGE_S3_REGION,
    /** Null for Amazon S3. */
    endpoint: env.STORAGE_S3_ENDPOINT ?? null,
    /** Null to use the credentials of the machine. */
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey },
    forcePathStyle: env.STORAGE_S3_FORCE_PATH_STYLE,
  };
}

export function toStorageSettings(
  env: z.output<typeof storageVariables>,
  { dataDir }: { readonly dataDir: string },
) {
  const { STORAGE_S3_BUCKET: bucket, STORAGE_DIR: dir } = env;
  if (bucket !== undefined && dir !== undefined) {
    throw new Error(
      'STORAGE_DIR and STORAGE_S3_BUCKET both set the location of objects: set only one of them.',
    );
  }
  return {
    location:
      bucket === undefined
        ? { dir: resolve(dir ?? resolve(dataDir, 'storage')) }
        : { s3: toS3Settings(env, bucket) },
    sizeLimitBytes: env.STORAGE_FILE_SIZE_LIMIT,
    /** For each user. */
    uploadsPerHour: env.RATE_LIMIT_UPLOADS_PER_HOUR,
    /** The maximum size of a source image for transformations. */
    imagePixelLimit: env.STORAGE_IMAGE_PIXEL_LIMIT,
  };
}

export type S3Settings = Readonly<ReturnType<typeof toS3Settings>>;

export type StorageSettings = Readonly<ReturnType<typeof toStorageSettings>>;
