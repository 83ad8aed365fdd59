import type { RealtimeChannel } from '@supabase/realtime-js';
import { followChannel } from './follow-channel.ts';

export interface Presence {
  /** What the others are to know of this place; null when it is nothing any more. */
  tell: (what: object | null) => void;
  leave: () => void;
}

/** What every place says of itself, by its key. */
export type PresenceState = Readonly<Record<string, unknown>>;

/**
 * Takes part in a private channel on which everybody knows of everybody.
 *
 * @param key unique to this place: a tab that closes takes nothing with it that others said
 */
export function joinPresence(
  topic: string,
  key: string,
  onState: (state: PresenceState) => void,
): Presence {
  let told: object | null = null;
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
      if (told !== null) void channel.track({ ...told });
    },
  });

  return {
    tell(what) {
      if (told === null && what === null) return;
      told = what;
      if (what === null) void joined?.untrack();
      else void joined?.track({ ...what });
    },
    leave,
  };
}
