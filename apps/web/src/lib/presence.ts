import type { RealtimeChannel } from '@supabase/realtime-js';
import { followChannel } from './follow-channel.ts';

export interface Presence {
  /** The state of this client for the others. Null removes it. */
  publish: (what: object | null) => void;
  leave: () => void;
}

/** The states of all clients, by key. */
export type PresenceState = Readonly<Record<string, unknown>>;

/**
 * Joins a private channel on which all clients see each other's states.
 *
 * @param key unique for this client, so that closing a tab removes only its own state
 */
export function joinPresence(
  topic: string,
  key: string,
  onState: (state: PresenceState) => void,
): Presence {
  let published: object | null = null;
  let joined: RealtimeChannel | null = null;

  const leave = followChannel({
    topic,
    config: { private: true, presence: { key } },
    prepare(channel) {
      joined = null;
      channel.on('presence', { event: 'sync' }, () => onState(channel.presenceState()));
    },
    onJoined(channel) {
      joined = channel;
      if (published !== null) void channel.track({ ...published });
    },
  });

  return {
    publish(what) {
      if (published === null && what === null) return;
      published = what;
      if (what === null) void joined?.untrack();
      else void joined?.track({ ...what });
    },
    leave,
  };
}
