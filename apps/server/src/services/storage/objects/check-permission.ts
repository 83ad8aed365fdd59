import { tryAsCaller } from '../../../platform/database/caller-scope.ts';
import type { StorageCall } from '../storage-context.ts';
import { insertObject, type NewObject } from './object-row.ts';

/**
 * Asks the policies whether the caller may make an object, before its bytes are
 * taken in.
 *
 * @throws the refusal
 */
export async function checkMayInsert(
  { sql, acting }: StorageCall,
  object: NewObject,
): Promise<void> {
  await tryAsCaller(sql, acting, (tx) => insertObject(tx, { ...object, version: null }));
}
