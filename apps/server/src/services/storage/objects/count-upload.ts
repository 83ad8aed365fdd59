import { storageErrors } from '../errors.ts';
import type { StorageCall } from '../storage-context.ts';

/**
 * Counts the bytes that somebody is about to bring: those of an object that is
 * replaced, and of an upload that is never finished, take their space for a
 * while, however few objects the policies let somebody have.
 *
 * @throws StorageError SlowDown
 */
export async function countUpload({ uploads, uploadLimitKey }: StorageCall): Promise<void> {
  if (uploadLimitKey === null) return;
  if ((await uploads.take(uploadLimitKey)) !== null) throw storageErrors.tooManyUploads();
}
