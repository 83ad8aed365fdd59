import { changeAs, type StorageCall } from '../storage-context.ts';
import { OBJECT_COLUMNS, type ObjectRow } from './object-row.ts';

/**
 * Removes those of the named objects that the caller may. Their bytes are
 * removed by the schedule, once no backup that has begun can miss them.
 *
 * @returns what was removed
 */
export async function removeObjects(
  call: StorageCall,
  bucketId: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  if (names.length === 0) return [];
  return changeAs(
    call,
    (tx) => tx<ObjectRow[]>`
      delete from storage.objects where bucket_id = ${bucketId} and name in ${tx(names)}
      returning ${tx(OBJECT_COLUMNS)}`,
  );
}
