import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload as MultipartUpload } from '@aws-sdk/lib-storage';
import { S3Store } from '@tus/s3-store';
import type { S3Settings } from '../settings.ts';
import { checkVersion, MissingBytesError, type ByteRange, type ObjectBackend } from './backend.ts';

/** Above the minimum of S3 for parts other than the last, 5 MiB. */
const PART_BYTES = 6 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

function isMissing(error: unknown): boolean {
  return error instanceof NoSuchKey || error instanceof NotFound;
}

/** A failed connection is an AggregateError with an error for each address and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  return first instanceof Error ? first.message : `${cause.name}: ${cause.message}`;
}

function toClientConfig({ region, endpoint, credentials, forcePathStyle }: S3Settings) {
  return {
    region,
    forcePathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    // A copy, because the client changes it.
    ...(credentials === null ? {} : { credentials: { ...credentials } }),
    // S3-compatible servers may not support the newest checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } satisfies S3ClientConfig;
}

/** Hides the code of an S3 error, because a database error can have the same code. */
function toS3Error(cause: unknown): Error {
  return new Error(`The S3 request failed: ${reasonOf(cause)}`, { cause });
}

/** A tus store that names S3 in its errors. Errors of the tus protocol stay as they are. */
class NamingS3Store extends S3Store {
  async #ask<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      // Errors of the tus protocol.
      if (typeof error === 'object' && error !== null && 'status_code' in error) throw error;
      throw toS3Error(error);
    }
  }

  override create(...given: Parameters<S3Store['create']>) {
    return this.#ask(() => super.create(...given));
  }

  override getUpload(...given: Parameters<S3Store['getUpload']>) {
    return this.#ask(() => super.getUpload(...given));
  }
}

/** @throws MissingBytesError when S3 has no object of the key */
async function ask<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (isMissing(cause)) throw new MissingBytesError('S3 has no such bytes.', { cause });
    throw toS3Error(cause);
  }
}

/** Stores bytes in a bucket of S3 or of an S3-compatible server. The key is the version. */
export function createS3Backend(settings: S3Settings): ObjectBackend {
  const clientConfig = toClientConfig(settings);
  const client = new S3Client(clientConfig);
  const { bucket } = settings;
  const keyOf = (version: string) => ({ Bucket: bucket, Key: checkVersion(version) });

  async function read(version: string, range: ByteRange | null): Promise<Readable> {
    const { Body } = await ask(() =>
      client.send(
        new GetObjectCommand({
          ...keyOf(version),
          ...(range === null ? {} : { Range: `bytes=${range.start}-${range.end}` }),
        }),
      ),
    );
    if (Body === undefined) throw new MissingBytesError(version);
    return Body as Readable;
  }

  const createUploadStore = (lifetimeMs: number) =>
    new NamingS3Store({
      partSize: PART_BYTES,
      useTags: false,
      expirationPeriodInMilliseconds: lifetimeMs,
      s3ClientConfig: { ...clientConfig, bucket },
    });
  const leftOvers = createUploadStore(0);

  return {
    async write(version, bytes) {
      const upload = new MultipartUpload({
        client,
        params: { ...keyOf(version), Body: Readable.from(bytes) },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      await ask(() => upload.done());
    },
    async writeWhole(version, bytes) {
      await ask(() => client.send(new PutObjectCommand({ ...keyOf(version), Body: bytes })));
    },
    read,
    async readWhole(version, range) {
      return buffer(await read(version, range));
    },
    async copy(from, to) {
      const { Key } = keyOf(from);
      await ask(() =>
        client.send(new CopyObjectCommand({ ...keyOf(to), CopySource: `${bucket}/${Key}` })),
      );
    },
    async remove(version) {
      await ask(() => client.send(new DeleteObjectCommand(keyOf(version))));
    },
    settleUpload: () => Promise.resolve(),
    async forgetUpload(version) {
      const key = keyOf(version);
      const info = { Bucket: bucket, Key: `${key.Key}.info` };
      const isThere = await client.send(new HeadObjectCommand(key)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw error;
        },
      );
      // An unfinished multipart upload still has its parts.
      if (!isThere) await leftOvers.remove(version).catch(() => undefined);
      await client.send(new DeleteObjectCommand(info));
    },
    createUploadStore: (_records, lifetimeMs) => createUploadStore(lifetimeMs),
    close: () => client.destroy(),
  };
}
