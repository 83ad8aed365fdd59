import type { Readable } from 'node:stream';
import type { DataStore, KvStore } from '@tus/utils';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A place for bytes, each written once under a version that nobody else has. */
export interface ObjectBackend {
  /**
   * Resolves when the bytes are stored for good. It rejects when reading them fails; what a failure
   * leaves behind is removed as unattached.
   */
  write(version: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws MissingBytesError */
  read(version: string, range: ByteRange | null): Promise<Readable>;
  copy(from: string, to: string): Promise<void>;
  /** Nothing happens to one that is not there. */
  remove(version: string): Promise<void>;
  /** Makes sure that the bytes of a complete upload are there to stay. */
  settleUpload(version: string): Promise<void>;
  /** Removes what a resumable upload left besides its bytes. */
  forgetUpload(version: string): Promise<void>;
  /** Takes uploads in parts; a complete one is there under its id as version. */
  createUploadStore(records: KvStore, lifetimeMs: number): DataStore;
  close(): void;
}

/** A row names bytes that are not there. */
export class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError';
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The only names that bytes ever have: made by this server, never by a caller.
 *
 * @throws Error for anything else
 */
export function checkVersion(version: string): string {
  if (!VERSION.test(version)) throw new MissingBytesError('There are no bytes of such a version.');
  return version;
}
