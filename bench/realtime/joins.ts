import type { SignedInPerson } from '../api/customers.ts';
import type { Said } from './processes/phoenix-socket.ts';

const PREFIX = 'realtime:';

/** What supabase-js asks for where nobody listens to presence. */
const QUIET = {
  broadcast: { ack: false, self: false },
  presence: { key: '', enabled: false },
  private: false,
};

export function joinTopic(name: string): Said {
  const config = { ...QUIET, postgres_changes: [] };
  return { topic: PREFIX + name, event: 'phx_join', payload: { config } };
}

/**
 * Subscribes somebody to transactions.
 *
 * @param isFiltered to one's own by a filter, as the product does, instead of leaving it to the policies
 */
export function joinChanges({ id, token }: SignedInPerson, isFiltered: boolean): Said {
  const wish = {
    event: '*',
    schema: 'public',
    table: 'transactions',
    ...(isFiltered ? { filter: `user_id=eq.${id}` } : {}),
  };
  return {
    topic: PREFIX + id,
    event: 'phx_join',
    payload: { config: { ...QUIET, postgres_changes: [wish] }, access_token: token },
  };
}

/** Whose frame it is, where everybody's topic has their id. */
export const personOfTopic = (topic: string): string => topic.slice(PREFIX.length);
