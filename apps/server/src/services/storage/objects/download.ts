import type { ByteRange } from '../backends/backend.ts';
import { storageErrors } from '../errors.ts';
import type { BytesFacts, ObjectRow } from './object-row.ts';

/** The range and conditional headers of a request. */
export interface Conditions {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
}

export interface ObjectFacts extends BytesFacts {
  readonly version: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** @throws StorageError NoSuchKey for a row without bytes, inserted by SQL */
export function factsOf({ version, metadata, updated_at: updatedAt }: ObjectRow): ObjectFacts {
  if (version === null || metadata === null) throw storageErrors.noSuchKey();
  return {
    version,
    size: metadata.size ?? 0,
    type: metadata.mimetype ?? 'application/octet-stream',
    cacheControl: metadata.cacheControl ?? 'no-cache',
    etag: metadata.eTag ?? `"${version}"`,
    lastModified: metadata.lastModified === undefined ? updatedAt : new Date(metadata.lastModified),
  };
}

const strong = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether the client already has these bytes (RFC 9110, section 13.2.2). */
export function isUnchanged(
  { etag, lastModified }: Pick<ObjectFacts, 'etag' | 'lastModified'>,
  { ifNoneMatch, ifModifiedSince }: Pick<Conditions, 'ifNoneMatch' | 'ifModifiedSince'>,
): boolean {
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch.split(',').some((one) => one.trim() === '*' || strong(one) === etag);
  }
  if (ifModifiedSince === undefined) return false;
  const sinceMs = Date.parse(ifModifiedSince);
  // HTTP dates have no fractions of a second.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= sinceMs;
}

/**
 * The requested range; null for all bytes. An invalid range and several ranges also get all bytes (RFC 9110,
 * section 14.2).
 *
 * @throws StorageError InvalidRange when the range starts after the last byte
 */
export function rangeOf(
  { size, etag, lastModified }: Pick<ObjectFacts, 'size' | 'etag' | 'lastModified'>,
  { range, ifRange }: Pick<Conditions, 'range' | 'ifRange'>,
): ByteRange | null {
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified.toUTCString()) {
    return null;
  }
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= size) throw storageErrors.invalidRange();
  return { start, end };
}
