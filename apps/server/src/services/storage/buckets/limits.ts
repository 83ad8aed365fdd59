import { storageErrors } from '../errors.ts';
import type { ContentRules } from './bucket.ts';

const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** The media type without parameters. */
export function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** @throws StorageError invalid_mime_type, also for a type that is not valid in a header */
export function checkType(
  { allowed_mime_types: allowed }: Pick<ContentRules, 'allowed_mime_types'>,
  type: string,
): void {
  if (!HEADER_VALUE.test(type)) throw storageErrors.invalidMimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const plain = plainType(type);
  const isAllowed = allowed.some((pattern) => {
    const wanted = pattern.toLowerCase();
    if (wanted === '*/*' || wanted === plain) return true;
    return wanted.endsWith('/*') && plain.startsWith(wanted.slice(0, -1));
  });
  if (!isAllowed) throw storageErrors.invalidMimeType(type);
}

/** The maximum size of an object in the bucket, in bytes. */
export function sizeLimitOf(
  { file_size_limit: own }: Pick<ContentRules, 'file_size_limit'>,
  serverLimitBytes: number,
): number {
  return own === null ? serverLimitBytes : Math.min(own, serverLimitBytes);
}
