import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { plainType } from '../buckets/limits.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { storageErrors } from '../errors.ts';
import type { ObjectBackend } from '../backends/backend.ts';

/** Enough to recognize every type that has a signature. */
const HEAD_BYTES = 4100;

const restrictsTypes = ({ allowed_mime_types: allowed }: ContentRules): boolean =>
  allowed !== null && allowed.length > 0;

/**
 * Checks the first bytes of an object against its declared type, for a bucket
 * that allows certain types only.
 *
 * @throws StorageError invalid_mime_type
 */
async function checkHead(rules: ContentRules, type: string, head: Buffer): Promise<void> {
  if (!restrictsTypes(rules)) return;
  const declared = plainType(type);
  // Only text may be empty.
  if (head.length === 0 && !declared.startsWith('text/')) throw storageErrors.invalidMimeType(type);
  // Some types, such as text, have no signature.
  if (!supportedMimeTypes.has(declared)) return;
  const found = await fileTypeFromBuffer(head);
  if (found?.mime !== declared) throw storageErrors.invalidMimeType(found?.mime ?? type);
}

/** Checks all bytes of an object at once. @throws StorageError invalid_mime_type */
export function checkBytes(rules: ContentRules, type: string, bytes: Buffer): Promise<void> {
  return checkHead(rules, type, bytes.subarray(0, HEAD_BYTES));
}

/**
 * Forwards bytes if their signature matches the declared type. A sender can declare any type in a name or
 * header.
 */
export function checkContent(rules: ContentRules, type: string): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  const check = async (stream: Transform): Promise<void> => {
    const seen = head;
    if (seen === null) return;
    head = null;
    await checkHead(rules, type, seen);
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

/**
 * Checks the type of stored bytes.
 *
 * @throws StorageError invalid_mime_type
 */
export async function checkStoredContent(
  backend: ObjectBackend,
  rules: ContentRules,
  { version, type, size }: { version: string; type: string; size: number },
): Promise<void> {
  if (!restrictsTypes(rules)) return;
  const isEmpty = size === 0;
  const end = Math.min(size, HEAD_BYTES) - 1;
  const head = isEmpty
    ? Buffer.alloc(0)
    : await buffer(await backend.read(version, { start: 0, end }));
  await checkHead(rules, type, head);
}
