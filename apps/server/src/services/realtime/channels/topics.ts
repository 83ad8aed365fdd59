import type { Clock } from '../../../platform/clock.ts';
import type { Wire } from '../protocol/frame.ts';
import type { ProtocolVersion } from '../protocol/message.ts';
import { createPerSecond, type PerSecond } from '../socket/per-second.ts';
import { keyOf, type Channel, type TopicKey } from './channel.ts';

interface Topic {
  readonly channels: Set<Channel>;
  readonly messages: PerSecond;
}

/** Who in this process has joined what. */
export interface Topics {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  channelsOf(key: TopicKey): ReadonlySet<Channel>;
  /** Counts a message to the topic. @returns whether it is within the limit */
  takeMessage(key: TopicKey): boolean;
  /** Sends the same to all that `hears` picks; written once for each version of the protocol. */
  sendTo(
    key: TopicKey,
    hears: (channel: Channel) => boolean,
    write: (version: ProtocolVersion) => Wire | null,
  ): void;
}

const NOBODY: ReadonlySet<Channel> = new Set();

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
    channelsOf: (key) => topics.get(key)?.channels ?? NOBODY,
    takeMessage: (key) => topics.get(key)?.messages.take() ?? true,
    sendTo(key, hears, write) {
      const wires = new Map<ProtocolVersion, Wire | null>();
      for (const channel of topics.get(key)?.channels ?? NOBODY) {
        if (!hears(channel)) continue;
        const { connection } = channel;
        let wire = wires.get(connection.version);
        if (wire === undefined) {
          wire = write(connection.version);
          wires.set(connection.version, wire);
        }
        if (wire !== null) connection.send(wire);
      }
    },
  };
}
