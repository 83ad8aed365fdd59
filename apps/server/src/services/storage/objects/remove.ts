import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import type { StorageContext } from '../storage-context.ts';
import { OBJECT_COLUMNS, type ObjectRow } from './object-row.ts';

/**
 * Removes those of the named objects that the caller may. Their bytes are
 * removed by the schedule, once no backup that has begun can miss them.
 *
 * @returns what was removed
 */
export async function removeObjects(
  { sql }: StorageContext,
  acting: ActingCaller,
  bucketId: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  if (names.length === 0) return [];
  return withCaller(
    sql,
    acting,
    (tx) => tx<ObjectRow[]>`
      delete from storage.objects where bucket_id = ${bucketId} and name in ${tx(names)}
      returning ${tx(OBJECT_COLUMNS)}`,
  );
}
