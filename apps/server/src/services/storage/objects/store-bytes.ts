import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createByteCounter } from '../../../platform/byte-counter.ts';
import type { JsonObject } from '../../../platform/json.ts';
import type { ContentRules } from '../buckets/bucket.ts';
import { MAX_WHOLE_BYTES, type ObjectBackend } from '../backends/backend.ts';
import { storageErrors } from '../errors.ts';
import { checkBytes, checkContent } from './content-type.ts';

export interface UploadedContent {
  readonly bytes: Readable;
  readonly type: string;
  /** The size of the bytes that the request declares at least; null when it declares none. */
  readonly announcedBytes: number | null;
  /** The Content-Length of the request, with everything around the bytes; null when it has none. */
  readonly bodyBytes: number | null;
  /** The fields that accompany the bytes. Call it after the last byte: a form can send them at its end. */
  readonly details: () => Promise<UploadDetails>;
}

interface UploadDetails {
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | null;
}

interface StoreRules {
  readonly rules: ContentRules;
  readonly limitBytes: number;
}

/** Reads a short stream to its end. */
async function readWhole(bytes: Readable, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  bytes.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) bytes.destroy(storageErrors.tooLarge());
    else chunks.push(chunk);
  });
  await finished(bytes, { writable: false });
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

/**
 * Writes the bytes of an upload under its version. The bytes of a short request are written at once.
 *
 * @returns their size
 * @throws StorageError when they do not follow the rules
 */
export async function storeBytes(
  backend: ObjectBackend,
  version: string,
  { bytes, type, bodyBytes }: UploadedContent,
  { rules, limitBytes }: StoreRules,
): Promise<number> {
  if (bodyBytes !== null && bodyBytes <= MAX_WHOLE_BYTES) {
    const whole = await readWhole(bytes, limitBytes);
    await checkBytes(rules, type, whole);
    await backend.writeWhole(version, whole);
    return whole.length;
  }
  const counter = createByteCounter(limitBytes, storageErrors.tooLarge);
  await pipeline(bytes, checkContent(rules, type), counter, (counted) =>
    backend.write(version, counted as AsyncIterable<Buffer>),
  );
  return counter.bytes();
}
