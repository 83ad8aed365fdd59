import { tellSystem } from './channel.ts';
import type { ChannelChanges } from './connection-channels.ts';

/** Where Postgres does not tell of changes: who wants to hear of them is told so, and the rest works. */
export function createUnavailableChanges(cause: string): ChannelChanges {
  return {
    add: ({ config }) => config.bindings.map((binding, index) => ({ id: index + 1, ...binding })),
    begin(channel) {
      if (channel.config.bindings.length === 0) return;
      tellSystem(channel, 'postgres_changes', 'error', cause);
    },
    remove: () => undefined,
  };
}
