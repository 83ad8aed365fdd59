import { Transform } from 'node:stream';
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { plainType } from '../buckets/limits.ts';
import type { Bucket } from '../buckets/bucket.ts';
import { failures } from '../errors.ts';

/** As much as tells any type apart. */
export const HEAD_BYTES = 4100;

/** @throws StorageError invalid_mime_type where bytes are not what they are said to be */
export async function checkHead(bucket: Bucket, type: string, head: Buffer): Promise<void> {
  const restricts = (bucket.allowed_mime_types ?? []).length > 0;
  const said = plainType(type);
  // Text, for one, has no mark by which it could be told.
  if (!restricts || !supportedMimeTypes.has(said)) return;
  const found = await fileTypeFromBuffer(head);
  if (found?.mime !== said) throw failures.invalidMimeType(found?.mime ?? type);
}

/**
 * Lets bytes pass into a bucket of certain types only if they are of the type
 * that they are said to be, wherever that can be told: names and headers are
 * the sender's word.
 */
export function checkContent(bucket: Bucket, type: string): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  const check = async (stream: Transform): Promise<void> => {
    const seen = head;
    if (seen === null) return;
    head = null;
    await checkHead(bucket, type, seen);
    stream.push(seen);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) {
        done(null, chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) done();
      else check(this).then(() => done(), done);
    },
    flush(done) {
      check(this).then(() => done(), done);
    },
  });
}
