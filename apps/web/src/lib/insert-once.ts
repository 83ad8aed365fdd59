import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { UnreachableError } from './unreachable-error.ts';

/** PostgreSQL: a unique index already has this entry. */
export const UNIQUE_VIOLATION = '23505';

type IdAnswer = PromiseLike<PostgrestSingleResponse<{ id: string }>>;

/**
 * The id of a row that is inserted with an Idempotency-Key. If the key was already used, it is the
 * row that the earlier, unanswered attempt made. Throws UnreachableError or the backend's error.
 */
export async function insertOnce(insertion: IdAnswer, readEarlier: () => IdAnswer) {
  const { data, error, status } = await insertion;
  if (!error) return data.id;
  if (error.code === UNIQUE_VIOLATION && error.message.includes('idempotency_key')) {
    const earlier = await readEarlier();
    if (earlier.error) throw earlier.error;
    return earlier.data.id;
  }
  throw status === 0 ? new UnreachableError() : error;
}
