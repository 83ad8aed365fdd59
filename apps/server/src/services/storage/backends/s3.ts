import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload as MultipartUpload } from '@aws-sdk/lib-storage';
import { S3Store } from '@tus/s3-store';
import type { S3Settings } from '../settings.ts';
import { checkVersion, MissingBytesError, type ObjectBackend } from './backend.ts';

/** The least that S3 takes for a part that is not the last. */
const PART_BYTES = 6 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

function isMissing(error: unknown): boolean {
  return error instanceof NoSuchKey || error instanceof NotFound;
}

/** What cannot connect has an error of each address, and no message. */
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
    // A copy: the client writes into it.
    ...(credentials === null ? {} : { credentials: { ...credentials } }),
    // Other makers' servers do not know the newest checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } satisfies S3ClientConfig;
}

/** What fails in S3 is S3's, whatever its code: a database's may be called the same. */
function s3Failure(cause: unknown): Error {
  // The log tells the message alone: whether it is the host, the bucket or the key.
  return new Error(`S3 did not do what it was asked: ${reasonOf(cause)}`, { cause });
}

/** A tus store that names S3 in its errors. Errors of the tus protocol stay as they are. */
class NamingS3Store extends S3Store {
  async #ask<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      // What the protocol has a word for.
      if (typeof error === 'object' && error !== null && 'status_code' in error) throw error;
      throw s3Failure(error);
    }
  }

  override create(...given: Parameters<S3Store['create']>) {
    return this.#ask(() => super.create(...given));
  }

  override getUpload(...given: Parameters<S3Store['getUpload']>) {
    return this.#ask(() => super.getUpload(...given));
  }
}

/** Keeps bytes in a bucket of S3, or of what speaks like it, under their versions. */
export function createS3Backend(settings: S3Settings): ObjectBackend {
  const clientConfig = toClientConfig(settings);
  const client = new S3Client(clientConfig);
  const { bucket } = settings;
  const keyOf = (version: string) => ({ Bucket: bucket, Key: checkVersion(version) });

  async function ask<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (cause) {
      if (isMissing(cause)) throw new MissingBytesError('S3 has no such bytes.', { cause });
      throw s3Failure(cause);
    }
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
    async read(version, range) {
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
      // One that was never finished still has its parts.
      if (!isThere) await leftOvers.remove(version).catch(() => undefined);
      await client.send(new DeleteObjectCommand(info));
    },
    createUploadStore: (_records, lifetimeMs) => createUploadStore(lifetimeMs),
    close: () => client.destroy(),
  };
}
