import { changeAs, type StorageCall } from '../storage-context.ts';
import { insertObject, type NewObject } from './object-row.ts';

/** Ends a transaction that only asked. */
class OnlyAsked extends Error {}

/**
 * Asks the policies whether the caller may make an object, before its bytes are
 * taken in.
 *
 * @throws the refusal
 */
export async function checkMayInsert(call: StorageCall, object: NewObject): Promise<void> {
  try {
    await changeAs(call, async (tx) => {
      await insertObject(tx, { ...object, version: null });
      throw new OnlyAsked();
    });
  } catch (error) {
    if (!(error instanceof OnlyAsked)) throw error;
  }
}
