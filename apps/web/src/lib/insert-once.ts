import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Backend } from './supabase.ts';
import { UnreachableError } from './unreachable-error.ts';

/** PostgreSQL: a unique index already has this entry. */
export const UNIQUE_VIOLATION = '23505';

export interface Insertion {
  table: 'orders' | 'recharges';
  userId: string;
  idempotencyKey: string;
  /** Sent with the key as its Idempotency-Key. */
  request: PromiseLike<PostgrestSingleResponse<{ id: string }>>;
}

/**
 * The id of the inserted row. If the key was already used, it is the row that the earlier,
 * unanswered attempt made. Throws UnreachableError or the backend's error.
 */
export async function insertOnce(supabase: Backend, insertion: Insertion): Promise<string> {
  const { data, error, status } = await insertion.request;
  if (!error) return data.id;
  if (error.code === UNIQUE_VIOLATION && error.message.includes('idempotency_key')) {
    const earlier = await supabase
      .from(insertion.table)
      .select('id')
      .eq('user_id', insertion.userId)
      .eq('idempotency_key', insertion.idempotencyKey)
      .single();
    if (earlier.error) throw earlier.error;
    return earlier.data.id;
  }
  throw status === 0 ? new UnreachableError() : error;
}
