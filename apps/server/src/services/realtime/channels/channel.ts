import type { ServerMessage } from '../protocol/message.ts';
import type { JoinConfig } from '../protocol/join-payload.ts';
import type { Connection } from '../socket/connection.ts';
import type { Rights } from './policies.ts';
import type { Identity } from './who.ts';

/** One topic that one connection has joined. */
export interface Channel {
  /** As the client names it. */
  readonly topic: string;
  /** The same without `realtime:`. */
  readonly name: string;
  readonly joinRef: string | null;
  readonly connection: Connection;
  readonly config: JoinConfig;
  /** By which others know who is there. */
  readonly presenceKey: string;
  /** Both change with the token. */
  identity: Identity;
  rights: Rights;
}

/** Public and private channels of one name have nothing to do with each other. */
export type TopicKey = `public:${string}` | `private:${string}`;

export function topicKey(isPrivate: boolean, name: string): TopicKey {
  return isPrivate ? `private:${name}` : `public:${name}`;
}

export const keyOf = ({ config, name }: Channel): TopicKey => topicKey(config.isPrivate, name);

export const TOPIC_PREFIX = 'realtime:';

export function tell(channel: Channel, event: string, payload: string): void {
  const { topic, joinRef, connection } = channel;
  connection.tell({ joinRef, ref: null, topic, event, payload });
}

export function reply(
  connection: Connection,
  message: Pick<ServerMessage, 'joinRef' | 'ref' | 'topic'>,
  status: 'ok' | 'error',
  response: object,
): void {
  const { joinRef, ref, topic } = message;
  const payload = JSON.stringify({ status, response });
  connection.tell({ joinRef, ref, topic, event: 'phx_reply', payload });
}

/** How a part of the channel does, in words for developers. */
export function tellSystem(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  const { name } = channel;
  tell(channel, 'system', JSON.stringify({ extension, status, message, channel: name }));
}

/** `phx_close` is for good; after `phx_error` the client joins again by itself. */
export function tellEnd(channel: Channel, event: 'phx_close' | 'phx_error'): void {
  const { topic, joinRef, connection } = channel;
  connection.tell({ joinRef, ref: joinRef, topic, event, payload: '{}' });
}
