import { withTransaction, type StorageCall } from '../storage-context.ts';
import { OBJECT_COLUMNS, type ObjectRow } from './object-row.ts';

/**
 * Removes the named objects that the caller may delete. A scheduled job removes their bytes later, so that
 * a running backup can still copy them.
 *
 * @returns the removed objects
 */
export async function removeObjects(
  call: StorageCall,
  bucketId: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  if (names.length === 0) return [];
  return withTransaction(
    call,
    (tx) => tx<ObjectRow[]>`
      delete from storage.objects where bucket_id = ${bucketId} and name = any(${names})
      returning ${tx(OBJECT_COLUMNS)}`,
  );
}
