import type {
  RealtimeChannel,
  RealtimeChannelOptions,
  RealtimeClient,
} from '@supabase/realtime-js';
import { retryDelayMs } from './realtime-client.ts';
import { loadSupabase } from './supabase.ts';

interface FollowedChannel {
  topic: string;
  config?: RealtimeChannelOptions['config'];
  /** Adds listeners before the channel is joined. */
  prepare: (channel: RealtimeChannel) => void;
  /** Called after each join, also after a reconnect. */
  onJoined?: (channel: RealtimeChannel) => void;
}

/**
 * Follows a channel until the returned function is called. It starts when the browser is idle. If realtime is
 * not available, it retries with increasing delays and reports nothing.
 */
export function followChannel({
  topic,
  config = {},
  prepare,
  onJoined,
}: FollowedChannel): () => void {
  let isWanted = true;
  let failures = 0;
  let followed: { realtime: RealtimeClient; channel: RealtimeChannel } | null = null;
  let cancelStart = whenIdle(start);

  function start(): void {
    open().catch(startLater);
  }

  function startLater(): void {
    if (!isWanted) return;
    failures += 1;
    const timer = window.setTimeout(start, retryDelayMs(failures));
    cancelStart = () => window.clearTimeout(timer);
  }

  async function open(): Promise<void> {
    const realtime = await (await loadSupabase()).loadRealtime();
    await realtime.setAuth();
    await leave(realtime, topic);
    if (!isWanted) return;
    const channel = realtime.channel(topic, { config });
    followed = { realtime, channel };
    prepare(channel);
    channel.subscribe((status) => {
      if (followed?.channel !== channel) return;
      const state: string = status;
      if (state === 'SUBSCRIBED') {
        failures = 0;
        onJoined?.(channel);
      }
      // The service closed the channel, for example because a token expired while the computer slept. The
      // client restores lost connections itself.
      if (state === 'CLOSED') {
        followed = null;
        startLater();
      }
    });
  }

  return () => {
    isWanted = false;
    cancelStart();
    const last = followed;
    followed = null;
    if (last !== null) void last.realtime.removeChannel(last.channel);
  };
}

/** A subscriber that joins the same topic again waits until the earlier channel has left. */
async function leave(realtime: RealtimeClient, topic: string): Promise<void> {
  for (const channel of realtime.getChannels()) {
    if (channel.topic === `realtime:${topic}`) await realtime.removeChannel(channel);
  }
}

const IDLE_WITHIN_MS = 2_000;

function whenIdle(act: () => void): () => void {
  // Safari does not have this function.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 0);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(act, { timeout: IDLE_WITHIN_MS });
  return () => window.cancelIdleCallback(request);
}
