import { failures } from '../errors.ts';
import type { Bucket } from './bucket.ts';

/** `image/png; charset=x` without what follows the type. */
export function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** @throws StorageError invalid_mime_type */
export function checkType({ allowed_mime_types: allowed }: Bucket, type: string): void {
  if (allowed === null || allowed.length === 0) return;
  const plain = plainType(type);
  const isAllowed = allowed.some((pattern) => {
    const wanted = pattern.toLowerCase();
    if (wanted === '*/*' || wanted === plain) return true;
    return wanted.endsWith('/*') && plain.startsWith(wanted.slice(0, -1));
  });
  if (!isAllowed) throw failures.invalidMimeType(type);
}

/** The most bytes that an object of the bucket may have. */
export function sizeLimitOf({ file_size_limit: own }: Bucket, serverLimitBytes: number): number {
  return own === null ? serverLimitBytes : Math.min(own, serverLimitBytes);
}
