import { queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { requireSessionOf } from '../../session/require-session.ts';
import { m } from '../../paraglide/messages.js';
import { settingsKey } from './api.ts';

const LISTED_DELIVERIES = 25;
const REFRESH_MS = 5_000;

export interface WebhookDelivery {
  id: string;
  event: string;
  state: string;
  attempts: number;
  statusCode: number | null;
  error: string | null;
  createdAt: string;
}

export function webhookDeliveriesQuery(adminId: string) {
  return queryOptions({
    meta: { errorTitle: m.common_error_fetching_data() },
    staleTime: 0,
    queryKey: [...settingsKey(adminId), 'webhook-deliveries'],
    queryFn: async (): Promise<WebhookDelivery[]> => {
      const supabase = await loadSupabase();
      const { data, error } = await supabase
        .from('webhook_deliveries')
        .select('id, event, state, attempts, status_code, error, created_at')
        .order('created_at', { ascending: false })
        .order('id')
        .limit(LISTED_DELIVERIES);
      if (error) throw error;
      return data.map(({ status_code: statusCode, created_at: createdAt, ...delivery }) => ({
        ...delivery,
        statusCode,
        createdAt,
      }));
    },
    // A delivery that waits gets its result soon.
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => isUnfinished(delivery)) === true ? REFRESH_MS : false,
  });
}

export function isUnfinished({ state }: WebhookDelivery): boolean {
  return state === 'waiting' || state === 'sending';
}

/** Throws SignedOutError or the backend's error. */
export async function sendTestWebhook(adminId: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.rpc('send_test_webhook');
  if (error) throw error;
}

/** Sends a failed delivery again. Throws SignedOutError or the backend's error. */
export async function retryWebhook(adminId: string, id: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.rpc('retry_webhook', { delivery_id: id });
  if (error) throw error;
}
