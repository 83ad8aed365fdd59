import { queryOptions } from '@tanstack/react-query';
import { readBackendError } from '../../../lib/backend-error.ts';
import { loadSupabase } from '../../../lib/supabase.ts';
import { requireSessionOf } from '../../../session/require-session.ts';

/** All stored data of the caller. Throws SignedOutError or the backend's error. */
export async function exportMyData(userId: string): Promise<unknown> {
  const supabase = await requireSessionOf(userId);
  const { data, error } = await supabase.rpc('export_my_data');
  if (error) throw error;
  return data;
}

/** The time of this user's deletion request, ISO 8601; null without a request. */
export function deletionRequestQuery(userId: string) {
  return queryOptions({
    queryKey: ['account-deletion-request', userId],
    queryFn: () => fetchDeletionRequest(userId),
    staleTime: 0,
  });
}

async function fetchDeletionRequest(userId: string): Promise<string | null> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('account_deletion_requests')
    .select('requested_at')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data?.requested_at ?? null;
}

/** Requests the deletion. A second request changes nothing. Throws SignedOutError or the backend's error. */
export async function requestDeletion(userId: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.from('account_deletion_requests').insert({ user_id: userId });
  if (error && readBackendError(error).kind !== 'duplicate') throw error;
}

/** Cancels the request. Throws SignedOutError or the backend's error. */
export async function cancelDeletionRequest(userId: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.from('account_deletion_requests').delete().eq('user_id', userId);
  if (error) throw error;
}
