import type { Clock } from '../../../platform/runtime/clock.ts';
import type { EncodedMessage } from '../protocol/frame.ts';
import type { ProtocolVersion } from '../protocol/message.ts';
import { createPerSecond, type PerSecond } from '../../../platform/runtime/per-second.ts';
import { keyOf, type Channel, type TopicKey } from './channel.ts';

interface Topic {
  readonly channels: Set<Channel>;
  readonly messages: PerSecond;
}

/** The joined channels of this process, by topic. */
export interface Topics {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  channelsOf(key: TopicKey): ReadonlySet<Channel>;
  /** Counts a message to the topic. @returns whether it is within the limit */
  takeMessage(key: TopicKey): boolean;
  /** Sends a message to all matching channels. It is encoded once per protocol version. */
  sendTo(
    key: TopicKey,
    matches: (channel: Channel) => boolean,
    encode: (version: ProtocolVersion) => EncodedMessage | null,
  ): void;
}

const NO_CHANNELS: ReadonlySet<Channel> = new Set();

export function createTopics(messagesPerS: number, clock: Clock): Topics {
  const topics = new Map<TopicKey, Topic>();
  return {
    add(channel) {
      const key = keyOf(channel);
      let topic = topics.get(key);
      if (topic === undefined) {
        topic = { channels: new Set(), messages: createPerSecond(messagesPerS, clock) };
        topics.set(key, topic);
      }
      topic.channels.add(channel);
    },
    remove(channel) {
      const key = keyOf(channel);
      const topic = topics.get(key);
      topic?.channels.delete(channel);
      if (topic?.channels.size === 0) topics.delete(key);
    },
    channelsOf: (key) => topics.get(key)?.channels ?? NO_CHANNELS,
    takeMessage: (key) => topics.get(key)?.messages.take() ?? true,
    sendTo(key, matches, encode) {
      const byVersion = new Map<ProtocolVersion, EncodedMessage | null>();
      for (const channel of topics.get(key)?.channels ?? NO_CHANNELS) {
        if (!matches(channel)) continue;
        const { connection } = channel;
        let encoded = byVersion.get(connection.version);
        if (encoded === undefined) {
          encoded = encode(connection.version);
          byVersion.set(connection.version, encoded);
        }
        if (encoded !== null) connection.sendEncoded(encoded);
      }
    },
  };
}
