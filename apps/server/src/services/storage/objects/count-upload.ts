import { storageErrors } from '../errors.ts';
import type { StorageCall } from '../storage-context.ts';

/**
 * Counts an upload against the caller's limit. Policies that limit the number of objects are not enough:
 * the bytes of replaced objects and of unfinished uploads use disk space for a while.
 *
 * @throws StorageError SlowDown
 */
export async function countUpload({ uploads, uploadLimitKey }: StorageCall): Promise<void> {
  if (uploadLimitKey === null) return;
  if ((await uploads.take(uploadLimitKey)) !== null) throw storageErrors.tooManyUploads();
}
