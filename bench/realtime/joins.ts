import type { SignedInPerson } from '../api/customers.ts';
import type { ClientMessage } from './processes/phoenix-socket.ts';

const PREFIX = 'realtime:';

/** The configuration that supabase-js sends when the client does not use presence. */
const QUIET = {
  broadcast: { ack: false, self: false },
  presence: { key: '', enabled: false },
  private: false,
};

export function joinTopic(name: string): ClientMessage {
  const config = { ...QUIET, postgres_changes: [] };
  return { topic: PREFIX + name, event: 'phx_join', payload: { config } };
}

/**
 * The message that subscribes a user to transactions.
 *
 * @param isFiltered to one's own by a filter, as the product does, instead of leaving it to the policies
 */
export function joinChanges({ id, token }: SignedInPerson, isFiltered: boolean): ClientMessage {
  const subscription = {
    event: '*',
    schema: 'public',
    table: 'transactions',
    ...(isFiltered ? { filter: `user_id=eq.${id}` } : {}),
  };
  return {
    topic: PREFIX + id,
    event: 'phx_join',
    payload: { config: { ...QUIET, postgres_changes: [subscription] }, access_token: token },
  };
}

/** The user of a frame. Each topic contains the id of its user. */
export const personOfTopic = (topic: string): string => topic.slice(PREFIX.length);
