import type { JsonObject } from '../../../platform/json.ts';
import type { JoinConfig } from '../protocol/join-payload.ts';
import type { ServerMessage } from '../protocol/message.ts';
import type { Connection } from '../socket/socket-connection.ts';
import type { Identity } from './authentication.ts';
import type { Rights } from './policies.ts';

/** One topic that one connection has joined. */
export interface Channel {
  /** The topic as the client sends it, with the prefix `realtime:`. */
  readonly topic: string;
  /** The topic without `realtime:`. */
  readonly name: string;
  readonly joinRef: string | null;
  readonly connection: Connection;
  readonly config: JoinConfig;
  /** Key of this channel's entries in the presence state. */
  readonly presenceKey: string;
  /** The identity and the rights change with the token. */
  identity: Identity;
  rights: Rights;
}

/** Subscriptions of channels to database changes. */
export interface ChannelChanges {
  /** @returns the requested subscriptions with their ids, for the reply to the join */
  add(channel: Channel): readonly JsonObject[];
  /** Called after that reply. A system message follows once the subscriptions are live. */
  begin(channel: Channel): void;
  remove(channel: Channel): void;
}

/** A public and a private channel of the same name are independent. */
export type TopicKey = `public:${string}` | `private:${string}`;

export function topicKey(isPrivate: boolean, name: string): TopicKey {
  return isPrivate ? `private:${name}` : `public:${name}`;
}

export const keyOf = ({ config, name }: Channel): TopicKey => topicKey(config.isPrivate, name);

export const TOPIC_PREFIX = 'realtime:';

export function sendEvent(channel: Channel, event: string, payload: string): void {
  const { topic, joinRef, connection } = channel;
  connection.send({ joinRef, ref: null, topic, event, payload });
}

export function sendReply(
  connection: Connection,
  message: Pick<ServerMessage, 'joinRef' | 'ref' | 'topic'>,
  status: 'ok' | 'error',
  response: object,
): void {
  const { joinRef, ref, topic } = message;
  const payload = JSON.stringify({ status, response });
  connection.send({ joinRef, ref, topic, event: 'phx_reply', payload });
}

/** The status of one extension of the channel, with a message for developers. */
export function sendSystem(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  const { name } = channel;
  sendEvent(channel, 'system', JSON.stringify({ extension, status, message, channel: name }));
}

/** `phx_close` is final. After `phx_error` the client joins again. */
export function sendClose(channel: Channel, event: 'phx_close' | 'phx_error'): void {
  const { topic, joinRef, connection } = channel;
  connection.send({ joinRef, ref: joinRef, topic, event, payload: '{}' });
}
