import type { GoTrueClient } from '@supabase/auth-js';
import type { RealtimeClient } from '@supabase/realtime-js';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Keeps the socket open while the user moves between screens. */
const UNUSED_FOR_MS = 2_000;

/**
 * Doubles the delay after each failure. Random, so that clients of one lost server do not return together.
 */
export function retryDelayMs(tries: number): number {
  const maxMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 10));
  return maxMs * (0.5 + Math.random() / 2);
}

interface RealtimeDeps {
  /** An http or https URL. */
  url: string;
  publishableKey: string;
  auth: GoTrueClient;
}

/**
 * Creates the realtime client as `createClient` of supabase-js does. The socket opens with the first channel,
 * uses the tokens of the session, and closes with the session.
 */
export async function createRealtimeClient({
  url,
  publishableKey,
  auth,
}: RealtimeDeps): Promise<RealtimeClient> {
  const { RealtimeClient } = await import('@supabase/realtime-js');
  const realtime = new RealtimeClient(url.replace(/^http/, 'ws'), {
    params: { apikey: publishableKey },
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? publishableKey,
    reconnectAfterMs: retryDelayMs,
    disconnectOnEmptyChannelsAfterMs: UNUSED_FOR_MS,
  });
  // This callback must not wait for the session, because the auth client calls it while it holds its lock.
  auth.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') void realtime.disconnect();
    else void realtime.setAuth();
  });
  window.addEventListener('online', () => {
    if (realtime.getChannels().length > 0) realtime.connect();
  });
  return realtime;
}
