import type { GoTrueClient } from '@supabase/auth-js';
import type { RealtimeClient } from '@supabase/realtime-js';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** From one screen to the next the socket stays. */
const UNUSED_FOR_MS = 2_000;

/** Twice as long after every failure; never the same for all who lost one server at one moment. */
export function retryDelayMs(tries: number): number {
  const maxMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 10));
  return maxMs * (0.5 + Math.random() / 2);
}

interface RealtimeDeps {
  /** With http or https. */
  url: string;
  publishableKey: string;
  auth: GoTrueClient;
}

/**
 * A client of realtime, put together as `createClient` of supabase-js does it. Its socket opens with
 * the first channel, follows the session's tokens, and closes with the session.
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
  // Nothing here may wait for the session: its client holds its lock while it calls this.
  auth.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') void realtime.disconnect();
    else void realtime.setAuth();
  });
  window.addEventListener('online', () => {
    if (realtime.getChannels().length > 0) realtime.connect();
  });
  return realtime;
}
