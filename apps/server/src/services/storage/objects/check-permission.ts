import { withCaller } from '../../../platform/database/caller-scope.ts';
import type { ActingCaller } from '../../../platform/identity/caller-settings.ts';
import type { StorageContext } from '../storage-context.ts';
import { insertObject, type NewObject } from './object-row.ts';

/** Ends a transaction that only asked. */
class OnlyAsked extends Error {}

/**
 * Asks the policies whether the caller may make an object, before its bytes are
 * taken in.
 *
 * @throws the refusal
 */
export async function checkMayInsert(
  { sql }: StorageContext,
  acting: ActingCaller,
  object: NewObject,
): Promise<void> {
  try {
    await withCaller(sql, acting, async (tx) => {
      await insertObject(tx, { ...object, version: null });
      throw new OnlyAsked();
    });
  } catch (error) {
    if (!(error instanceof OnlyAsked)) throw error;
  }
}
