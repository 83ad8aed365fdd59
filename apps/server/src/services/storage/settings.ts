import { resolve } from 'node:path';
import { z } from 'zod';
import { count, flag, positiveCount, webAddress } from '../../platform/setting-fields.ts';
import { parseSize } from './size.ts';

const DEFAULT_SIZE_LIMIT = '50MiB';

const size = z.string().transform((text, context) => {
  const bytes = parseSize(text);
  if (bytes !== null) return bytes;
  context.addIssue({ code: 'custom', message: 'must be a size such as 50MiB' });
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
      'STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY belong together: set both or none.',
    );
  }
  return {
    bucket,
    region: env.STORAGE_S3_REGION,
    /** Null for Amazon's own. */
    endpoint: env.STORAGE_S3_ENDPOINT ?? null,
    /** Null where the machine brings its own. */
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
      'STORAGE_DIR and STORAGE_S3_BUCKET each say where objects are: set one of them.',
    );
  }
  return {
    place:
      bucket === undefined
        ? { dir: resolve(dir ?? resolve(dataDir, 'storage')) }
        : { s3: toS3Settings(env, bucket) },
    sizeLimitBytes: env.STORAGE_FILE_SIZE_LIMIT,
    /** Of one person. */
    uploadsPerHour: env.RATE_LIMIT_UPLOADS_PER_HOUR,
    /** Of an image that is to be shown in another size. */
    imagePixelLimit: env.STORAGE_IMAGE_PIXEL_LIMIT,
  };
}

export type S3Settings = Readonly<ReturnType<typeof toS3Settings>>;

/** Where objects are kept, and how large they may be. */
export type StorageSettings = Readonly<ReturnType<typeof toStorageSettings>>;
