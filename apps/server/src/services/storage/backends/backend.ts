import type { Readable } from 'node:stream';
import type { DataStore, KvStore } from '@tus/utils';

/** The first and the last byte, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Objects up to this size are read and written as a whole, because a stream costs more than their bytes. */
export const MAX_WHOLE_BYTES = 256 * 1024;

/** Stores bytes. Each version is unique and is written once. */
export interface ObjectBackend {
  /**
   * Resolves when the bytes are durable. Rejects when the source fails; the partial bytes are then removed as
   * an orphaned blob.
   */
  write(version: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** The same for bytes that are in memory. */
  writeWhole(version: string, bytes: Buffer): Promise<void>;
  /** @throws MissingBytesError */
  read(version: string, range: ByteRange | null): Promise<Readable>;
  /** Reads a range into memory. @throws MissingBytesError, also when the version has fewer bytes */
  readWhole(version: string, range: ByteRange): Promise<Buffer>;
  copy(from: string, to: string): Promise<void>;
  /** Does nothing when the version does not exist. */
  remove(version: string): Promise<void>;
  /** Makes the bytes of a complete upload durable. */
  settleUpload(version: string): Promise<void>;
  /** Removes the state of a resumable upload, but not its bytes. */
  forgetUpload(version: string): Promise<void>;
  /** The tus store. The id of an upload is the version of its bytes. */
  createUploadStore(records: KvStore, lifetimeMs: number): DataStore;
  close(): void;
}

/** The bytes of a version do not exist. */
export class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError';
}

const VERSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Checks that a version is one that this server generated, because it becomes a file name.
 *
 * @throws MissingBytesError
 */
export function checkVersion(version: string): string {
  if (!VERSION.test(version)) throw new MissingBytesError('There are no bytes of such a version.');
  return version;
}
